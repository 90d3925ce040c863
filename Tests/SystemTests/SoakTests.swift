import Glibc
import Messages
import Platform
import Testing

@Suite(
    "A bus that goes on for long",
    .serialized,
    .timeLimit(.minutes(60)),
    .enabled(if: Source.python != nil, Source.noPython)
)
struct SoakTests {
    /// How long: `BINNACLE_SOAK_SECONDS`, else 20.
    private static let seconds =
        Environment["BINNACLE_SOAK_SECONDS"].flatMap { Int($0) }.map { max($0, 10) } ?? 20
    /// How much more memory a short run may take in its last two thirds, KiB: what waits while the machine is busy is no leak, and 64 bytes
    /// for each message are more.
    private static let settling = 4096.0

    @Test("5000 messages a second, subscribers that come and go: nothing is lost, and memory is flat")
    func soak() async throws {
        let rig = try FaultRig()
        let python = try #require(Source.python)
        try await rig.startBus()
        let pins = try rig.startPins()
        try rig.startReplay(rate: 125)
        let echo = try rig.startQuietClient()
        let visitors = try Program(python, [Source.script("visit.py"), "3"], environment: rig.environment)
        let nodes = [("bus", rig.bus), ("replay", rig.replay), ("pins", pins), ("echo", echo)]
        let processes = nodes.compactMap { name, program in program.map { "\(name)=\($0.pid)" } }
        let soak = try Program(
            python,
            [Source.script("soak.py"), "\(Self.seconds)"] + processes,
            environment: rig.environment
        )
        // Clients of our own library come and go too.
        while soak.isRunning {
            let visit = try await rig.run("topic", "echo", "fix/", "--count", "20", "--timeout", "20")
            #expect(visit.status == .code(0) && visit.error.isEmpty, "\(visit.error)")
        }
        let visited = try await visitors.stop()
        #expect(
            try JSONValue.parse(visited.output)["wrong"]?.number == 0,
            "\(visited.output)\(visited.error)"
        )
        #expect(try await echo.stop().status == .code(0))
        #expect(try rig.scratch.text(of: "echo.err").isEmpty, "our own subscriber has lost something")
        #expect(try await pins.stop().status == .code(0))
        let outcome = try await soak.ended()
        let said = try JSONValue.parse(String(try #require(outcome.lines.last)))
        #expect(said["messages"]?.number ?? 0 > 3000 * Double(Self.seconds), "\(outcome.output)")
        #expect(said["gaps"] == .object(JSONObject()) && said["repeats"]?.number == 0, "\(outcome.output)")
        guard case .object(let memory)? = said["memory"] else { return }
        for member in memory.members { checkFlat(member.value, of: member.key) }
        try await rig.endWithoutWitness()
    }

    private func checkFlat(_ samples: JSONValue, of name: String) {
        guard case .array(let all) = samples else { return }
        let late = all.compactMap(\.number).dropFirst(all.count / 3)
        guard let least = late.min(), let most = late.max() else {
            Issue.record("\(name) has no samples")
            return
        }
        let limit = Self.seconds >= 600 ? least * 0.02 : max(least * 0.02, Self.settling)
        #expect(most - least <= limit, "\(name) grows from \(least) to \(most) KiB")
        if Self.seconds >= 600 { print("\(name): \(least) to \(most) KiB in the last two thirds") }
    }
}
