import Glibc
import Messages
import Platform
import TestSupport
import Testing

@Suite("Control of a rig that runs", .serialized, .timeLimit(.minutes(5)))
struct RigControlTests {
    private func run(_ scratch: Scratch, _ words: String...) async throws -> Program.Outcome {
        try await Program.run("binnacle", words, environment: scratch.environment)
    }

    private func state(_ scratch: Scratch, _ node: String) async throws -> JSONValue? {
        let outcome = try await run(scratch, "ps", "--json")
        #expect(outcome.status == .code(0), "\(outcome.error)")
        return try outcome.lines.map { try JSONValue.parse(String($0)) }.first { $0["name"]?.text == node }
    }

    @Test("a rig in the background is listed, changed, stopped in parts, and brought down") func background()
        async throws
    {
        let scratch = try Scratch()
        let launched = try await run(scratch, "launch", "-d", "\(Source.root)/Config/demo.yaml", "speed=1")
        #expect(launched.status == .code(0), "\(launched.error)")
        let log = "\(scratch.path)/state/binnacle/launch-demo.log"
        #expect(launched.error.contains("its lines go to \(log)"))
        let ready = try await run(scratch, "ready", "walk", "fusion", "pins", "return-arrow", "--wait")
        #expect(ready.status == .code(0), "\(ready.error)")
        let walk = try #require(try await state(scratch, "walk"))
        #expect(walk["state"] == "ready")
        #expect(walk["live"]?.description == #"["speed"]"#)

        // A parameter is changed, confirmed by the node, and shown in its status.
        let set = try await run(scratch, "set", "walk", "speed=8")
        #expect(set.output == "{\"speed\":8.0}\n", "\(set.error)")
        let echo = try await run(
            scratch,
            "topic",
            "echo",
            "clock/walk",
            "--count",
            "3",
            "--json",
            "--timeout",
            "5"
        )
        #expect(echo.output.contains(#""rate":8"#), "\(echo.output)")
        let wrong = try await run(scratch, "set", "walk", "speed=-1")
        #expect(wrong.status == .code(2))
        #expect(wrong.error.contains("is -1; give a number of at least 0 and at most 1000000"))
        #expect(
            try await run(scratch, "set", "walk", "seed=1").error.contains("cannot be changed while it runs")
        )
        let direct = try await run(scratch, "call", "walk/set", #"{"seed":1}"#)
        #expect(direct.error.contains("those that can are speed"), "\(direct.error)")
        let fusion = try await run(scratch, "set", "fusion", "certain-speed=50", "lowest-speed=40")
        #expect(fusion.status == .code(0), "\(fusion.error)")

        // Who asks the node itself is told the same.
        for (method, change, why) in [
            ("walk/set", #"{"speed":-1}"#, "is -1; give a number of at least 0 and at most 1000000"),
            (
                "fusion/set", #"{"profile":"spaceship"}"#,
                "it is one of pedestrian, bicycle, vehicle, boat, own"
            ),
            ("fusion/set", #"{"standstill":5,"lowest-speed":-5}"#, "'lowest-speed' is -5; give a number"),
        ] {
            let refused = try await run(scratch, "call", method, change)
            #expect(refused.status == .code(1) && refused.error.contains(why), "\(refused.error)")
        }
        let taken = try await run(scratch, "call", "fusion/set", #"{"profile":"boat"}"#)
        #expect(taken.status == .code(0), "\(taken.error)")
        try await showsFusion(scratch, #""profile":"boat""#, without: ["spaceship", "standstill", "-5"])

        // One node is stopped and started; a change outlives that.
        #expect(try await run(scratch, "stop", "walk").status == .code(0))
        #expect(try #require(try await state(scratch, "walk"))["state"] == "stopped")
        #expect(try await run(scratch, "stop", "walk").error.contains("'walk' is stopped already"))
        #expect(try await run(scratch, "ready").status == .code(1))
        #expect(try await run(scratch, "start", "walk").status == .code(0))
        #expect(try await run(scratch, "ready", "walk", "--wait").status == .code(0))
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            // Its status comes once a second.
            let info = try await run(scratch, "node", "info", "walk")
            if info.output.contains(#""speed":8"#) { break }
            try #require(ContinuousClock.now < deadline, "\(info.output)")
        }
        let before = try #require(try await state(scratch, "fusion"))["pid"]
        #expect(try await run(scratch, "restart", "fusion").status == .code(0))
        let after = try #require(try await state(scratch, "fusion"))
        #expect(after["pid"] != before)
        #expect(after["restarts"]?.description == "1")

        let logs = try await run(scratch, "logs", "drop")
        #expect(logs.output.contains("Over Here!"), "\(logs.output)\(logs.error)")
        let unknown = try await run(scratch, "stop", "fuson")
        #expect(
            unknown.error.contains("no rig has a node 'fuson'; did you mean 'fusion'?"),
            "\(unknown.error)"
        )

        // Any client can ask the launcher.
        let ps = try await run(scratch, "call", "launch/ps")
        #expect(
            ps.output.contains(#""name":"return-arrow","plugin":"return-arrow","state":"ready""#),
            "\(ps.output)"
        )
        let pid = try #require(try JSONValue.parse(ps.output)["pid"]?.number.map { Int32($0) })
        #expect(try await run(scratch, "down").status == .code(0))
        #expect(!Processes.isAlive(pid))
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
        #expect(
            try scratch.text(of: "state/binnacle/launch-demo.log").contains("walk: changed {\"speed\":8.0}")
        )
    }

    /// Waits for a status of the fusion with some text in it, and looks that it has nothing that was refused.
    private func showsFusion(_ scratch: Scratch, _ text: String, without refused: [String]) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let info = try await run(scratch, "node", "info", "fusion")
            if info.output.contains(text) {
                for word in refused { #expect(!info.output.contains(word), "\(info.output)") }
                return
            }
            try #require(ContinuousClock.now < deadline, "\(info.output)")
        }
    }

    @Test("what follows a node's lines ends with the rig, and nothing is missing in between") func follow()
        async throws
    {
        let scratch = try Scratch()
        let script =
            "i=0; while [ $i -lt 300 ]; do echo line $i; i=$((i+1)); sleep 0.005; done; exec sleep 1000"
        let file = try scratch.file(
            "talk.yaml",
            "version: 1\nnodes: {talker: {run: [sh, -c, '\(script)'], output: {file: talker.log}}}\n"
        )
        let rig = try Program("binnacle", ["launch", "--timestamps", file], environment: scratch.environment)
        try await rig.until { $0.complained.contains("talker: started") }
        let logs = try Program(
            "binnacle",
            ["logs", "talker", "-f", "--lines", "500"],
            environment: scratch.environment
        )
        try await logs.until { $0.said.contains("line 299\n") }
        #expect(try await rig.stop(SIGINT).status == .code(0))
        let outcome = try await logs.ended()
        #expect(outcome.status == .code(0))
        let wanted = (0..<300).map { "line \($0)" }
        #expect(outcome.lines.map(String.init) == wanted)
        // The same went to the file, and nothing of it to the console; there each line has its time.
        #expect(try scratch.text(of: "talker.log").split(separator: "\n").map(String.init) == wanted)
        #expect(rig.said == "")
        for line in rig.complained.split(separator: "\n") {
            let time = #/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z /#
            #expect(line.prefixMatch(of: time) != nil, "\(line)")
        }
    }

    @Test("a log line, a topic's first message and a command tell that a node is at work") func readiness()
        async throws
    {
        let scratch = try Scratch()
        let file = try scratch.file(
            "ready.yaml",
            """
            version: 1
            nodes:
              line: {run: [sh, -c, "echo starting; echo now listening on 80; exec sleep 1000"], ready: {log: listening on *}}
              file: {run: [sh, -c, "touch made; exec sleep 1000"], ready: {command: [test, -e, made]}, working-directory: .}
              walk: {plugin: replay, parameters: {source: city-walk}, ready: {topic: fix/<name>}}
              fusion: {plugin: fusion}
              last: {run: [echo, all are up], after: [line, file, walk], required: true}

            """
        )
        let outcome = try await Program.run("binnacle", ["launch", file], environment: scratch.environment)
        #expect(outcome.status == .code(0), "\(outcome.error)")
        for name in ["line", "file", "walk"] {
            #expect(outcome.error.contains("\(name): ready\n"), "\(outcome.error)")
        }
        #expect(outcome.output.contains("last | all are up"))
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
    }

    @Test("what feeds a node is what its inputs name, and no more") func inputs() async throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            "inputs.yaml",
            """
            version: 1
            nodes:
              one: {plugin: replay, parameters: {source: city-walk, seed: 1}}
              two: {plugin: replay, parameters: {source: city-walk, seed: 2}}
              fusion: {plugin: fusion, inputs: [fix/two, imu/two], required: true}

            """
        )
        let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await rig.until { $0.complained.contains("fusion | info: fixes: two is used") }
        let node = try await run(scratch, "node", "list", "--json")
        let fusion = try node.lines.map { try JSONValue.parse(String($0)) }.first {
            $0["name"]?.text == "fusion"
        }
        #expect(fusion?["reads"]?.description == #"["fix/two|","imu/two|"]"#, "\(node.output)")
        let chosen = try await run(scratch, "topic", "echo", "fix/fusion", "--count", "2", "--timeout", "10")
        #expect(chosen.output.contains(#""source":"two""#) && !chosen.output.contains(#""source":"one""#))
        #expect(try await rig.stop(SIGINT).status == .code(0))
    }

    @Test("a node that the bus has already, and a port that is in use, are found before anything starts")
    func place() async throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            "a.yaml",
            "version: 1\nnodes:\n  pins: {plugin: pins, parameters: {store: 'memory:', fix: fix/me}}\n"
        )
        let first = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await first.until { $0.complained.contains("pins: ready") }
        let second = try await run(scratch, "launch", "--check", file)
        #expect(second.status == .code(2))
        #expect(
            second.error.contains(
                "\(file):3:3: there is a node 'pins' on the bus at ipc://\(scratch.path)/bus already; "
            ),
            "\(second.error)"
        )
        // What is wrong in the file itself is said beside it.
        let both = try scratch.file(
            "both.yaml",
            "version: 1\nnodes:\n  pins: {plugin: pins, parameters: {store: 'memory:'}}\n  other: {plugin: nobody}\n"
        )
        let found = try await run(scratch, "launch", "--check", both)
        #expect(found.status == .code(2))
        #expect(found.error.contains("\(both):4:19: no plugin 'nobody'; "), "\(found.error)")
        #expect(found.error.contains("\(both):3:3: there is a node 'pins' on the bus at "), "\(found.error)")
        // Two rigs on one bus are told apart.
        let other = try scratch.file("b.yaml", "version: 1\nnodes:\n  calm: {run: [sleep, '1000']}\n")
        let beside = try Program("binnacle", ["launch", other], environment: scratch.environment)
        try await beside.until { $0.complained.contains("calm: started") }
        try await eventually("the node is listed") { try await state(scratch, "calm") != nil }
        #expect(
            try await run(scratch, "down").error.contains(
                "there are several rigs: launch, launch-\(beside.pid)"
            )
        )
        #expect(try await run(scratch, "down", "--rig", "launch-\(beside.pid)").status == .code(0))
        #expect(try await beside.ended().status == .code(0))
        #expect(try await run(scratch, "down").status == .code(0))
        #expect(try await first.ended().status == .code(0))

        let (listener, port) = try LoopbackPort.listen()
        defer { close(listener) }
        // A bus has two more ports above it.
        try #require(port <= UInt16.max - 2)
        let taken = try scratch.file(
            "c.yaml",
            "version: 1\nbus: {address: 'tcp://127.0.0.1:\(port)'}\nnodes:\n  calm: {run: [sleep, '1000']}\n"
        )
        let refused = try await run(scratch, "launch", taken)
        #expect(refused.status == .code(2))
        #expect(
            refused.error.contains(
                "\(taken):2:16: something listens at tcp://127.0.0.1:\(port) but does not answer as a bus; "
            ),
            "\(refused.error)"
        )
    }

    @Test(
        "each launch file is checked, shown and drawn",
        arguments: ["demo.yaml", "live.yaml", "replay.yaml log=x.nmea"]
    )
    func check(words: String) async throws {
        let scratch = try Scratch()
        let words = words.split(separator: " ").map(String.init)
        _ = try scratch.file("x.nmea", "")
        let file =
            ["\(Source.root)/Config/\(words[0])"]
            + words.dropFirst().map { $0.replacing("x.nmea", with: "\(scratch.path)/x.nmea") }
        let checked = try await Program.run(
            "binnacle",
            ["launch", "--check"] + file,
            environment: scratch.environment
        )
        #expect(checked.status == .code(0), "\(checked.error)")
        #expect(
            checked.output.contains("5 nodes, nothing in the way")
                || checked.output.contains("4 nodes, nothing in the way")
        )
        let shown = try await Program.run(
            "binnacle",
            ["launch", "--show"] + file,
            environment: scratch.environment
        )
        #expect(shown.status == .code(0))
        let again = try scratch.file("shown.yaml", shown.output)
        let second = try await run(scratch, "launch", "--check", again)
        #expect(second.status == .code(0), "\(second.error)")
        let graph = try await Program.run(
            "binnacle",
            ["launch", "--graph"] + file,
            environment: scratch.environment
        )
        #expect(graph.lines.first == "flowchart LR")
        #expect(graph.output.contains("-->|\"fix/fusion\"|"))
        #expect(Processes.on(scratch) == [])
    }

    @Test("what the documentation shows of a file as it is understood is what is shown")
    func sample() async throws {
        let scratch = try Scratch()
        let document = try Source.text(of: "\(Source.root)/docs/launch-files.md")
        let sample = document.split(separator: "\n").drop { !$0.hasPrefix("      walk:  #") }.prefix {
            $0.hasPrefix("      ")
        }
        #expect(sample.count == 6)
        var environment = scratch.environment
        environment["BINNACLE_PLUGIN_PATH"] = "Plugins"
        let shell = "cd \"$0\" && exec \"$1\" launch --show Config/demo.yaml speed=2"
        let program = "\(Program.folder)/binnacle"
        let shown = try await Program.run(
            "/bin/sh",
            ["-c", shell, Source.root, program],
            environment: environment
        )
        #expect(shown.status == .code(0), "\(shown.error)")
        for line in sample { #expect(shown.lines.contains(line.dropFirst(4)), "\(line)") }
    }
}
