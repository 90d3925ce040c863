@testable internal import Launch
internal import Messages
internal import Platform
internal import Testing

@Suite("Orders to single nodes", .timeLimit(.minutes(1)))
struct OrderTests {
    private func states(_ stage: Stage) -> [NodeState.State] {
        stage.supervision.nodes.map { $0.state(at: stage.now).state }
    }

    @Test("A node that is stopped is not started again, and the rig goes on, even where it is required")
    func stop() {
        var stage = Stage([node("a", required: true, restart: RestartPolicy(.always)), node("b")])
        stage.send(.begin)
        #expect(stage.take() == ["+a", "+b"])
        stage.send(.order(.stop, "a"))
        #expect(stage.take() == ["a!2"])
        #expect(states(stage) == [.stopping, .running])
        stage.send(.exited("a", .signal(2), isGroupEmpty: true))
        #expect(stage.take() == [])
        #expect(states(stage) == [.stopped, .running])
        stage.exit("b", 0)
        #expect(stage.take() == [], "a rig with a stopped node is not over")
        stage.send(.order(.start, "a"))
        #expect(stage.take() == ["+a"])
        #expect(stage.supervision.nodes[0].restartCount == 1)
        stage.exit("a", 0)
        stage.wait()
        #expect(stage.take() == ["+a"], "its policy is in force again")
    }

    @Test("What does not stop when ordered is sent the next signals")
    func stubborn() {
        var stage = Stage([node("a"), node("b")])
        stage.send(.begin)
        _ = stage.take()
        stage.send(.order(.stop, "a"))
        stage.wait()
        stage.wait()
        #expect(stage.take() == ["a!2", "a!15", "a!9"])
        stage.send(.exited("a", .signal(9), isGroupEmpty: true))
        #expect(states(stage) == [.stopped, .running])
    }

    @Test("A restart waits until no process is left, and forgives what was before")
    func restart() {
        var policy = RestartPolicy(.onFailure)
        policy.limit = 1
        var stage = Stage([node("a", restart: policy), node("b")])
        stage.send(.begin)
        stage.exit("a", 1)
        stage.wait()
        #expect(stage.take() == ["+a", "+b", "+a"])
        stage.send(.order(.restart, "a"))
        #expect(stage.take() == ["a!2"])
        stage.send(.exited("a", .code(0), isGroupEmpty: false))
        #expect(stage.take().isEmpty || states(stage)[0] == .stopping)
        stage.send(.emptied("a"))
        #expect(stage.take().last == "+a")
        stage.exit("a", 1)
        #expect(states(stage)[0] == .restarting)
    }

    @Test("A node that waits for its restart is started at once, or not at all, as ordered")
    func delayed() {
        var stage = Stage([node("a", restart: RestartPolicy(.always)), node("b")])
        stage.send(.begin)
        stage.exit("a", 0)
        _ = stage.take()
        stage.send(.order(.start, "a"))
        #expect(stage.take() == ["+a"])
        stage.exit("a", 0)
        stage.send(.order(.stop, "a"))
        #expect(states(stage)[0] == .stopped)
        #expect(stage.supervision.deadline == nil)
    }

    @Test("A node that failed for good can be started again")
    func failed() {
        var stage = Stage([node("a"), node("b")])
        stage.send(.begin)
        stage.exit("a", 3)
        #expect(states(stage)[0] == .failed)
        _ = stage.take()
        stage.send(.order(.start, "a"))
        #expect(stage.take() == ["+a"])
    }

    @Test("Orders that cannot be carried out say why")
    func objections() {
        var stage = Stage(
            [node("a"), node("b", after: [Dependency(on: "a", .finished)])],
            foundation: [node("bus")]
        )
        stage.send(.begin)
        stage.send(.ready("bus"))
        let supervision = stage.supervision
        #expect(supervision.objection(to: .stop, of: "c") == "there is no node 'c' in this rig")
        #expect(supervision.objection(to: .start, of: "a") == "'a' runs already")
        #expect(
            supervision.objection(to: .stop, of: "bus")?.hasPrefix("'bus' carries this order itself") == true
        )
        #expect(
            supervision.objection(to: .start, of: "b")
                == "'b' starts by itself once it need not wait for a any more"
        )
        #expect(supervision.objection(to: .stop, of: "b") == nil)
        stage.send(.stop)
        #expect(stage.supervision.objection(to: .restart, of: "a") == "the rig is stopping")
    }

    @Test("A rig that is asked to stop does not wait for a node that was stopped before")
    func end() {
        var stage = Stage([node("a"), node("b")])
        stage.send(.begin)
        stage.send(.order(.stop, "a"))
        stage.exit("a", 0)
        _ = stage.take()
        stage.send(.stop)
        #expect(stage.take() == ["b!2"])
        stage.exit("b", 0)
        #expect(stage.take() == ["=0"])
    }

    @Test("Parameters are changed within the bounds of the manifest, and only those that may be")
    func parameters() throws {
        let rig = try Rig()
        try rig.addPlugin(
            "gps",
            """
            parameters:
              type: object
              properties:
                rate: {type: number, default: 1, maximum: 100, x-unit: Hz, x-live: true}
                names: {type: array, items: {type: string}, x-live: true}
                mode: {type: string, default: fast}
            """
        )
        var gps = try #require(rig.load("version: 1\nnodes: {gps: {plugin: gps}}\n").plan).nodes[0]
        #expect(gps.liveParameters == ["rate", "names"])
        let changed = try gps.checked(["rate": .string("5"), "names": .string("a, b")])
        #expect(changed.members.map(\.value.description) == ["5.0", #"["a","b"]"#])
        gps.take(changed)
        #expect(gps.parameters == #"{"rate":5.0,"mode":"fast","names":["a","b"]}"#)
        for (name, value, message) in [
            ("rate", "500", "parameter 'rate' of node 'gps' is 500; give a number of at most 100 (Hz)"),
            ("rat", "1", "node 'gps' has no parameter 'rat'; did you mean 'rate'?"),
            (
                "mode", "slow",
                "parameter 'mode' of node 'gps' cannot be changed while it runs; those that can are rate, names"
            ),
        ] {
            #expect(throws: RequestError(code: .badRequest, message: message)) {
                try gps.checked([name: .string(value)])
            }
        }
    }
}
