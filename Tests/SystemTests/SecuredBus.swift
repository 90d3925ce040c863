import Glibc
import Messages
import Platform
import Testing

/// A bus for a test at a folder and, with keys, at ports of the loopback; each client is given what it needs.
final class SecuredBus: Sendable {
    let scratch: Scratch
    let program: Program
    /// Where it asks for keys.
    let address: String

    /// Starts it.
    ///
    /// - Parameters:
    ///   - secured: where it asks for keys.
    ///   - plain: where it asks for none, in place of the folder.
    /// - Throws: that it does not start.
    init(at secured: String = "tcp://127.0.0.1:*", beside plain: String? = nil) async throws {
        scratch = try Scratch()
        let environment = scratch.environment.merging(["BINNACLE_KEYS": "\(scratch.path)/keys"]) { $1 }
        // A bus with keys wants to have some.
        let first = try await Program.run("binnacle", ["keys", "new", "first"], environment: environment)
        #expect(first.status == .code(0), "\(first.error)")
        let arguments = plain.map { ["--address", $0] } ?? []
        program = try Program("binnacle", ["bus", "--secure", secured] + arguments, environment: environment)
        try await program.until { $0.said.contains("(with keys)\n") }
        let lines = program.said.split(separator: "\n")
        if plain == nil { #expect(lines.first.map(String.init) == scratch.environment["BINNACLE_BUS"]) }
        address = String(try #require(lines.last?.split(separator: " ").first))
    }

    /// Runs `binnacle keys` as the bus's owner.
    @discardableResult
    func keys(_ arguments: String...) async throws -> Program.Outcome {
        let environment = ["BINNACLE_KEYS": "\(scratch.path)/keys"]
        let outcome = try await Program.run("binnacle", ["keys"] + arguments, environment: environment)
        #expect(outcome.status == .code(0), "\(outcome.error)")
        return outcome
    }

    /// The environment of a client at the address with keys.
    func environment(key: String?) -> [String: String] {
        var environment = scratch.environment
        environment["BINNACLE_BUS"] = address
        environment["BINNACLE_KEY"] = key.map { $0.hasPrefix("/") ? $0 : "\(scratch.path)/keys/\($0).key" }
        return environment
    }

    /// Runs the command at the address with keys.
    func run(_ arguments: String..., key: String?) async throws -> Program.Outcome {
        try await Program.run("binnacle", arguments, environment: environment(key: key))
    }

    func start(_ arguments: String..., key: String?) throws -> Program {
        try Program("binnacle", arguments, environment: environment(key: key))
    }

    /// Starts the client in Python; without `isSecured` at the folder.
    func python(_ arguments: String..., key: String? = nil, isSecured: Bool = true) throws -> Program {
        let environment = isSecured ? environment(key: key) : scratch.environment
        return try Program(
            try #require(Source.python),
            [Source.script("secured.py")] + arguments,
            environment: environment
        )
    }

    /// Waits until the bus has said something of the sort.
    func says(_ words: String..., or others: String..., at location: SourceLocation = #_sourceLocation)
        async throws
    {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let lines = program.complained.split(separator: "\n")
            let isSaid = lines.contains { line in
                words.allSatisfy { line.contains($0) } || others.contains { line.contains($0) }
            }
            if isSaid { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("the bus does not say \(words): \(program.complained)", sourceLocation: location)
    }

    /// A client that reads everything of a topic's beginning, and is subscribed when this returns.
    func reader(_ topic: String, key: String, asking place: String? = nil) async throws -> Program {
        let reader = try start("topic", "echo", topic, "--json", key: key)
        try await subscribed(1, to: topic, asking: place)
        return reader
    }

    /// Waits until so many subscriptions match a topic, or more.
    func subscribed(_ count: Int, to topic: String, asking place: String? = nil) async throws {
        for _ in 0..<200 {
            let body = #"{"topics":["\#(topic)"]}"#
            let answer = try await Program.run(
                "binnacle",
                ["call", "bus/listeners", body],
                environment: scratch.environment.merging(place.map { ["BINNACLE_BUS": $0] } ?? [:]) { $1 }
            )
            let readers = try? JSONValue.parse(answer.output.trimmed)["topics"]?[topic]
            if (readers?["count"]?.number ?? 0) >= Double(count) { return }
        }
        Issue.record("nobody subscribes to \(topic)")
    }

    /// Ends the bus and checks that it leaves nothing.
    func end() async throws {
        let outcome = try await program.stop()
        #expect(outcome.status == .code(0), "\(outcome.error)")
        #expect(scratch.busIsGone, "the bus leaves its folder behind")
    }
}
