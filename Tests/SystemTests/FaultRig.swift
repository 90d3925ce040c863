import Glibc
import Messages
import Platform
import Testing

/// A bus, a node that publishes about 2000 messages a second, and a foreign witness: what faults are tried on.
final class FaultRig {
    let scratch: Scratch
    /// What every program of the rig is told.
    var environment: [String: String]
    private(set) var bus: Program?
    private(set) var replay: Program?
    private var witness: Program?
    private var clients: [(name: String, program: Program)] = []

    /// Makes a folder for the rig, and starts nothing.
    init() throws {
        scratch = try Scratch()
        environment = scratch.environment
    }

    /// Starts a whole rig.
    static func started(_ added: [String: String] = [:]) async throws -> FaultRig {
        let rig = try FaultRig()
        rig.environment.merge(added) { $1 }
        try await rig.startBus()
        try await rig.startWitness()
        try rig.startReplay()
        try await rig.flow()
        return rig
    }

    /// Starts the bus, and waits until it has its place.
    func startBus() async throws {
        let bus = try Program("binnacle", ["bus"], environment: environment)
        try await bus.until { $0.said.contains("\n") }
        self.bus = bus
    }

    /// Kills the bus, starts it again, and returns how long it took until last values were there again.
    func restartBus() async throws -> Duration {
        let killed = try await bus?.stop(SIGKILL)
        #expect(killed?.status == .signal(SIGKILL))
        try await startBus()
        let start = ContinuousClock.now
        try await lastValues(of: "fix/replay|")
        return ContinuousClock.now - start
    }

    /// Waits until the bus has last values that begin with a prefix.
    func lastValues(of prefix: String) async throws {
        let python = try #require(Source.python)
        let script = "\(Source.root)/examples/python/last.py"
        try await eventually("there is a last value of \(prefix)", within: .seconds(60)) {
            let asked = try await Program.run(python, [script, prefix], environment: self.environment)
            return asked.status == .code(0) && !asked.output.isEmpty
        }
    }

    /// Starts who publishes: 40 messages a second for each sample of its inertial sensors a second.
    func startReplay(rate: Int = 50) throws {
        let walk = #"{"source": "city-walk", "speed": 20, "rate": \#(rate), "loop": true}"#
        replay = try startNode("replay", walk)
    }

    func killReplay() async throws {
        let killed = try await replay?.stop(SIGKILL)
        #expect(killed?.status == .signal(SIGKILL))
    }

    func startPins() throws -> Program {
        try startNode("pins", #"{"multiple": true, "fix": "fix/replay", "maximum-age": 10}"#)
    }

    private func startNode(_ name: String, _ parameters: String) throws -> Program {
        let own = ["BINNACLE_NODE": name, "BINNACLE_PARAMETERS": parameters]
        return try Program("binnacle-\(name)", environment: environment.merging(own) { $1 })
    }

    func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run("binnacle", arguments, environment: environment)
    }

    /// Starts a client of our own library that shows all that it gets, and says what it has lost.
    func startClient() async throws -> Program {
        let name = "\(scratch.path)/client\(clients.count)"
        let client = try startEcho(output: "\(name).out", error: "\(name).err")
        clients.append((name, client))
        try await eventually("the client shows something") { Source.size(of: "\(name).out") > 0 }
        return client
    }

    /// Starts a client whose messages nobody reads; what it has lost it says in `echo.err`.
    func startQuietClient() throws -> Program {
        try startEcho(output: "/dev/null", error: "\(scratch.path)/echo.err")
    }

    private func startEcho(output: String, error: String) throws -> Program {
        try Program(
            "/bin/sh",
            [
                "-c", #"exec "$0" topic echo --json >"$1" 2>"$2""#, "\(Program.folder)/binnacle", output,
                error,
            ],
            environment: environment
        )
    }

