import Glibc
import Platform
import Testing

/// New plugins, made as `docs/plugins.md` says.
@Suite("New plugins", .timeLimit(.minutes(3)))
struct PluginTests {
    @Test(
        "in Python, C and C++ they are built, pass their test and are listed",
        arguments: ["python", "c", "cpp"]
    )
    func languages(_ language: String) async throws {
        guard Self.missing(language).isEmpty else {
            Issue.record(
                "\(language) is not tried: \(Self.missing(language)) is not there",
                severity: .warning
            )
            return
        }
        let scratch = try Scratch()
        // A name with a dash, which no language takes for a word of its own.
        let made = try await run("binnacle plugin new depth-2 --language \(language)", in: scratch)
        try #require(made.status == .code(0), "\(made.error)")
        // What it says to do next is done, to the letter.
        let steps = made.lines.dropFirst().map { $0.drop { $0 == " " } }
        #expect(steps.last == "binnacle run depth-2 latitude=54.5 longitude=10.25")
        for step in steps.dropLast() {
            let outcome = try await run(String(step), in: scratch)
            #expect(outcome.status == .code(0), "\(step): \(outcome.output)\(outcome.error)")
            #expect(!outcome.error.contains("warning"), "\(step): \(outcome.error)")
        }
        let listed = try await run("binnacle plugin list", in: scratch)
        #expect(listed.output.contains("depth-2    0.1.0  provider  Publishes a fixed position\n"))
        let checked = try await run("binnacle plugin check depth-2", in: scratch)
        #expect(checked.output == "./Plugins/depth-2: nothing is wrong\n")
        let test = try await run("Plugins/depth-2/test.sh", in: scratch)
        #expect(test.output == "depth-2: the test passed\n")

        // Started by hand with parameters that are none, it says so in a line; and however short it waits, a signal ends it.
        let program =
            language == "python" ? "python3 Plugins/depth-2/provider.py" : "Plugins/depth-2/build/depth-2"
        let wrong = try await run("env BINNACLE_PARAMETERS=nope \(program)", in: scratch)
        #expect(wrong.status == .code(2))
        #expect(
            wrong.error.contains("BINNACLE_PARAMETERS: ") && wrong.error.split(separator: "\n").count == 1,
            "\(wrong.error)"
        )
        let far = ["BINNACLE_BUS": "tcp://127.0.0.1:1", "BINNACLE_KEY": "/nowhere/my.key"]
        for (parameters, variables, code, words) in [
            ("{}", [:], 2, "BINNACLE_PARAMETERS: there is no 'latitude'"),
            (#"{"latitude":"x","longitude":2,"interval":1}"#, [:], 2, "BINNACLE_PARAMETERS: 'latitude' is "),
            (
                #"{"latitude":1,"longitude":2,"interval":1}"#, far, 1,
                "BINNACLE_KEY: cannot read /nowhere/my.key: No such file"
            ),
        ] as [(String, [String: String], Int32, String)] {
            let settings = variables.map { " \($0.key)=\($0.value)" }.joined()
            let outcome = try await run(
                "exec env 'BINNACLE_PARAMETERS=\(parameters)'\(settings) \(program)",
                in: scratch
            )
            #expect(outcome.status == .code(code), "\(parameters): \(outcome.error)")
            #expect(
                outcome.error.contains(words) && outcome.error.split(separator: "\n").count == 1,
                "\(outcome.error)"
            )
        }
        let here = #"{"latitude":1,"longitude":2,"interval":0}"#
        let restless = try start("exec env 'BINNACLE_PARAMETERS=\(here)' \(program)", in: scratch)
        try await eventually("it takes signals") {
            language == "python"
                ? Processes.takes(SIGTERM, restless.pid) : Processes.fetches(SIGTERM, restless.pid)
        }
        // Where no bus is, it says so once, and waits for one.
        try await restless.until { $0.complained.contains("no bus answers at ipc://") }
        let ended = try await restless.stop(SIGTERM)
        #expect(ended.status == .code(0), "\(ended.error)")
        #expect(ended.error.split(separator: "\n").count == 1, "\(ended.error)")

        let bus = try Program("binnacle", ["bus"], environment: scratch.environment)
        try await bus.until { $0.said.contains("\n") }
        let node = try start(try #require(steps.last.map(String.init)), in: scratch)
        // It introduces itself, answers, and goes on with a bus that has been started anew.
        try await isReady("depth-2", in: scratch)
        #expect(try await run("binnacle call depth-2/ping", in: scratch).output == "{}\n")
        try await bus.stop()
        let another = try Program("binnacle", ["bus"], environment: scratch.environment)
        try await isReady("depth-2", in: scratch)
        #expect(try await node.stop(SIGINT).status == .code(0))
        try await another.stop()
        #expect(Processes.on(scratch) == [], "something is left running")
    }

