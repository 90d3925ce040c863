internal import Glibc
@testable internal import Launch
internal import Messages
internal import Platform
internal import Rules
internal import TestSupport
internal import Testing

/// The schemas that editors use, against a validator that is not ours.
@Suite("JSON Schemas", .timeLimit(.minutes(1)))
struct SchemaTests {
    private static let root: String = {
        let file = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(file)"
    }()

    /// A Python with the package jsonschema.
    private static let python: String? = {
        let path = Environment["BINNACLE_PYTHON"] ?? "\(root)/.venv/bin/python"
        guard access(path, X_OK) == 0 else { return nil }
        return (try? run(path, ["-c", "import jsonschema"]))?.status == .code(0) ? path : nil
    }()

    private static let missing: Comment =
        "there is no Python with jsonschema; run 'make test', or set BINNACLE_PYTHON"

    @Test("Every launch file of the project is valid", .enabled(if: python != nil, missing))
    func launchFiles() throws {
        let files = Directory.names(in: "\(Self.root)/Config").map { "\(Self.root)/Config/\($0)" }
        #expect(files.count >= 3)
        for (file, faults) in zip(files, try validate(files, by: "launch")) {
            #expect(faults == [], "\(file)")
        }
    }

    @Test("Every manifest of the project is valid", .enabled(if: python != nil, missing))
    func manifests() throws {
        let files = Directory.names(in: "\(Self.root)/Plugins").map {
            "\(Self.root)/Plugins/\($0)/plugin.yaml"
        }
        #expect(files.count >= 6)
        for (file, faults) in zip(files, try validate(files, by: "plugin")) {
            #expect(faults == [], "\(file)")
        }
    }

    @Test(
        "What is wrong by its form is not valid, and what is wrong in another way is",
        .enabled(if: python != nil, missing),
        arguments: [("launch", "launch"), ("manifests", "plugin")]
    )
    func broken(folder: String, schema: String) throws {
        // What is no YAML, or has a key twice, has nothing to be validated.
        let files = BrokenData.files(in: folder).filter {
            !["tab.yaml", "same-name-twice.yaml"].contains($0.name)
        }
        for (file, faults) in zip(files, try validate(files.map(\.path), by: schema)) {
            #expect(faults.isEmpty != (try file.isWrongByForm()), "\(file.name): \(faults)")
        }
    }

