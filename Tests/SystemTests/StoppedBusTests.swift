import Glibc
import Messages
import Platform
import Testing

@Suite("Commands and a bus that says nothing", .serialized, .timeLimit(.minutes(5)))
struct StoppedBusTests {
    /// Each with a limit of a second.
    private static let commands = [
        "topic echo --timeout 1", "topic echo --duration 1", "topic hz note/me --timeout 1",
        "topic bw note/me --duration 1", "topic delay note/me --timeout 1", "topic pub note/me 1 --timeout 1",
        "topic pub note/me 1 --wait --timeout 1", "ready --timeout 1", "ready --wait --timeout 1",
    ]

    @Test("hold their limits and say that nothing came", arguments: commands)
    func stopped(command: String) async throws {
        let bus = try await Bus()
        bus.program.send(SIGSTOP)
        let program = try Program(
            "binnacle",
            command.split(separator: " ").map(String.init),
            environment: bus.environment
        )
        // Without its limit it would wait for ten seconds.
        let outcome = try #require(try await program.ended(within: .seconds(8)))
        #expect(outcome.status == .code(3), "\(outcome.error)")
        #expect(outcome.error.contains("something listens at ipc://"), "\(outcome.error)")
        bus.program.send(SIGCONT)
        try await bus.end()
    }

    @Test("are told by the doctor what the matter is, soon and with the rest of its checks")
    func stoppedDoctor() async throws {
        let bus = try await Bus()
        bus.program.send(SIGSTOP)
        // It gives the bus 5 s; without a limit it would wait for as long as the bus is stopped.
        let outcome = try #require(
            try await Program("binnacle", ["doctor"], environment: bus.environment).ended(
                within: .seconds(20)
            )
        )
        #expect(outcome.status == .code(1), "\(outcome.error)")
        #expect(
            outcome.lines.contains {
                $0.hasPrefix("FAIL bus: something listens at ipc://") && $0.contains("held up or stopped")
            },
            "\(outcome.output)"
        )
        #expect(outcome.lines.contains { $0.hasPrefix("PASS libzmq: ") }, "\(outcome.output)")
        bus.program.send(SIGCONT)
        try await bus.end()
    }

    @Test(
        "hold them where the bus answers and takes no subscription",
        arguments: ["topic hz note/me --timeout 1", "topic pub note/me 1 --timeout 1"]
    )
    func blocked(command: String) async throws {
        let bus = try await Bus()
        let folder = try #require(bus.environment["BINNACLE_BUS"]?.dropFirst("ipc://".count)).description
        unlink("\(folder)/subscribe")
        #expect(mkdir("\(folder)/subscribe", 0o700) == 0 && mkdir("\(folder)/subscribe/full", 0o700) == 0)
        let words = command.split(separator: " ").map(String.init)
        let outcome = try #require(
            try await Program("binnacle", words, environment: bus.environment).ended(within: .seconds(8))
        )
        #expect(outcome.status == .code(3), "\(outcome.error)")
        #expect(outcome.error.contains("has taken no subscription within 1 s"), "\(outcome.error)")
        let doctor = try await bus.run("doctor")
        #expect(doctor.output.contains("FAIL sockets: \(folder)/subscribe is no socket"), "\(doctor.output)")
        rmdir("\(folder)/subscribe/full")
        // The bus takes its place again before it ends, and so leaves nothing behind.
        let echo = try bus.start("topic", "echo", "status/bus", "--count", "1")
        #expect(try await echo.ended().status == .code(0))
        try await bus.end()
    }

    @Test(
        "a bus whose standard error nobody reads goes on, and says later that something was left out",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func fullStandardError() async throws {
        let scratch = try Scratch()
        let outcome = try await Program.run(
            try #require(Source.python),
            [Source.script("full_stderr.py"), "\(Program.folder)/binnacle", "\(scratch.path)/bus"]
        )
        let said = try JSONValue.parse(outcome.output)
        guard case .array(let answers)? = said["answers"] else {
            Issue.record("\(outcome.output)\(outcome.error)")
            return
        }
        #expect(answers.count == 2 && answers.allSatisfy { $0.text?.contains("result") == true })
        #expect(said["said"]?.text?.contains("1 messages have been left out") == true, "\(outcome.output)")
        #expect(said["status"]?.number == 0)
    }

    @Test("a bus is not given one address twice, and a program goes to no address of all networks")
    func addresses() async throws {
        let bus = try await Bus()
        let place = try #require(bus.environment["BINNACLE_BUS"]) + "2"
        let twice = try await bus.run("bus", "--address", place, "--address", place)
        #expect(twice.status == .code(1))
        #expect(twice.error.contains("\(place) is given twice: once is enough"), "\(twice.error)")
        let everywhere = try await bus.run("topic", "list", "--address", "tcp://*:7750")
        #expect(everywhere.status == .code(1))
        #expect(
            everywhere.error.contains("tcp://127.0.0.1:7750 on the bus's own machine"),
            "\(everywhere.error)"
        )
        try await bus.end()
    }
}
