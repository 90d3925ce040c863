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

    @Test(
        "when its own bus is killed, a rig starts it again and goes on with what it had",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func ownBus() async throws {
        let scratch = try Scratch()
        let rig = try await rig(scratch)
        let collector = try await scratch.collector()
        let bus = try #require(self.bus(of: rig))
        kill(bus, SIGKILL)
        try await rig.until {
            $0.complained.contains("bus: ended with SIGKILL (killed); restarting in 0.2 s")
        }
        try await rig.until { $0.complained.matches(of: /bus: started/).count == 2 }
        _ = try await collector.tally()
        var tally = try await collector.tally()
        while tally["fix/fusion"] < 3 || tally["heading/fusion"] < 3 { tally = try await collector.tally() }
        #expect(self.bus(of: rig) != bus)
        let pins = try await Program.run("binnacle", ["pin", "list"], environment: scratch.environment)
        #expect(pins.output.contains("Over Here!"), "\(pins.error)")
        for topic in ["fix/fusion", "heading/fusion", "pin/"] {
            let arguments = ["topic", "echo", topic, "--count", "1", "--json", "--timeout", "5"]
            let echo = try await Program.run("binnacle", arguments, environment: scratch.environment)
            #expect(echo.status == .code(0), "\(topic): \(echo.error)")
        }
        let nodes = try await Program.run(
            "binnacle",
            ["node", "list", "--json"],
            environment: scratch.environment
        )
        #expect(nodes.lines.count == 5, "\(nodes.output)\(nodes.error)")
        #expect(!rig.complained.contains("stopping"))
        #expect(try await rig.stop(SIGINT).status == .code(0))
        try await collector.stop()
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
    }

    private func bus(of rig: Program) -> Int32? {
        Processes.children(of: rig.pid).first { Processes.arguments(of: $0).contains("binnacle-bus") }
    }

    @Test("when the launcher of a view is killed, no file of its stays in the folder for temporary files")
    func watched() async throws {
        let scratch = try Scratch()
        let rig = try Program(
            "binnacle",
            ["launch", "--watch", "\(Source.root)/Config/demo.yaml"],
            environment: scratch.environment.merging(["TMPDIR": scratch.path]) { $1 }
        )
        try await rig.until { $0.said.contains("Over Here!") }
        #expect(try await rig.stop(SIGKILL).status == .signal(SIGKILL))
        try await eventually("all end") { Processes.on(scratch) == [] }
        #expect(Source.files(in: scratch.path).filter { $0.hasPrefix("binnacle-launch") } == [])
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
        #expect(nodes.lines.count == 5, "\(nodes.output)\(nodes.error)")
        let pins = try await Program.run("binnacle", ["pin", "list"], environment: scratch.environment)
        #expect(pins.output.contains("Over Here!"), "\(pins.error)")
        #expect(try await rig.stop(SIGINT).status == .code(0))
        try await collector.stop()
        #expect(try await second.stop().status == .code(0))
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
    }
}