    @Test(
        "The schema of launch files and the launcher say the same of the same inputs",
        .enabled(if: python != nil, missing)
    )
    func agreementOfLaunchFiles() throws {
        let rig = try Rig()
        try rig.addPlugin("p")
        let node = "version: 1\nnodes: {a: "
        let cases: [(text: String, isValid: Bool)] = [
            ("version: 1.0\nnodes: {a: {plugin: p}}", true), ("version: 2\nnodes: {a: {plugin: p}}", false),
            ("version: '1'\nnodes: {a: {plugin: p}}", false), ("version:\nnodes: {a: {plugin: p}}", false),
            ("version: 1\ndescription: ~\nnodes: {a: {plugin: p}}", true),
            ("version: 1\ndescription: [a]\nnodes: {a: {plugin: p}}", false),
            ("version: 1\nbus:\ndefaults: ~\nenvironment: ~\ninclude: ~\nnodes: {a: {plugin: p}}", true),
            (
                "version: 1\nbus: {address: ~, clock: ~, security: {insecure: ~, secured: ~}}\nnodes: {a: {plugin: p}}",
                true
            ),
            (
                "version: 1\narguments: {x: {type: ~, default: a, description: ~, unit: ~, minimum: ~}}\nnodes: {a: {plugin: p}}",
                true
            ),
            (
                "version: 1\narguments: {x: {type: choice, choices: ~, default: a}}\nnodes: {a: {plugin: p}}",
                false
            ),
            ("version: 1\nnodes: ~", false), ("version: 1\ninclude: ~", false),
            ("version: 1\nnodes: {}", false),
            ("version: 1\ninclude: ''", false), (node + "}", false), (node + "{plugin: p}}", true),
            (node + "{plugin: p, run: ~, if: ~, after: ~, ready: ~, restart: ~, stop: ~}}", true),
            (node + "{run: [sleep, '1'], plugin: ~, parameters: ~, provides: ~}}", true),
            (node + "{plugin: p, run: [sleep]}}", false), (node + "{run: [sleep, ~]}}", false),
            (node + "{run: [sleep, '~']}}", true), (node + "{run: ['']}}", false),
            (node + "{run: [~]}}", false),
            (node + "{run: [sleep, 1.5, true]}}", true), (node + "{run: []}}", false),
            (node + "{run: [sleep], provides: [gps]}}", true),
            (node + "{run: [sleep], provides: [sonar]}}", false),
            (node + "{plugin: p, provides: [gps]}}", false),
            (node + "{run: [sleep], inputs: [fix/, '', a/b, <name>/c]}}", true),
            (node + "{run: [sleep], inputs: [~]}}", false),
            (node + "{run: [sleep], inputs: [Fix/a]}}", false),
            (node + "{run: [sleep], inputs: [\(String(repeating: "x", count: 65))/a]}}", false),
            (node + "{run: [sleep], ready: {topic: ''}}}", false),
            (node + "{run: [sleep], ready: {topic: fix/}}}", false),
            (node + "{run: [sleep], ready: {topic: fix}}}", false),
            (node + "{run: [sleep], ready: {topic: fix/a}}}", true),
            (node + "{run: [sleep], ready: {topic: ~}}}", false),
            (node + "{run: [sleep], ready: {log: ''}}}", false),
            (node + "{run: [sleep], ready: {log: '**'}}}", false),
            (node + "{run: [sleep], ready: {log: ~}}}", false),
            (node + "{run: [sleep], ready: {log: up*}}}", true),
            (node + "{run: [sleep], ready: {log: 5}}}", true),
            (node + "{run: [sleep], ready: {command: [~]}}}", false),
            (node + "{run: [sleep], output: {file: ''}}}", false),
            (node + "{run: [sleep], output: {file: ~}}}", false),
            (node + "{run: [sleep], output: {file: log.txt}}}", true),
            (node + "{run: [sleep], output: console}}", true),
            (node + "{run: [sleep], stop: {grace: 999999.5}}}", true),
            (node + "{run: [sleep], stop: {grace: 1000000}}}", false),
            (node + "{run: [sleep], stop: {grace: 999999h}}}", true),
            (node + "{run: [sleep], stop: {grace: 1000000ms}}}", false),
            (node + "{run: [sleep], stop: {grace: 0000001s}}}", false),
            (node + "{run: [sleep], stop: {grace: -1}}}", false),
            (node + "{run: [sleep], stop: {grace: .5s}}}", true),
            (node + "{run: [sleep], stop: {grace: 1.s}}}", true),
            (node + "{run: [sleep], stop: {grace: 1e3s}}}", false),
            (node + "{run: [sleep], stop: {grace: 1.5.5s}}}", false),
            (node + "{run: [sleep], stop: {grace: ~, signal: ~}}}", true),
            (node + "{run: [sleep], stop: {grace: s}}}", false),
            (node + "{run: [sleep], restart: {policy: ~, delay: ~, limit: ~, window: ~, maximum: ~}}}", true),
            (node + "{run: [sleep], restart: {limit: -1}}}", false),
            (node + "{run: [sleep], required: ~}}", true),
        ]
        let files = try cases.enumerated().map { number, each in
            try rig.write("case-\(number).yaml", each.text + "\n")
            return "\(rig.folder)/case-\(number).yaml"
        }
        for ((text, isValid), (file, faults)) in zip(cases, zip(files, try validate(files, by: "launch"))) {
            let loaded = LaunchPlan.load(file, search: rig.search)
            #expect(faults.isEmpty == isValid, "schema of \(text): \(faults)")
            #expect((loaded.plan != nil) == isValid, "launcher of \(text): \(loaded.findings)")
        }
    }

