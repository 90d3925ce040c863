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

    /// A subscriber in Python that is subscribed when this returns.
    func collector(_ name: String = "messages.jsonl", prefixes: [String] = []) async throws -> Program {
        let python = try #require(Source.python)
        let collector = try Program(
            python,
            [Source.script("collect.py"), "\(scratch.path)/\(name)"] + prefixes,
            environment: environment
        )
        try await collector.until { $0.said.contains("ready") }
        return collector
    }

    /// Ends the bus and checks that it leaves nothing.
    func end() async throws {
        let outcome = try await program.stop()
        #expect(outcome.status == .code(0))
        #expect(scratch.busIsGone, "the bus leaves its folder behind")
    }
}
