import Glibc
import Messages
import Platform
import Testing

@Suite("Help for who types", .serialized, .timeLimit(.minutes(5)))
struct LookHelpTests {
    private static let verbs = [
        "topic info", "topic pub", "topic hz", "topic bw", "topic delay", "node info", "top", "doctor",
        "completion",
    ]

    @Test("every verb that looks inside explains itself, with an example", arguments: verbs) func help(
        verb: String
    )
        async throws
    {
        let words = verb.split(separator: " ").map(String.init)
        let outcome = try await Program.run("binnacle", words + ["--help"])
        #expect(outcome.status == .code(0))
        #expect(outcome.error == "")
        #expect(outcome.output.contains("Usage:\n  " + (["binnacle"] + words).joined(separator: " ")))
        #expect(outcome.output.contains("Examples:\n"))
    }

    /// Completes a command line with real bash.
    private func complete(_ words: String..., on bus: Bus) async throws -> [Substring] {
        let script = """
            source <("$0" completion bash)
            COMP_WORDS=("$0" "$@"); COMP_CWORD=$#
            _binnacle
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try await Program.run(
            "/bin/bash",
            ["-c", script, "\(Program.folder)/binnacle"] + words,
            environment: bus.environment
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
        #expect(outcome.error == "")
        return outcome.lines
    }

    @Test("bash completes verbs, options, topics, nodes, methods and files") func completion() async throws {
        let bus = try await Bus()
        let pins = try bus.start("run", "pins", "store=memory:")
        try await pins.until { $0.complained.contains("pins: ready") }
        for topic in ["fix/one", "fix/two"] {
            #expect(try await bus.run("topic", "pub", topic, "{}", "--raw").status == .code(0))
        }
        #expect(try await complete("t", on: bus) == ["topic", "top"])
        #expect(try await complete("topic", "d", on: bus) == ["delay"])
        #expect(try await complete("topic", "hz", "--w", on: bus) == ["--window"])
        #expect(try await complete("topic", "echo", "fix/", on: bus) == ["fix/one", "fix/two"])
        #expect(try await complete("node", "info", "p", on: bus) == ["pins"])
        #expect(try await complete("call", "pins/", on: bus) == ["pins/clear", "pins/drop", "pins/list"])
        #expect(
            try await complete("launch", "\(Source.root)/Config/de", on: bus) == [
                "\(Source.root)/Config/demo.yaml"
            ]
        )
        let address = try #require(bus.environment["BINNACLE_BUS"]).split(separator: ":").map(String.init)
        let here = try await complete(
            "topic",
            "info",
            "--address",
            address[0],
            ":",
            address[1],
            "fix/t",
            on: bus
        )
        #expect(here == ["fix/two"])
        #expect(
            try await complete("topic", "info", "--address", "ipc", ":", "///nowhere", "fix/t", on: bus) == []
        )
        #expect(try await pins.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("the doctor passes a bus that is well, and fails one that is dead, with what to do") func doctor()
        async throws
    {
        let bus = try await Bus()
        let environment = bus.environment.merging(["BINNACLE_KEYS": "\(bus.scratch.path)/keys"]) { $1 }
        func doctor(_ arguments: String...) async throws -> Program.Outcome {
            try await Program.run("binnacle", ["doctor"] + arguments, environment: environment)
        }
        let well = try await doctor()
        #expect(well.status == .code(0), "\(well.output)")
        for check in [
            "address", "meeting", "folder", "lock", "bus", "contract", "bus-clock", "clock", "libzmq", "keys",
        ] {
            #expect(well.lines.contains { $0.hasPrefix("PASS \(check): ") }, "\(check): \(well.output)")
        }
        let objects = try await doctor("--json").lines.map { try JSONValue.parse(String($0)) }
        #expect(objects.count == well.lines.count)
        #expect(objects.allSatisfy { $0["check"] != nil && $0["detail"] != nil })

        kill(bus.program.pid, SIGKILL)
        _ = try await bus.program.ended()
        let dead = try await doctor()
        #expect(dead.status == .code(1))
        #expect(
            dead.lines.contains { $0.hasPrefix("FAIL bus: no bus answers at") && $0.contains("binnacle bus") }
        )
        #expect(
            dead.lines.contains {
                $0.hasPrefix("WARN lock: left by a bus that was killed (process \(bus.program.pid))")
            }
        )
        #expect(dead.lines.contains { $0.hasPrefix("WARN sockets: publish, subscribe, request left over") })
        chmod("\(bus.scratch.path)/bus", 0o750)
        #expect(
            try await doctor().lines.contains { $0.hasPrefix("FAIL folder: ") && $0.contains("chmod 700") }
        )
    }
}