    @Test("the test of a new plugin fails where the plugin publishes something else")
    func failing() async throws {
        guard Self.missing("python").isEmpty else {
            Issue.record("not tried: there is no pyzmq", severity: .warning)
            return
        }
        let scratch = try Scratch()
        #expect(try await run("binnacle plugin new depth --language python", in: scratch).status == .code(0))
        _ = try await run(
            "sed -i 's/(\"latitude\", \"longitude\")/(\"longitude\",)/' Plugins/depth/provider.py",
            in: scratch
        )
        let test = try await run("Plugins/depth/test.sh", in: scratch)
        #expect(test.status == .code(1))
        #expect(test.error.hasSuffix("depth: the test failed: no fix at 54.5, 10.25 came\n"))
    }

    @Test("the provider in Swift that the documentation shows is compiled and runs")
    func swift() async throws {
        let scratch = try Scratch()
        let documents = try Source.text(of: "\(Source.root)/docs/plugins.md").split(separator: "```swift\n")
            .dropFirst().compactMap { $0.split(separator: "```").first }
        let documented = try #require(documents.first)
        #expect(documented.split(separator: "\n").count <= 25)
        let made = try await run(
            "binnacle plugin new light --language swift --source '\(Source.root)'",
            in: scratch
        )
        try #require(made.status == .code(0), "\(made.error)")
        #expect(try scratch.text(of: "Plugins/light/Sources/Provider.swift") == documented)
        #expect(try scratch.text(of: "Plugins/light/Package.swift").contains("path: \"\(Source.root)\""))
        // As the package manager would, against the modules that have been built for the tests.
        let modules = [
            "Binnacle", "Keys", "Messages", "Platform", "Rules", "Text", "ZMTP", "ZeroMQ", "CSystem",
            "CZeroMQ",
        ]
        let objects = modules.map { "'\(Program.folder)/\($0).build/'*.o" }.joined(separator: " ")
        let sanitizer = ["thread", "address"].first { Program.folder.contains("/sanitize-\($0)/") }
        let compile = """
            swiftc -parse-as-library -swift-version 6 -warnings-as-errors \
                -I '\(Program.folder)/Modules' -I '\(Source.root)/Sources/CSystem/include' \
                -I '\(Source.root)/Sources/CZeroMQ/include' \
                -Xcc -fmodule-map-file='\(Program.folder)/CZeroMQ.build/module.modulemap' \
                -Xcc -fmodule-map-file='\(Program.folder)/CSystem.build/module.modulemap'
            """
        let built = try await run(
            """
            mkdir -p Plugins/light/.build/release && \(compile) Plugins/light/Sources/Provider.swift \(objects) \
                \(sanitizer.map { "-sanitize=\($0) -use-ld=lld" } ?? "") -o Plugins/light/.build/release/light
            """,
            in: scratch
        )
        try #require(built.status == .code(0), "\(built.output)\(built.error)")
        // The further examples are complete programs too.
        for (number, document) in documents.dropFirst().enumerated() {
            let file = try scratch.file("example\(number).swift", String(document))
            let checked = try await run("\(compile) -typecheck '\(file)'", in: scratch)
            #expect(checked.status == .code(0), "\(checked.output)\(checked.error)")
        }
        let test = try await run("Plugins/light/test.sh", in: scratch)
        #expect(test.output == "light: the test passed\n", "\(test.error)")
    }

    /// Builds the whole library: `BINNACLE_ROUNDS` is set where the long tests run.
    @Test(
        "in Swift they are built by the package manager",
        .enabled(
            if: (Environment["BINNACLE_ROUNDS"].flatMap { Int($0) } ?? 0) >= 20,
            "BINNACLE_ROUNDS is below 20"
        ),
        .timeLimit(.minutes(15))
    )
    func package() async throws {
        let scratch = try Scratch()
        _ = try await run("binnacle plugin new light --language swift --source '\(Source.root)'", in: scratch)
        let built = try await run("make -C Plugins/light test", in: scratch)
        #expect(built.status == .code(0), "\(built.output)\(built.error)")
    }

    @Test(
        "what cannot be made says why, and makes nothing",
        arguments: [
            ("new Depth --language c", 2, "'Depth' cannot be the name of a node"),
            ("new depth", 2, "say in what language: --language swift, python, c, cpp"),
            ("new depth --language rust", 2, "'rust' is not one of swift, python, c, cpp"),
            ("new gps --language c", 1, "there is a plugin 'gps' already"),
            ("new depth --language swift --source /", 1, "no checkout of Binnacle"),
            ("check nope", 1, "there is no plugin 'nope'"),
        ]
    )
    func refused(arguments: String, code: Int32, words: String) async throws {
        let scratch = try Scratch()
        let outcome = try await run(
            "binnacle plugin \(arguments)",
            in: scratch,
            plugins: "\(Source.root)/Plugins"
        )
        #expect(outcome.status == .code(code))
        #expect(outcome.error.contains(words), "\(outcome.error)")
        #expect(Source.files(in: "\(scratch.path)/Plugins") == [])
    }

