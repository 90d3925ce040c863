internal import Glibc
@testable internal import Launch
internal import Platform
internal import Testing

@Suite("The rules of supervision", .timeLimit(.minutes(1)))
struct SupervisionTests {
    @Test("Nodes start together, but those that wait for another only when it has come so far")
    func order() {
        var stage = Stage([
            node("c", after: [Dependency(on: "b", .finished)]),
            node("b", after: [Dependency(on: "a", .ready)]), node("a"),
            node("d", after: [Dependency(on: "a", .started)]),
        ])
        stage.send(.begin)
        #expect(stage.take() == ["+a", "+d"])
        stage.send(.ready("a"))
        #expect(stage.take() == ["+b"])
        stage.send(.ready("b"))
        #expect(stage.take() == [])
        stage.exit("b", 0)
        #expect(stage.take() == ["+c"])
    }

    @Test("The foundation starts first, one by one, and stops last")
    func foundation() {
        var stage = Stage([node("a"), node("b")], foundation: [node("bus"), node("clock")])
        stage.send(.begin)
        #expect(stage.take() == ["+bus"])
        stage.send(.ready("bus"))
        #expect(stage.take() == ["+clock"])
        stage.send(.ready("clock"))
        #expect(stage.take() == ["+a", "+b"])
        stage.send(.stop)
        #expect(stage.take() == ["b!2", "a!2"])
        stage.exit("a", 0)
        #expect(stage.take() == [])
        stage.exit("b", 0)
        #expect(stage.take() == ["clock!2"])
        stage.exit("clock", 0)
        #expect(stage.take() == ["bus!2"])
        stage.exit("bus", 0)
        #expect(stage.take() == ["=0"])
    }

    @Test("What does not stop is sent SIGINT, SIGTERM, SIGKILL, and left in the end")
    func ladder() {
        var stage = Stage([node("a")])
        stage.send(.begin)
        stage.send(.stop)
        #expect(stage.take() == ["+a", "a!2"])
        stage.now = 999_999_999
        stage.send(.tick)
        #expect(stage.take() == [])
        stage.wait()
        #expect(stage.now == 1_000_000_000)
        #expect(stage.take() == ["a!15"])
        stage.wait()
        #expect(stage.take() == ["a!9"])
        stage.wait()
        #expect(stage.reports == ["a: cannot be ended, even by SIGKILL; left behind"])
        #expect(stage.take() == ["=0"])
    }

    @Test("The first signal may be another")
    func firstSignal() {
        var terminated = node("a"), killed = node("b")
        terminated.stop.signal = .terminate
        killed.stop.signal = .kill
        var stage = Stage([terminated, killed])
        stage.send(.begin)
        stage.send(.stop)
        stage.wait()
        #expect(stage.take() == ["+a", "+b", "b!9", "a!15", "a!9"])
    }

    @Test("A second stop hurries everybody, a third kills")
    func hurry() {
        var stage = Stage(
            [node("a"), node("b", after: [Dependency(on: "a", .started)])],
            foundation: [node("bus")]
        )
        stage.send(.begin)
        stage.send(.ready("bus"))
        _ = stage.take()
        stage.send(.stop)
        #expect(stage.take() == ["b!2"])
        stage.send(.stop)
        #expect(stage.take() == ["b!15", "a!15", "bus!15"])
        stage.send(.stop)
        #expect(stage.take() == ["bus!9", "a!9", "b!9"])
    }

    @Test("A group that outlives its process is ended before anything follows")
    func leftovers() {
        var stage = Stage([node("a", required: true)])
        stage.send(.begin)
        _ = stage.take()
        stage.send(.exited("a", .code(3), isGroupEmpty: false))
        #expect(stage.take() == ["a!15"])
        stage.wait()
        #expect(stage.take() == ["a!9"])
        stage.send(.emptied("a"))
        #expect(stage.take() == ["=3"])
    }

    @Test("A process that stops while its children do not is followed to the end")
    func stoppedWithLeftovers() {
        var stage = Stage([node("a")])
        stage.send(.begin)
        stage.send(.stop)
        stage.send(.exited("a", .code(0), isGroupEmpty: false))
        #expect(stage.take() == ["+a", "a!2", "a!15"])
        stage.wait()
        #expect(stage.take() == ["a!9"])
        stage.send(.emptied("a"))
        #expect(stage.take() == ["=0"])
    }