    /// Waits until a client shows what was published within the last second.
    func upToDate(_ client: Program) async throws {
        let name = try #require(clients.first { $0.program === client }?.name)
        let from = WallClock.nanoseconds
        try await eventually("the client is up to date", within: .seconds(60)) {
            let end = try Source.end(of: "\(name).out", bytes: 65_536)
            let lines = end.split(separator: "\n").filter { $0.hasSuffix("}") && $0.hasPrefix("{") }
            guard let last = lines.last, let message = try? JSONValue.parse(String(last)) else {
                return false
            }
            return message["published"]?.number ?? 0 > Double(from)
        }
    }

    /// Kills a client; what it has shown until then is looked at all the same.
    func kill(_ client: Program) async throws {
        #expect(try await client.stop(SIGKILL).status == .signal(SIGKILL))
    }

    func startWitness() async throws {
        let python = try #require(Source.python)
        let witness = try Program(
            python,
            [Source.script("witness.py"), "\(scratch.path)/witness"],
            environment: environment.filter { $0.key != "LD_PRELOAD" }
        )
        self.witness = witness
        try await witness.until { $0.said.contains(bus == nil ? "waiting" : "ready") }
    }

    /// How many messages of each topic the witness has seen since its start.
    func seen() async throws -> JSONValue {
        let witness = try #require(witness)
        let before = answers(of: witness).count
        witness.send(SIGUSR1)
        try await witness.until { answers(of: $0).count > before }
        return try JSONValue.parse(String(try #require(answers(of: witness).last)))
    }

    /// The whole lines that a witness has said of what it has seen.
    private func answers(of witness: Program) -> [Substring] {
        witness.said.split(separator: "\n", omittingEmptySubsequences: false).dropLast().filter {
            $0.hasPrefix("{")
        }
    }

    /// Waits until so many messages more have come through the bus.
    func flow(_ count: Double = 500, of topic: String = "imu/replay") async throws {
        let before = try await seen()[topic]?.number ?? 0
        do {
            try await eventually("\(count) messages more come on \(topic)", within: .seconds(60)) {
                try await self.seen()[topic]?.number ?? 0 >= before + count
            }
        } catch {
            let nodes = try await run("node", "list", "--json")
            let topics = try await run("topic", "list", "--json")
            Issue.record(
                "\(replay?.complained ?? "")\(nodes.output)\(nodes.error)\(topics.output)\(try await seen())"
            )
            throw error
        }
    }

    /// Ends everything in order, compares what was seen with what was said to be lost, and looks for what is left.
    ///
    /// - Returns: the figures of the comparison.
    @discardableResult
    func end() async throws -> JSONValue {
        #expect(try await replay?.stop().status == .code(0))
        // The bus says each second how far every topic is, and so does who has lost the end of one.
        try await flow(2, of: "status/bus")
        var living: [String] = []
        for (name, client) in clients where client.isRunning {
            #expect(try await client.stop().status == .code(0))
            living.append(name)
        }
        try await witness?.stop()
        try await endBus()
        return try await audit(living: living)
    }

    /// Ends the bus, the last of all, and looks for what is left.
    private func endBus() async throws {
        if let bus { #expect(try await bus.stop().status == .code(0)) }
        #expect(scratch.busIsGone, "the bus leaves \(Source.files(in: "\(scratch.path)/bus"))")
        #expect(Processes.on(scratch) == [], "something is left running")
    }

    /// Ends a rig without a witness, and looks for what is left.
    func endWithoutWitness() async throws {
        #expect(try await replay?.stop().status == .code(0))
        try await endBus()
    }

    private func audit(living: [String]) async throws -> JSONValue {
        let names = clients.map { (living.contains($0.name) ? "+" : "") + $0.name }
        let outcome = try await Program.run(
            try #require(Source.python),
            [Source.script("audit.py"), "\(scratch.path)/witness"] + names
        )
        #expect(outcome.status == .code(0), "\(outcome.output)\(outcome.error)")
        return try JSONValue.parse(outcome.output)
    }
}