    @Test("a plugin in Swift has another name than the folder of the checkout, whatever its case")
    func nameOfCheckout() async throws {
        let scratch = try Scratch()
        try Directory.create("\(scratch.path)/Light/Sources/Binnacle", mode: 0o700)
        for file in ["Package.swift", "Sources/Binnacle/Plugin.swift"] {
            _ = try scratch.file("Light/\(file)", "")
        }
        let outcome = try await run("binnacle plugin new light --language swift --source Light", in: scratch)
        #expect(outcome.status == .code(1))
        #expect(
            outcome.error.contains("give the plugin another name, or rename that folder"),
            "\(outcome.error)"
        )
        #expect(Source.files(in: "\(scratch.path)/Plugins") == [])
    }

    @Test("a plugin that requires what is not there is not launched until it is, and 'capabilities' tells")
    func capabilities() async throws {
        let bus = try await Bus()
        let chart =
            "id: chart\nversion: 1\nsummary: s\nkind: subscriber\nrun: [sh, -c, 'exit 0']\nrequires: [magnetometer]\n"
        try Directory.create("\(bus.scratch.path)/Plugins/chart", mode: 0o700)
        _ = try bus.scratch.file("Plugins/chart/plugin.yaml", chart)
        let all = "\(Source.root)/Plugins:\(bus.scratch.path)/Plugins"
        let refused = try await run("binnacle run chart", in: bus.scratch, plugins: all)
        #expect(refused.status == .code(2))
        #expect(
            refused.error
                == "command line: node 'chart' requires magnetometer, which no other node of the rig provides, nor any on the bus; "
                + "add a node of a plugin that does (magnetometer, replay), or start one first\n"
        )
        #expect(
            try await bus.run("capabilities", "--json").output.split(separator: "\n").contains(
                #"{"capability":"magnetometer","available":false,"nodes":[]}"#
            )
        )
        let compass = try bus.start("run", "magnetometer", "--name", "compass", "source=csv:-")
        let pipe = try bus.start("run", "replay", "--name", "walk", "source=city-walk")
        try await isReady("walk", in: bus.scratch)
        let table = try await bus.run("capabilities").output
        #expect(table.hasPrefix("CAPABILITY         AVAILABLE  BY\ngps                yes        walk\n"))
        let launched = try await run("binnacle run chart", in: bus.scratch, plugins: all)
        #expect(launched.status == .code(0), "\(launched.error)")
        try await compass.stop()
        try await pipe.stop()
        try await bus.end()
    }

    // MARK: -

    /// What a language needs of which something is missing on this machine.
    private static func missing(_ language: String) -> [String] {
        let files =
            switch language {
            case "c": ["/usr/bin/cc", "/usr/bin/make", "/usr/include/zmq.h"]
            case "cpp":
                ["/usr/bin/g++", "/usr/bin/make", "/usr/include/zmq.hpp", "/usr/include/nlohmann/json.hpp"]
            default: Source.python == nil ? ["pyzmq"] : []
            }
        return files.filter { access($0, R_OK) != 0 }
    }

    private func isReady(_ node: String, in scratch: Scratch) async throws {
        for _ in 0..<500 {
            let list = try await run("binnacle node list --json", in: scratch)
            let line = list.lines.first { $0.contains("\"name\":\"\(node)\"") }
            if line?.contains(#""state":"ready""#) == true { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("\(node) is not ready on the bus")
    }

    /// Runs a line as one types it in the scratch folder, with `binnacle` on the path.
    private func run(_ line: String, in scratch: Scratch, plugins: String = "") async throws
        -> Program.Outcome
    {
        try await start(line, in: scratch, plugins: plugins).ended()
    }

    private func start(_ line: String, in scratch: Scratch, plugins: String = "") throws -> Program {
        let python = Source.python.map { "\($0.dropLast("/python".count)):" } ?? ""
        let path = "\(Program.folder):\(python)\(Environment["PATH"] ?? "")"
        var environment = scratch.environment.merging(["PATH": path, "BINNACLE_PLUGIN_PATH": plugins]) { $1 }
        // No plugins of the user's own, and no files of the test's beside the sources.
        environment.merge(["HOME": scratch.path, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        return try Program(
            "/bin/sh",
            ["-c", "cd '\(scratch.path)' && exec \(exec(line))"],
            environment: environment
        )
    }

    /// A line of several commands needs a shell of its own.
    private func exec(_ line: String) -> String {
        line.contains("&&") || line.contains("'") ? "sh -c \"\(line.replacing("\"", with: "\\\""))\"" : line
    }
}
