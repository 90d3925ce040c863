import Glibc
import Platform
import Testing

@Suite("How commands end", .serialized, .timeLimit(.minutes(5)))
struct LookEndTests {
    /// Commands that go on by themselves, while messages come on `note/me`.
    private static let endless = [
        "topic echo note/me", "topic echo note/me --json", "topic hz note/me", "topic hz note/me --json",
        "topic bw note/me", "topic bw note/me --json", "topic delay note/me", "topic delay note/me --json",
        "top",
        "top --json", "watch", "watch --json",
    ]
    private static let short = [
        "topic list", "topic list --json", "topic info note/me", "topic info note/me --json", "node list",
        "node info bus", "node info bus --json", "top --once", "top --once --json", "doctor", "doctor --json",
        "completion bash", "call bus/topics",
    ]

    private func publisher(on bus: Bus) async throws -> Program {
        let publisher = try bus.start("topic", "pub", "note/me", "1", "--rate", "100")
        let first = try await bus.run("topic", "echo", "note/me", "--count", "1")
        #expect(first.status == .code(0), "\(first.error)")
        return publisher
    }

    /// Runs a pipeline whose first command is a binnacle, and returns how that ended, and what it complained of.
    private func pipe(_ command: String, into reader: String, on bus: Bus) async throws -> Program.Outcome {
        try await Program.run(
            "/bin/bash",
            ["-c", "\"$0\" \(command) | \(reader); exit \"${PIPESTATUS[0]}\"", "\(Program.folder)/binnacle"],
            environment: bus.environment
        )
    }

    private func isQuiet(_ error: String) -> Bool {
        let words = ["pipe", "Fatal", "error", "failed"]
        return !words.contains { error.contains($0) }
    }

