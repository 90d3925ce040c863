internal import Glibc
@testable internal import Launch
internal import Messages
internal import Platform
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
