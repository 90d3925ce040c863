import Glibc
import Messages
import Platform
import Testing

@Suite("Several rigs, and launchers that do not answer", .serialized, .timeLimit(.minutes(5)))
struct RigTwiceTests {
    private func run(_ scratch: Scratch, _ words: String...) async throws -> Program.Outcome {
        try await Program.run("binnacle", words, environment: scratch.environment)
    }

    private func states(_ scratch: Scratch) async throws -> [JSONValue] {
        let outcome = try await run(scratch, "ps", "--json")
        #expect(outcome.status == .code(0), "\(outcome.error)")
        return try outcome.lines.map { try JSONValue.parse(String($0)) }
    }

    @Test(
        "rigs that are launched at once on a bus that is not there share one, and what is there already is refused"
    )
    func atOnce() async throws {
        let scratch = try Scratch()
        for folder in ["one", "two"] {
            try scratch.folder(folder)
            _ = try scratch.file(
                "\(folder)/rig.yaml",
                "version: 1\nnodes: {\(folder): {run: [sleep, '1000']}}\n"
            )
        }
        let same = try scratch.file(
            "same.yaml",
            "version: 1\nnodes: {pins: {plugin: pins, parameters: {store: 'memory:', fix: fix/me}}}\n"
        )
        let files = ["\(scratch.path)/one/rig.yaml", "\(scratch.path)/two/rig.yaml", same, same]
        let programs = try files.map {
            try Program("binnacle", ["launch", "-d", $0], environment: scratch.environment)
        }
        var outcomes: [Program.Outcome] = []
        for program in programs { outcomes.append(try await program.ended()) }
        for outcome in outcomes.prefix(2) { #expect(outcome.status == .code(0), "\(outcome.error)") }
        #expect(Set(outcomes.suffix(2).map { "\($0.status)" }) == ["exit code 0", "exit code 2"])
        let refused = try #require(outcomes.last { $0.status == .code(2) })
        #expect(refused.error.contains("there is a node 'pins'"), "\(refused.error)")

        let all = try await states(scratch)
        #expect(all.filter { $0["name"]?.text == "bus" }.count == 1)
        #expect(Set(all.compactMap { $0["launcher"]?.text }).count == 3)
        // Each has a file of its own for its lines.
        let logs = Source.files(in: "\(scratch.path)/state/binnacle").filter { !$0.hasSuffix(".1") }.sorted()
        #expect(logs.filter { $0.hasPrefix("launch-rig") } == ["launch-rig-2.log", "launch-rig.log"])
        // The rig with the bus goes last.
        let owner = all.first { $0["name"]?.text == "bus" }?["launcher"]?.text
        for rig in Set(all.compactMap { $0["launcher"]?.text }).sorted(by: {
            ($0 == owner ? 1 : 0, $0) < ($1 == owner ? 1 : 0, $1)
        }) {
            let down = try await run(scratch, "down", "--rig", rig)
            #expect(down.status == .code(0), "\(down.error)")
        }
        #expect(Processes.on(scratch) == [])
    }

    @Test("of two rigs with programs of one name the one that is meant has to be named")
    func named() async throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            "rig.yaml",
            "version: 1\nnodes: {calm: {run: [sh, -c, 'echo hi; exec sleep 1000']}}\n"
        )
        #expect(try await run(scratch, "launch", "-d", file).status == .code(0))
        #expect(try await run(scratch, "launch", "-d", file).status == .code(0))
        let rigs = Set(try await states(scratch).compactMap { $0["launcher"]?.text })
        let second = try #require(rigs.first { $0 != "launch" })
        for words in [["stop", "calm"], ["restart", "calm"], ["logs", "calm"], ["set", "calm", "a=1"]] {
            let outcome = try await Program.run("binnacle", words, environment: scratch.environment)
            #expect(outcome.status == .code(2))
            #expect(
                outcome.error.contains("several rigs have a node 'calm': ")
                    && outcome.error.contains("name one with --rig"),
                "\(outcome.error)"
            )
        }
        #expect(try await run(scratch, "stop", "calm", "--rig", second).status == .code(0))
        let calm = try await states(scratch).filter { $0["name"]?.text == "calm" }
        #expect(calm.first { $0["launcher"]?.text == second }?["state"] == "stopped")
        #expect(calm.first { $0["launcher"]?.text == "launch" }?["state"] == "running")
        #expect(try await run(scratch, "logs", "calm", "--rig", "launch").output == "hi\n")
        #expect(try await run(scratch, "logs", "calm", "--rig", "nobody").status == .code(2))
        for body in [#"{"node":"calm","from":-1}"#, #"{"node":"calm","lines":-1}"#] {
            let below = try await run(scratch, "call", "launch/logs", body)
            #expect(
                below.error.contains("is -1; give a whole number of at least 0 (bad-request)"),
                "\(below.error)"
            )
        }
        #expect(try await run(scratch, "down", "--rig", second).status == .code(0))
        #expect(try await run(scratch, "down").status == .code(0))
        #expect(Processes.on(scratch) == [])
    }

    @Test("a node and a launcher that are stopped are told as what they are")
    func stopped() async throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            "rig.yaml",
            "version: 1\nnodes: {pins: {plugin: pins, parameters: {store: 'memory:', fix: fix/me}}}\n"
        )
        let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await rig.until { $0.complained.contains("pins: ready") }
        let pins = try #require(
            try await states(scratch).first { $0["name"]?.text == "pins" }?["pid"]?.number.map { Int32($0) }
        )
        kill(pins, SIGSTOP)
        try await eventually("it is silent") {
            try await self.states(scratch).contains { $0["state"] == "silent" }
        }
        let ready = try await run(scratch, "ready")
        #expect(ready.status == .code(1))
        #expect(ready.error == "pins: silent\n")
        kill(pins, SIGCONT)
        try await eventually("it is back") { try await self.run(scratch, "ready").status == .code(0) }

        rig.send(SIGSTOP)
        for words in [["ps"], ["stop", "pins"], ["down"], ["ready"]] {
            let outcome = try await Program.run("binnacle", words, environment: scratch.environment)
            #expect(outcome.status == .code(1), "\(words): \(outcome.error)")
            #expect(
                outcome.error.contains(
                    "the launcher 'launch' (process \(rig.pid)) does not answer: it is stopped or held up; "
                ),
                "\(words): \(outcome.error)"
            )
        }
        rig.send(SIGCONT)
        try await eventually("it is back") { try await self.run(scratch, "ready").status == .code(0) }
        #expect(try await run(scratch, "down").status == .code(0))
        #expect(try await rig.ended().status == .code(0))
        #expect(Processes.on(scratch) == [])
    }

    @Test("an order that another overtakes is answered")
    func overtaken() async throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            "rig.yaml",
            """
            version: 1
            nodes:
              slow:
                run: [sh, -c, "trap 'sleep 1; exit 0' INT; echo up; while :; do sleep 0.05; done"]
                ready: {log: up}
                stop: {grace: 20s}

            """
        )
        let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await rig.until { $0.complained.contains("slow: ready") }
        let stop = try Program("binnacle", ["stop", "slow"], environment: scratch.environment)
        try await rig.until { $0.complained.contains("slow: stopping, as ordered") }
        let restart = try await run(scratch, "restart", "slow")
        #expect(restart.status == .code(0), "\(restart.error)")
        let stopped = try await stop.ended()
        #expect(stopped.status == .code(1))
        #expect(
            stopped.error.contains("'slow' was ordered to restart before it was through with 'stop'"),
            "\(stopped.error)"
        )
        #expect(try await rig.stop(SIGINT).status == .code(0))
    }

    @Test("of a process that outlived its parent nothing is left once it has ended, while its node goes on")
    func orphans() async throws {
        let scratch = try Scratch()
        let script = "for i in 1 2 3; do (sleep 0.2 & echo orphan $!); done; exec sleep 1000"
        let file = try scratch.file(
            "rig.yaml",
            "version: 1\nnodes:\n  node: {run: [sh, -c, \"\(script)\"]}\n"
        )
        let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await rig.until { $0.said.matches(of: /orphan \d+\n/).count == 3 }
        let orphans = rig.said.matches(of: /orphan (\d+)\n/).map { String($0.1) }
        for orphan in orphans {
            try await eventually("\(orphan) is still there") { access("/proc/\(orphan)", F_OK) != 0 }
        }
        #expect(try await rig.stop(SIGINT).status == .code(0))
        #expect(Processes.on(scratch) == [])
    }

    @Test("what has left its node's group ends with the node")
    func daemons() async throws {
        let scratch = try Scratch()
        let script =
            "(setsid sh -c 'sleep 1001 & sleep 1002' &); (setsid env -i sleep 1003 &); echo up; exec sleep 1004"
        let file = try scratch.file(
            "rig.yaml",
            "version: 1\ndefaults: {stop: {grace: 200ms}}\nnodes:\n  daemons: {run: [sh, -c, \"\(script)\"], ready: {log: up}}\n  calm: {run: [sleep, '1000']}\n"
        )
        let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await rig.until { $0.complained.contains("daemons: ready") }
        var sleepers: [Int32] = []
        try await eventually("all are there") {
            sleepers = Processes.descendants(of: rig.pid).filter {
                Processes.arguments(of: $0).first?.hasSuffix("sleep") == true
            }
            return sleepers.count == 5
        }
        #expect(try await run(scratch, "stop", "daemons").status == .code(0))
        let left = sleepers.filter(Processes.isAlive).map { Processes.arguments(of: $0).last ?? "" }
        #expect(Set(left) == ["1000", "1003"])
        #expect(try await rig.stop(SIGINT).status == .code(0))
        #expect(!sleepers.contains(where: Processes.isAlive))
    }

    @Test("an argument that is not UTF-8, or is given twice, is refused")
    func arguments() async throws {
        let scratch = try Scratch()
        let shell = "exec \"$0\" launch x.yaml \"name=$(printf 'a\\377')\""
        let binary = try await Program.run(
            "/bin/sh",
            ["-c", shell, "\(Program.folder)/binnacle"],
            environment: scratch.environment
        )
        #expect(binary.status == .code(2))
        #expect(binary.error.contains("argument 3 is not UTF-8"), "\(binary.error)")
        let twice = try await run(scratch, "launch", "x.yaml", "n=1", "n=2")
        #expect(twice.status == .code(2))
        #expect(twice.error.contains("'n' is given twice"), "\(twice.error)")
    }
}