    @Test("every command ends in silence when its reader goes away") func readerGone() async throws {
        let bus = try await Bus()
        let publisher = try await publisher(on: bus)
        for command in Self.endless {
            let outcome = try await pipe(command, into: "head -n 1", on: bus)
            #expect(outcome.status == .code(128 + SIGPIPE), "\(command): \(outcome.error)")
            #expect(outcome.lines.count == 1, "\(command)")
            #expect(isQuiet(outcome.error), "\(command): \(outcome.error)")
        }
        for command in Self.short {
            // A short answer may fit into the pipe before its reader has gone.
            let outcome = try await pipe(command, into: "true", on: bus)
            #expect(
                [.code(0), .code(128 + SIGPIPE)].contains(outcome.status),
                "\(command): \(outcome.error)"
            )
            #expect(isQuiet(outcome.error), "\(command): \(outcome.error)")
        }
        #expect(try await publisher.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test(
        "a reader that has gone is noticed while nothing comes",
        arguments: ["topic echo", "topic hz", "topic bw"]
    )
    func readerGoneInSilence(command: String) async throws {
        let bus = try await Bus()
        let outcome = try await pipe("\(command) fix/nobody", into: "true", on: bus)
        #expect(outcome.status == .code(128 + SIGPIPE), "\(outcome.error)")
        try await bus.end()
    }

    @Test("Ctrl-C ends every command, by itself and well") func interrupted() async throws {
        let bus = try await Bus()
        let publisher = try await publisher(on: bus)
        for command in Self.endless {
            let words = command.split(separator: " ").map(String.init)
            let program = try Program("binnacle", words, environment: bus.environment)
            try await program.until { $0.said.contains("\n") }
            let outcome = try await program.stop(SIGINT)
            #expect(outcome.status == .code(0), "\(command): \(outcome.error)")
            #expect(isQuiet(outcome.error), "\(command): \(outcome.error)")
        }
        #expect(try await publisher.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("Ctrl-C ends a command that waits for its input") func interruptedInput() async throws {
        let bus = try await Bus()
        let pipe = "\(bus.scratch.path)/input"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Its writer stays: the input comes to no end.
        let keeper = OwnedDescriptor(try SystemFile.open(pipe, O_RDWR))
        let program = try Program(
            "/bin/bash",
            ["-c", "exec \"$0\" topic pub note/me --stdin < \"$1\"", "\(Program.folder)/binnacle", pipe],
            environment: bus.environment
        )
        _ = try keeper.write(Array("1\n2\n".utf8))
        let echo = try await bus.run("topic", "echo", "note/me", "--timeout", "2")
        #expect(echo.lines.last == "note/me 2")
        let outcome = try await program.stop(SIGINT)
        #expect(outcome.status == .code(0), "\(outcome.error)")
        #expect(outcome.error.contains("published 2 messages on note/me"))
        try await bus.end()
    }

    @Test("Ctrl-C ends a command that waits for somebody, by itself and as not done") func interruptedWaits()
        async throws
    {
        let bus = try await Bus()
        for words in [["--stdin"], ["1"]] {
            let program = try Program(
                "binnacle",
                ["topic", "pub", "note/me", "--wait", "--timeout", "100"] + words,
                environment: bus.environment
            )
            try await program.until { $0.complained.contains("waiting for a reader") }
            let outcome = try await program.stop(SIGINT)
            #expect(outcome.status == .code(130), "\(words): \(outcome.error)")
            #expect(outcome.error.contains("published 0 messages on note/me; no reader"), "\(outcome.error)")
        }
        let pins = try bus.start("run", "pins", "store=memory:")
        try await pins.until { $0.complained.contains("pins: ready") }
        // Asks until there is a fix, and nobody sends one.
        try await interrupt(["pin", "drop", "--wait", "100"], on: bus)
        let plugin = try #require(
            Processes.children(of: pins.pid).first { pid in
                Processes.arguments(of: pid).first?.hasSuffix("/binnacle-pins") == true
            }
        )
        // It is on the bus, and answers nothing.
        kill(plugin, SIGSTOP)
        try await interrupt(["call", "pins/list", "--timeout", "100"], on: bus)
        try await interrupt(["topic", "echo", "note/nothing", "--count", "3"], on: bus)
        kill(plugin, SIGCONT)
        #expect(try await pins.stop(SIGINT).status == .code(0))
        bus.program.send(SIGSTOP)
        try await interrupt(["topic", "list"], on: bus)
        bus.program.send(SIGCONT)
        try await bus.end()
    }

    /// Sends Ctrl-C to a command that waits, once it takes that signal.
    private func interrupt(_ words: [String], on bus: Bus) async throws {
        let program = try Program("binnacle", words, environment: bus.environment)
        try await eventually("\(words) never takes SIGINT") { Processes.takes(SIGINT, program.pid) }
        let outcome = try await program.stop(SIGINT)
        #expect(outcome.status == .code(130), "\(words): \(outcome.error)")
        #expect(outcome.output == "" && outcome.error == "", "\(words): \(outcome)")
    }

    @Test("Ctrl-C ends a command whose reader reads no more") func interruptedOutput() async throws {
        let bus = try await Bus()
        let publisher = try bus.start(
            "topic",
            "pub",
            "note/me",
            "\"\(String(repeating: "x", count: 4000))\"",
            "--rate",
            "200"
        )
        let pipe = "\(bus.scratch.path)/output"
        #expect(mkfifo(pipe, 0o600) == 0)
        let keeper = OwnedDescriptor(try SystemFile.open(pipe, O_RDWR | O_NONBLOCK))
        let program = try Program(
            "/bin/bash",
            ["-c", "exec \"$0\" topic echo note/me > \"$1\"", "\(Program.folder)/binnacle", pipe],
            environment: bus.environment
        )
        // The pipe is full when it has no room for another page.
        try await eventually("the pipe is never full") {
            var item = pollfd(fd: keeper.number, events: Int16(POLLOUT), revents: 0)
            return poll(&item, 1, 0) == 0
        }
        let outcome = try await program.stop(SIGINT)
        #expect(outcome.status == .signal(SIGINT), "\(outcome.status) \(outcome.error)")
        #expect(try await publisher.stop(SIGINT).status == .code(0))
        try await bus.end()
    }
}
