import Glibc
import Messages
import Platform
import Testing

@Suite(
    "Starts that go wrong",
    .serialized,
    .timeLimit(.minutes(30)),
    .enabled(if: Source.python != nil, Source.noPython)
)
struct FaultStartTests {
    @Test("of several buses started at once one runs, and the others say who") func race() async throws {
        for _ in 0..<FaultSeries.rounds {
            let scratch = try Scratch()
            var buses = try (0..<4).map { _ in
                try Program("binnacle", ["bus"], environment: scratch.environment)
            }
            // The next ones find what a killed bus has left.
            for _ in 0..<3 {
                let winner = try await winner(of: buses)
                #expect(try await winner.stop(SIGKILL).status == .signal(SIGKILL))
                buses = try (0..<4).map { _ in
                    try Program("binnacle", ["bus"], environment: scratch.environment)
                }
            }
            let last = try await winner(of: buses)
            #expect(try await last.stop().status == .code(0))
            #expect(scratch.busIsGone, "the bus leaves \(Source.files(in: "\(scratch.path)/bus"))")
            #expect(Processes.on(scratch) == [])
        }
        FaultSeries.report("race", "4 buses at once, 4 times a round")
    }

    /// The one bus that runs, once the others have ended as they should.
    private func winner(of buses: [Program]) async throws -> Program {
        try await eventually("all but one have ended") { buses.filter(\.isRunning).count <= 1 }
        let running = buses.first(where: \.isRunning)
        let winner = try #require(running)
        try await winner.until { $0.said.contains("\n") }
        for bus in buses where bus !== winner {
            let outcome = try await bus.ended()
            #expect(outcome.status == .code(1) && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.error.contains("(process \(winner.pid))"), "\(outcome.error)")
        }
        return winner
    }

    @Test("nodes started before the bus say that they wait, and deliver when it comes") func nodesFirst()
        async throws
    {
        for _ in 0..<FaultSeries.rounds {
            let rig = try FaultRig()
            try await rig.startWitness()
            try rig.startReplay()
            let pins = try rig.startPins()
            let replay = try #require(rig.replay)
            for node in [replay, pins] {
                try await node.until {
                    $0.complained.contains("no bus answers at ipc://\(rig.scratch.path)/bus; waiting for one")
                }
            }
            try await rig.startBus()
            try await rig.flow()
            for topic in ["fix/replay|", "status/pins|"] { try await rig.lastValues(of: topic) }
            let drop = try await rig.run("pin", "drop", "here", "--wait", "20")
            #expect(drop.status == .code(0), "\(drop.error)")
            #expect(try await pins.stop().status == .code(0))
            try await rig.end()
        }
        FaultSeries.report("nodes first", "replay and pins")
    }
}