    @Test(
        "The schema of manifests and the reader of manifests say the same of the same inputs",
        .enabled(if: python != nil, missing)
    )
    func agreementOfManifests() throws {
        let rig = try Rig()
        let head = "id: p\nversion: 1\nsummary: a test\nkind: bridge\nrun: [go]\n"
        let one = head + "parameters: {properties: {a: "
        let cases: [(text: String, isValid: Bool)] = [
            (head, true),
            (head + "contract: 1.0\nrequires: ~\nprovides: ~\npublishes: ~\nparameters: ~\n", true),
            (head + "requires: [sonar]\n", false), (head + "publishes: [~]\n", false),
            (
                head
                    + "parameters: {$schema: ~, type: ~, title: ~, required: ~, properties: ~, additionalProperties: ~}\n",
                true
            ),
            (head + "parameters: {additionalProperties: true}\n", false), (head + "run: [~]\n", false),
            (
                one
                    + "{type: string, default: ~, format: ~, x-unit: ~, x-live: ~, description: ~, enum: ~}}}\n",
                true
            ),
            (one + "{type: string, x-live: ~, x-input: ~, x-replaces: ~, minLength: ~}}}\n", true),
            (one + "{type: ~}}}\n", false), (one + "{type: string, x-replaces: sonar}}}\n", false),
            (one + "{type: string}}, required: [a, a]}\n", false),
            (one + "{type: string}}, required: [a]}\n", true),
            (head + "parameters: {properties: {'a b': {type: string}}}\n", false),
            (head + "parameters: {properties: {a=b: {type: string}}}\n", false),
            (head + "parameters: {properties: {'': {type: string}}}\n", false),
            (head + "parameters: {properties: {-a: {type: string}}}\n", false),
            (one + "{type: array, items: {type: string, minLength: 1}}}}\n", true),
            (one + "{type: array, items: {type: string, minLength: -1}}}}\n", false),
            (head + "subscribes: ['${a}']\nparameters: {properties: {a: {type: string}}}\n", true),
            (head + "subscribes: ['${a']\n", false), (head + "subscribes: ['fix/${a}']\n", false),
        ]
        let files = try cases.enumerated().map { number, each in
            let text =
                each.text.hasSuffix("run: [~]\n") ? each.text.replacing("run: [go]\n", with: "") : each.text
            try rig.write("manifest-\(number).yaml", text)
            return "\(rig.folder)/manifest-\(number).yaml"
        }
        for ((text, isValid), (file, faults)) in zip(cases, zip(files, try validate(files, by: "plugin"))) {
            let (manifest, findings) = Manifest.load(file)
            #expect(faults.isEmpty == isValid, "schema of \(text): \(faults)")
            #expect((manifest != nil) == isValid, "reader of \(text): \(findings)")
        }
    }

    // MARK: Validating

    private func validate(_ files: [String], by schema: String) throws -> [[String]] {
        let python = try #require(Self.python)
        let text = String(
            decoding: try TextFile.read("\(Self.root)/docs/schemas/\(schema).schema.json"),
            as: UTF8.self
        )
        var documents: [JSONValue] = []
        for file in files {
            documents.append(try #require(YAMLDocument.read(try TextFile.read(file), file: file).node).json)
        }
        let input: JSONValue = .object(
            JSONObject([
                .init(key: "schema", value: try JSONValue.parse(text)),
                .init(key: "documents", value: .array(documents)),
            ])
        )
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(input.description.utf8), to: "input.json")
        let script = "\(Self.root)/Tests/LaunchTests/Python/validate.py"
        let (status, output) = try Self.run(python, [script, path])
        try #require(status == .code(0), "\(output)")
        guard case .array(let all) = try JSONValue.parse(output) else { throw Unexpected() }
        return all.map { if case .array(let faults) = $0 { faults.map(\.description) } else { [] } }
    }

    /// Runs a program to its end and returns what it has said.
    private static func run(_ path: String, _ arguments: [String]) throws -> (
        status: Platform.ExitStatus, output: String
    ) {
        let (reader, writer) = try OwnedDescriptor.pipe()
        let child = try ChildProcess(
            path: path,
            arguments: arguments,
            environment: Environment.variables,
            output: writer.number,
            error: writer.number
        )
        // The writing end stays open here, so the end of the process tells the end of the output.
        var bytes: [UInt8] = []
        try reader.setNonBlocking()
        while true {
            if let more = try reader.read(atMost: 65_536) {
                bytes += more
                continue
            }
            if let status = child.reap() {
                while let more = try reader.read(atMost: 65_536), !more.isEmpty { bytes += more }
                return (status, String(decoding: bytes, as: UTF8.self))
            }
            var entries = [
                pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&entries, 2, -1)
        }
    }
}

extension YAMLNode {
    /// The node as JSON.
    fileprivate var json: JSONValue {
        switch content {
        case .scalar: (scalar ?? .null).json
        case .sequence(let elements): .array(elements.map(\.json))
        case .mapping(let entries):
            .object(JSONObject(entries.map { .init(key: $0.key, value: $0.value.json) }))
        }
    }
}
