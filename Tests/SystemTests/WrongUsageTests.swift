import Glibc
import Messages
import Platform
import Testing

@Suite("A plugin that is used wrongly", .serialized, .timeLimit(.minutes(2)))
struct WrongUsageTests {
    /// Starts a plugin as a launcher would, which would not start it with such parameters.
    private func start(_ parameters: String, on bus: Bus) throws -> Program {
        try Program(
            "binnacle-fusion",
            environment: bus.environment.merging([
                "BINNACLE_PARAMETERS": parameters, "BINNACLE_NODE": "chooser",
            ]) { $1 }
        )
    }

    @Test("leaves its name to who is started right after it") func again() async throws {
        let bus = try await Bus()
        let right = #"{"calibration":"memory:"}"#
        for _ in 0..<10 {
            // One that cannot be read, and one that the plugin refuses itself.
            for wrong in [#"{"hold":"long"}"#, #"{"orientation":"sideways"}"#] {
                let outcome = try await start(wrong, on: bus).ended()
                #expect(outcome.status == .code(2), "\(outcome.error)")
            }
            let program = try start(right, on: bus)
            try await eventually("it is not let in: \(program.complained)") {
                let nodes = try await bus.run("node", "list", "--json").lines
                return try nodes.contains { line in
                    let node = try JSONValue.parse(String(line))
                    return node["name"]?.text == "chooser" && node["pid"]?.number == Double(program.pid)
                }
            }
            #expect(try await program.stop(SIGINT).status == .code(0))
        }
        try await bus.end()
    }
}
