import Glibc
import Messages
import Platform
import Testing

@Suite(
    "A wall clock that is set",
    .serialized,
    .timeLimit(.minutes(30)),
    .enabled(if: Source.python != nil, Source.noPython),
    .enabled(if: WallClockShim.compiler != nil, "there is no gcc; Debian's package gcc brings it")
)
struct FaultClockTests {
    @Test(
        "hours forward and back, for the bus or for all: nothing is lost, gone or late",
        arguments: [false, true]
    )
    func steps(all: Bool) async throws {
        let rig = try FaultRig()
        let shim = try await WallClockShim(in: rig.scratch)
        rig.environment.merge(shim.environment) { $1 }
        try await rig.startBus()
        if !all { for key in shim.environment.keys { rig.environment[key] = nil } }
        try await rig.startWitness()
        try rig.startReplay()
        let pins = try rig.startPins()
        _ = try await rig.startClient()
        try await rig.flow()
        for round in 0..<FaultSeries.rounds {
            for hours in [5, -7, 0] {
                try shim.set(seconds: Int64(hours) * 3600 + Int64(round))
                let before = try await rig.seen()
                // By the bus's timer, which is not to be hurried or held up by the step.
                try await rig.flow(2, of: "status/bus")
                let after = try await rig.seen()
                let messages = count("imu/replay", before, after)
                let seconds = count("status/bus", before, after)
                #expect(
                    messages > 300 * seconds && messages < 3000 * seconds,
                    "\(messages) messages in \(seconds) seconds of the bus"
                )
                #expect(count("status/replay", before, after) >= seconds - 1)
                let list = try await rig.run("node", "list", "--json")
                let states = try list.lines.map { try JSONValue.parse(String($0))["state"]?.text }
                #expect(states == ["ready", "ready"], "\(list.output)\(list.error)")
                let drop = try await rig.run("pin", "drop", "\(round) \(hours)", "--wait", "5")
                #expect(drop.status == .code(0), "\(drop.error)")
                try await rig.lastValues(of: "fix/replay|")
            }
        }
        #expect(try await pins.stop().status == .code(0))
        let figures = try await rig.end()
        guard case .array(let clients)? = figures["clients"] else { return }
        #expect(clients.first?["lost"]?.number == 0 && figures["missing"]?.number == 0, "\(figures)")
        FaultSeries.report("clock of \(all ? "all" : "the bus")", "\(figures)")
    }

    private func count(_ topic: String, _ before: JSONValue, _ after: JSONValue) -> Double {
        (after[topic]?.number ?? 0) - (before[topic]?.number ?? 0)
    }
}
