import Glibc
import Platform
import Testing

/// A bus for a test, as its own process, and a foreign subscriber that writes down everything that comes over it.
final class Bus: Sendable {
    let scratch: Scratch
    let program: Program

    init() async throws {
        scratch = try Scratch()
        program = try Program("binnacle", ["bus"], environment: scratch.environment)
        try await program.until { $0.said.contains("\n") }
    }

    var environment: [String: String] { scratch.environment }

    func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run("binnacle", arguments, environment: environment)
    }

    func start(_ arguments: String...) throws -> Program {
        try Program("binnacle", arguments, environment: environment)
    }

    /// Runs a launch file of the project's to its end, which is to be a good one.
    @discardableResult
    func launch(_ file: String, _ arguments: String...) async throws -> Program.Outcome {
        let outcome = try await Program.run(
            "binnacle",
            ["launch", "\(Source.root)/Config/\(file)"] + arguments,
            environment: environment
        )
        #expect(outcome.status == .code(0), "\(file) \(arguments): \(outcome.output)\(outcome.error)")
        return outcome
    }

    /// A subscriber in Python that is subscribed when this returns.
    func collector(_ name: String = "messages.jsonl", prefixes: [String] = []) async throws -> Program {
        try await scratch.collector(name, prefixes: prefixes)
    }

    /// Ends a subscriber, and returns what it has seen.
    func messages(of collector: Program, _ name: String = "messages.jsonl") async throws -> (
        [Collected], Tally
    ) {
        let tally = try Tally(line: try #require(try await collector.stop().lines.last))
        return (try scratch.text(of: name).split(separator: "\n").map(Collected.init), tally)
    }

    /// Ends the bus and checks that it leaves nothing.
    func end() async throws {
        let outcome = try await program.stop()
        #expect(outcome.status == .code(0))
        #expect(scratch.busIsGone, "the bus leaves its folder behind")
        #expect(Processes.on(scratch) == [], "something is left running")
    }
}

extension Scratch {
    /// A subscriber in Python; it may start before the bus, and is subscribed when this returns.
    func collector(_ name: String = "messages.jsonl", prefixes: [String] = []) async throws -> Program {
        let python = try #require(Source.python)
        let collector = try Program(
            python,
            [Source.script("collect.py"), "\(path)/\(name)"] + prefixes,
            environment: environment
        )
        try await collector.until { $0.said.contains("ready") }
        return collector
    }
}

extension Program {
    /// What a collector has seen since it was last asked.
    func tally() async throws -> Tally {
        let before = said.utf8.count
        send(SIGUSR1)
        try await until { $0.said.utf8.count > before && $0.said.hasSuffix("\n") }
        return try Tally(line: try #require(said.split(separator: "\n").last))
    }
}