    @Test("Restarts wait twice as long each time, up to a maximum, and end at the limit")
    func restarts() {
        var policy = RestartPolicy(.onFailure)
        policy.delay = .seconds(1)
        policy.maximumDelay = .seconds(3)
        policy.limit = 4
        var stage = Stage([node("a", restart: policy)])
        stage.send(.begin)
        var delays: [Int64] = []
        for _ in 0..<4 {
            stage.exit("a", 1)
            let before = stage.now
            stage.wait()
            delays.append((stage.now - before) / 1_000_000_000)
        }
        #expect(delays == [1, 2, 3, 3])
        _ = stage.take()
        stage.exit("a", 1)
        #expect(stage.reports.first == "a: ended with exit code 1; given up after 4 restarts")
        #expect(stage.take() == ["=1"])
    }

    @Test("Restarts long ago do not count")
    func window() {
        var policy = RestartPolicy(.always)
        policy.limit = 1
        policy.window = .seconds(10)
        var stage = Stage([node("a", restart: policy)])
        stage.send(.begin)
        for _ in 0..<20 {
            stage.exit("a", 0)
            stage.wait()
            stage.now += 11_000_000_000
        }
        #expect(stage.take().filter { $0 == "+a" }.count == 21)
    }

    @Test("A restart that is due never comes once the rig stops")
    func noRestartWhenStopping() {
        var stage = Stage([node("a", restart: RestartPolicy(.always)), node("b")])
        stage.send(.begin)
        stage.exit("a", 1)
        _ = stage.take()
        stage.send(.stop)
        stage.exit("b", 0)
        #expect(stage.take() == ["b!2", "=0"])
        stage.wait()
        #expect(stage.take() == [])
    }

    @Test("The end of a required node ends the rig with its code", arguments: [0, 3] as [Int32])
    func required(code: Int32) {
        var stage = Stage([node("a", required: true), node("b")])
        stage.send(.begin)
        _ = stage.take()
        stage.exit("a", code)
        #expect(stage.take() == ["b!2"])
        stage.exit("b", 0)
        #expect(stage.take() == ["=\(code)"])
    }

    @Test("A required node that crashes gives the code that a shell would")
    func requiredCrash() {
        var stage = Stage([node("a", required: true)])
        stage.send(.begin)
        stage.send(.exited("a", .signal(SIGSEGV), isGroupEmpty: true))
        #expect(stage.reports.contains("a: ended with SIGSEGV (segmentation fault)"))
        #expect(stage.take() == ["+a", "=139"])
    }

    @Test(
        "When all have finished the launcher exits with 0, or 1 if one failed",
        arguments: [0, 7] as [Int32]
    )
    func finished(code: Int32) {
        var stage = Stage([node("a"), node("b")], foundation: [node("bus")])
        stage.send(.begin)
        stage.send(.ready("bus"))
        stage.exit("a", code)
        stage.exit("b", 0)
        stage.exit("bus", 0)
        #expect(stage.take() == ["+bus", "+a", "+b", "bus!2", "=\(min(code, 1))"])
    }

    @Test("What cannot be started stops the rig with 1")
    func failedToStart() {
        var stage = Stage([node("a"), node("b"), node("c", after: [Dependency(on: "b", .ready)])])
        stage.failing = ["b"]
        stage.send(.begin)
        stage.exit("a", 0)
        #expect(stage.take() == ["+a", "+b", "a!2", "=1"])
    }

    @Test("A node whose predecessor failed is not started, and those after it neither")
    func skipped() {
        var stage = Stage([
            node("a"), node("b", after: [Dependency(on: "a", .ready)]),
            node("c", after: [Dependency(on: "b", .started)]),
        ])
        stage.send(.begin)
        stage.exit("a", 2)
        #expect(stage.reports.suffix(4).contains("b: is not started, because a ended too early"))
        #expect(stage.reports.contains("c: is not started, because b ended too early"))
        #expect(stage.take() == ["+a", "=1"])
    }

    @Test("A predecessor that has done its work well counts as ready")
    func oneShot() {
        var stage = Stage([node("a"), node("b", after: [Dependency(on: "a", .ready)])])
        stage.send(.begin)
        stage.exit("a", 0)
        #expect(stage.take() == ["+a", "+b"])
    }

    @Test("The end of the foundation ends the rig with a failure")
    func foundationEnds() {
        var stage = Stage([node("a")], foundation: [node("bus")])
        stage.send(.begin)
        stage.send(.ready("bus"))
        stage.exit("bus", 0)
        stage.exit("a", 0)
        #expect(stage.take() == ["+bus", "+a", "a!2", "=1"])
    }

