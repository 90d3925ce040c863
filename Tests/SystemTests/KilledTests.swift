import Glibc
import Platform
import Testing

@Suite("A rig whose parts are killed", .serialized, .timeLimit(.minutes(5)))
struct KilledTests {
    private func rig(_ scratch: Scratch, speed: String = "2") async throws -> Program {
        let rig = try Program(
            "binnacle",
            ["launch", "\(Source.root)/Config/demo.yaml", "speed=\(speed)"],
            environment: scratch.environment
        )
        try await rig.until { $0.complained.contains("drop: ended with exit code 0") }
        return rig
    }

    @Test("when the launcher is killed, its nodes and its bus end, and the sockets are gone")
    func launcher() async throws {
        let scratch = try Scratch()
        let rig = try await rig(scratch)
        let children = Processes.children(of: rig.pid)
        #expect(children.count == 6)
        #expect(try await rig.stop(SIGKILL).status == .signal(SIGKILL))
        try await eventually("all end") { !children.contains(where: Processes.isAlive) }
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
    }

    @Test("when its bus is killed, a rig says so and ends, and the next one starts in its place")
    func ownBus() async throws {
        let scratch = try Scratch()
        let first = try await rig(scratch)
        let bus = try #require(
            Processes.children(of: first.pid).first { Processes.arguments(of: $0).contains("bus") }
        )
        kill(bus, SIGKILL)
        let outcome = try await first.ended()
        #expect(outcome.status != .code(0))
        #expect(outcome.error.contains("bus: ended with SIGKILL"))
        #expect(outcome.error.contains("stopping, because bus is required"))
        #expect(Processes.on(scratch) == [])

        let second = try await rig(scratch)
        #expect(try await second.stop(SIGINT).status == .code(0))
        #expect(scratch.busIsGone)
    }

    @Test(
        "when a bus of its own is killed and started again, the nodes and a bare subscriber go on with it",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func otherBus() async throws {
        let scratch = try Scratch()
        let first = try Program("binnacle", ["bus"], environment: scratch.environment)
        try await first.until { $0.said.contains("\n") }
        let collector = try await scratch.collector()
        let rig = try await rig(scratch)
        #expect(try await first.stop(SIGKILL).status == .signal(SIGKILL))
        let second = try Program("binnacle", ["bus"], environment: scratch.environment)
        try await second.until { $0.said.contains("\n") }
        _ = try await collector.tally()
        var tally = try await collector.tally()
        while tally["fix/fusion"] < 3 || tally["heading/fusion"] < 3 { tally = try await collector.tally() }
        let nodes = try await Program.run(
            "binnacle",
            ["node", "list", "--json"],
            environment: scratch.environment
        )
        #expect(nodes.lines.count == 4, "\(nodes.output)\(nodes.error)")
        let pins = try await Program.run("binnacle", ["pin", "list"], environment: scratch.environment)
        #expect(pins.output.contains("Over Here!"), "\(pins.error)")
        #expect(try await rig.stop(SIGINT).status == .code(0))
        try await collector.stop()
        #expect(try await second.stop().status == .code(0))
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
    }
}
