import Glibc
import Messages
import Platform
import Testing

@Suite(
    "Faults under 2000 messages a second",
    .serialized,
    .timeLimit(.minutes(60)),
    .enabled(if: Source.python != nil, Source.noPython)
)
struct FaultTests {
    @Test("the bus, a publisher or a subscriber is killed: what is lost is told, and all go on") func killed()
        async throws
    {
        let rig = try await FaultRig.started()
        let pins = try rig.startPins()
        let steady = try await rig.startClient()
        var client = try await rig.startClient()
        var slowest = Duration.zero
        for _ in 0..<FaultSeries.rounds {
            // Each in turn, then one at random.
            for victim in [0, 1, 2, .random(in: 0..<3)] {
                // Faults come at any moment.
                try await Task.sleep(for: .milliseconds(.random(in: 0..<200)))
                switch victim {
                case 0:
                    slowest = max(slowest, try await rig.restartBus())
                case 1:
                    try await rig.killReplay()
                    try rig.startReplay()
                default:
                    try await rig.kill(client)
                    client = try await rig.startClient()
                }
                try await rig.flow()
            }
        }
        let list = try await rig.run("pin", "list")
        #expect(list.status == .code(0), "the pins have not come back: \(list.error)")
        #expect(try await pins.stop().status == .code(0))
        #expect(steady.isRunning, "the subscriber that nobody has killed has ended")
        let figures = try await rig.end()
        FaultSeries.report("killed", "last values at the latest \(slowest) after the bus: \(figures)")
    }

    @Test("a subscriber is stopped: it counts what it has lost, and no other loses anything") func stopped()
        async throws
    {
        let rig = try await FaultRig.started()
        let bystander = try await rig.startClient()
        let client = try await rig.startClient()
        var most = 0
        for round in 0..<FaultSeries.rounds {
            client.send(SIGSTOP)
            let start = ContinuousClock.now
            let before = try #require(rig.bus.flatMap { Processes.resident($0.pid) })
            // More than the bus keeps for one subscriber.
            let flood = try await Program.run(
                try #require(Source.python),
                [Source.script("flood.py"), "flood/\(round)", "30000", "8000"],
                environment: rig.environment
            )
            #expect(flood.status == .code(0), "\(flood.error)")
            // What its last messages were, nobody but the bus can tell.
            try await rig.killReplay()
            try rig.startReplay()
            if FaultSeries.isFull { try await Task.sleep(until: start + .seconds(30)) }
            let after = try #require(rig.bus.flatMap { Processes.resident($0.pid) })
            most = max(most, after - before)
            // 20 000 messages of 300 bytes, and what libzmq adds to each.
            #expect(
                after - before < 64 << 20,
                "the bus takes \(after - before) bytes for one that is stopped"
            )
            client.send(SIGCONT)
            try await rig.upToDate(client)
            try await rig.upToDate(bystander)
            // Of publishers that are no more it hears with the bus's next status.
            try await rig.flow(2, of: "status/bus")
        }
        let figures = try await rig.end()
        guard case .array(let clients)? = figures["clients"], clients.count == 2 else {
            Issue.record("\(figures)")
            return
        }
        #expect(clients[0]["lost"]?.number == 0, "the bystander loses something")
        #expect(clients[1]["lost"]?.number ?? 0 > 0, "nothing was lost: the test shows nothing")
        #expect(figures["missing"]?.number == 0, "the witness loses something")
        FaultSeries.report("stopped", "at most \(most) bytes for it: \(figures)")
    }

    @Test("the bus's folder is removed: it is there again, nothing is lost, and the next bus finds it")
    func folderRemoved() async throws {
        let rig = try await FaultRig.started()
        _ = try await rig.startClient()
        for round in 0..<FaultSeries.rounds {
            let removal = try await Program.run("/bin/rm", ["-rf", "\(rig.scratch.path)/bus"])
            #expect(removal.status == .code(0))
            // It can be joined again.
            try await rig.lastValues(of: "fix/replay|")
            try await rig.flow()
            let second = try await rig.run("bus")
            #expect(
                second.status == .code(1) && second.error.contains("(process \(rig.bus?.pid ?? 0))"),
                "\(second.error)"
            )
            // Those who had a connection have a way back too.
            if round % 2 == 1 { _ = try await rig.restartBus() }
        }
        let figures = try await rig.end()
        FaultSeries.report("folder removed", "\(figures)")
    }

    @Test("200 subscribers join at once: each has all last values, and no other loses anything") func crowd()
        async throws
    {
        let rig = try await FaultRig.started()
        _ = try await rig.startClient()
        for _ in 0..<FaultSeries.rounds {
            let crowd = try await Program.run(
                try #require(Source.python),
                [Source.script("crowd.py"), "200", "imu/replay"],
                environment: rig.environment
            )
            let said = try JSONValue.parse(crowd.output)
            #expect(
                said["complete"]?.number == 200 && said["faults"] == .array([]),
                "\(crowd.output)\(crowd.error)"
            )
            #expect(said["least"]?.number ?? 0 >= 4, "\(crowd.output)")
            try await rig.flow()
        }
        let figures = try await rig.end()
        guard case .array(let clients)? = figures["clients"] else { return }
        #expect(clients.first?["lost"]?.number == 0 && figures["missing"]?.number == 0, "\(figures)")
        FaultSeries.report("crowd", "\(figures)")
    }
}