    @Test(
        "A bus that was there is started again, and when that happens too often, the rig ends with a failure"
    )
    func foundationRestarts() {
        var policy = RestartPolicy(.always)
        policy.limit = 2
        var stage = Stage([node("a")], foundation: [node("bus", restart: policy)])
        stage.send(.begin)
        stage.send(.ready("bus"))
        for _ in 0..<2 {
            stage.send(.exited("bus", .signal(9), isGroupEmpty: true))
            stage.wait()
            stage.send(.ready("bus"))
        }
        #expect(stage.take() == ["+bus", "+a", "+bus", "+bus"])
        stage.send(.exited("bus", .signal(9), isGroupEmpty: true))
        #expect(
            stage.reports == [
                "bus: ended with SIGKILL (killed); given up after 2 restarts",
                "stopping, because bus is required",
            ]
        )
        stage.exit("a", 0)
        #expect(stage.take() == ["a!2", "=137"])
    }

    @Test("A bus that never came is not tried again")
    func foundationNeverCame() {
        var stage = Stage([node("a")], foundation: [node("bus", restart: RestartPolicy(.always))])
        stage.send(.begin)
        stage.exit("bus", 1)
        #expect(stage.take() == ["+bus", "=1"])
    }

    @Test("A node that ends by the signal that asked it to was stopped, by another one it is told")
    func stoppedBySignal() {
        var stage = Stage([node("a"), node("b")])
        stage.send(.begin)
        stage.send(.stop)
        stage.log = []
        stage.send(.exited("a", .signal(SIGINT), isGroupEmpty: true))
        stage.send(.exited("b", .signal(SIGSEGV), isGroupEmpty: true))
        #expect(stage.reports == ["a: stopped", "b: stopped (SIGSEGV (segmentation fault))"])
    }

    @Test("Who waits long for a node is told once")
    func awaited() {
        var stage = Stage([node("a"), node("b", after: [Dependency(on: "a", .ready)])])
        stage.send(.begin)
        stage.wait()
        #expect(stage.now == Supervision.patience)
        #expect(stage.reports.last == "a: has not said hello yet; b waits for it")
        #expect(stage.supervision.deadline == nil)
    }

    @Test("Events of unknown nodes and out of place change nothing")
    func strayEvents() {
        var stage = Stage([node("a")])
        stage.send(.ready("a"))
        stage.send(.exited("a", .code(0), isGroupEmpty: true))
        stage.send(.begin)
        stage.send(.begin)
        for event in [
            Supervision.Event.ready("x"), .exited("x", .code(1), isGroupEmpty: true), .emptied("a"),
            .started("a", pid: 9),
        ] {
            stage.send(event)
        }
        #expect(stage.take() == ["+a"])
        stage.send(.ready("a"))
        stage.send(.ready("a"))
        #expect(stage.reports == ["a: ready"])
    }

    @Test("Stopped before it began, it ends at once")
    func stoppedBeforeBegin() {
        var stage = Stage([node("a")])
        stage.send(.stop)
        stage.send(.begin)
        #expect(stage.take() == ["=0"])
    }

    @Test("Whatever happens in whatever order, a stopped rig ends and nothing starts after")
    func random() {
        var generator = SplitMix(state: 42)
        for _ in 0..<2000 {
            var policy = RestartPolicy(.always)
            policy.limit = 2
            var stage = Stage(
                [
                    node("a", restart: policy), node("b", after: [Dependency(on: "a", .ready)]),
                    node(
                        "c",
                        after: [Dependency(on: "b", .started), Dependency(on: "a", .finished)],
                        restart: policy
                    ),
                ],
                foundation: [node("bus")]
            )
            stage.send(.begin)
            let names = ["a", "b", "c", "bus"]
            for _ in 0..<Int.random(in: 0..<20, using: &generator) {
                let name = names.randomElement(using: &generator) ?? "a"
                switch Int.random(in: 0..<6, using: &generator) {
                case 0, 1: stage.send(.ready(name))
                case 2: stage.exit(name, Int32.random(in: 0...1, using: &generator))
                case 3: stage.send(.exited(name, .signal(11), isGroupEmpty: false))
                case 4: stage.send(.emptied(name))
                default: stage.wait()
                }
            }
            _ = stage.take()
            stage.send(.stop)
            for _ in 0..<40 { stage.wait() }
            let done = stage.take()
            #expect(!done.contains { $0.hasPrefix("+") })
            #expect(done.filter { $0.hasPrefix("=") }.count <= 1)
            #expect(stage.supervision.phase == .finished)
        }
    }
}
