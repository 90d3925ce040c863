import Glibc
import Messages
import Platform
import Testing

@Suite("How a rig starts", .serialized, .timeLimit(.minutes(60)))
struct FaultRigStartTests {
    @Test("ten nodes come up, and the launcher stays small") func tenNodes() async throws {
        var times: [Double] = []
        var memory = 0
        for _ in 0..<FaultSeries.rounds {
            let scratch = try Scratch()
            let file = try scratch.file("ten.yaml", TenNodes.launchFile(.calm))
            let start = MonotonicClock.seconds
            let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
            // The last of them waits for two others, and the walk for those that read it.
            try await rig.until {
                let said = $0.complained
                return ["walk", "fusion", "pins", "return-arrow", "tenth"].allSatisfy {
                    said.contains("\($0): ready")
                }
                    && ["shell", "family", "talker", "calm", "drop"].allSatisfy {
                        said.contains("\($0): started")
                    }
            }
            times.append(MonotonicClock.seconds - start)
            memory = max(memory, try #require(Processes.resident(rig.pid)))
            let ready = try await Program.run(
                "binnacle",
                ["ready", "--wait"],
                environment: scratch.environment
            )
            #expect(ready.status == .code(0), "\(ready.error)")
            #expect(try await rig.stop(SIGINT).status == .code(0))
            #expect(scratch.busIsGone)
        }
        let sorted = times.sorted()
        FaultSeries.report(
            "ten nodes to all ready",
            "median \(sorted[sorted.count / 2]) s, longest \(sorted.last ?? 0) s, launcher's memory \(memory >> 10) KiB"
        )
    }

    @Test(
        "the first messages of a fast provider come to a reader that the same file starts",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func firstMessages() async throws {
        let python = try #require(Source.python)
        let rounds = FaultSeries.isFull ? max(FaultSeries.rounds, 100) : FaultSeries.rounds
        for round in 0..<rounds {
            let scratch = try Scratch()
            for (id, topics) in [("burst", "publishes: [burst/<name>]"), ("count", "subscribes: [burst/]")] {
                try scratch.folder("plugins/\(id)")
                let script = Source.script("\(id).py")
                let head = "id: \(id)\nversion: 0.1.0\nsummary: a test\nkind: bridge\n"
                _ = try scratch.file(
                    "plugins/\(id)/plugin.yaml",
                    head + "run: [\"\(python)\", \"\(script)\"]\n\(topics)\n"
                )
            }
            let file = try scratch.file(
                "burst.yaml",
                "version: 1\nnodes:\n  fast: {plugin: burst}\n  reader: {plugin: count, required: true}\n"
            )
            var environment = scratch.environment
            environment["BINNACLE_PLUGIN_PATH"] = "\(scratch.path)/plugins"
            environment["PYTHONPATH"] = "\(Source.root)/examples/python"
            let outcome = try await Program.run("binnacle", ["launch", file], environment: environment)
            #expect(outcome.status == .code(0), "\(round): \(outcome.output)\(outcome.error)")
            let numbers = (0..<30).map(String.init).joined(separator: " ")
            #expect(
                outcome.output.contains("reader | \(numbers)\n"),
                "\(round): \(outcome.output)\(outcome.error)"
            )
            #expect(Processes.on(scratch) == [])
        }
        FaultSeries.report("first messages", "\(rounds) launches, 30 of 30 each time")
    }

    @Test("a node that crashes at once is restarted ever later, given up, and costs nothing meanwhile")
    func crashing() async throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            "crash.yaml",
            """
            version: 1
            nodes:
              good: {run: [sleep, "1000"]}
              bad:
                run: [sh, -c, "echo no such device >&2; exit 3"]
                restart: {policy: on-failure, delay: 100ms, limit: \(FaultSeries.isFull ? 6 : 3), window: 60s}

            """
        )
        let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
        try await rig.until { $0.complained.contains("bad: started") }
        let before = try #require(Processes.cpuSeconds(rig.pid))
        let start = MonotonicClock.seconds
        try await rig.until { $0.complained.contains("given up") }
        let busy = (try #require(Processes.cpuSeconds(rig.pid)) - before) / (MonotonicClock.seconds - start)
        let said = rig.complained
        for delay in ["0.1", "0.2", "0.4"] {
            #expect(said.contains("bad: ended with exit code 3; restarting in \(delay) s"))
        }
        let summary = "bad: last said: no such device\nbad: ended with exit code 3; given up after "
        #expect(said.contains(summary), "\(said)")
        #expect(said.matches(of: /given up/).count == 1)
        let failed = try await Program.run("binnacle", ["ready"], environment: scratch.environment)
        #expect(failed.status == .code(1))
        #expect(failed.error == "bad: failed, ended with exit code 3\n")
        #expect(try await rig.stop(SIGINT).status == .code(0))
        FaultSeries.report("crashing at once", "launcher's processor time \(busy * 100) %")
    }
}
