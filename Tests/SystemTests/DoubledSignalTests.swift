import Glibc
import Platform
import Testing

/// `timeout -s INT` sends its signal to the command, and then to the group that the command is in.
@Suite("One wish to end that comes as two signals", .serialized, .timeLimit(.minutes(2)))
struct DoubledSignalTests {
    /// A node that takes so many seconds to end, and says when it has: hurried by SIGTERM it does not.
    private static func rig(_ seconds: Double) -> String {
        """
        version: 1
        nodes:
          slow:
            run: [sh, -c, "trap 'sleep \(seconds); echo all is put away; exit 0' INT; echo up; while :; do sleep 0.05; done"]
            stop: {grace: 60s}

        """
    }

    @Test("hurries nothing, by timeout itself") func timeout() async throws {
        let scratch = try Scratch()
        let file = try scratch.file("rig.yaml", Self.rig(0.3))
        let outcome = try await Program.run(
            "/usr/bin/timeout",
            ["-s", "INT", "--preserve-status", "3", "\(Program.folder)/binnacle", "launch", file],
            environment: scratch.environment
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
        #expect(outcome.output.contains("all is put away"), "\(outcome.output)\(outcome.error)")
        #expect(Processes.on(scratch) == [], "something is left running")
    }

    @Test("and two wishes hurry it") func twice() async throws {
        let scratch = try Scratch()
        let file = try scratch.file("rig.yaml", Self.rig(50))
        let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await rig.until { $0.said.contains("up") }
        rig.send(SIGINT)
        // Longer than one key press.
        try await Task.sleep(for: .milliseconds(120))
        let outcome = try await rig.stop(SIGINT)
        #expect(outcome.status == .code(0), "\(outcome.error)")
        #expect(!outcome.output.contains("all is put away"), "\(outcome.output)\(outcome.error)")
        #expect(Processes.on(scratch) == [], "something is left running")
    }

    @Test("ends a command that only listens as one does") func listening() async throws {
        let bus = try await Bus()
        let outcome = try await Program.run(
            "/usr/bin/timeout",
            ["-s", "INT", "--preserve-status", "2", "\(Program.folder)/binnacle", "topic", "echo", "fix"],
            environment: bus.environment
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
        try await bus.end()
    }
}
