@testable internal import Launch
internal import Testing

@Suite("Who is subscribed before who publishes", .timeLimit(.minutes(1)))
struct WiringTests {
    /// A plugin's node that publishes and reads.
    private func plugin(_ name: String, _ publishes: [String], _ reads: [String], after: [String] = []) throws
        -> PlannedNode
    {
        var node = node(name, after: after.map { Dependency(on: $0, .ready) })
        node.plugin = name
        node.readiness = .hello
        node.publishes = try publishes.map { try #require(TopicPattern($0)) }
        node.subscribes = try reads.map { try #require(TopicPattern($0)) }
        return node
    }

    @Test("A provider starts once those that read it are subscribed, and they once theirs are")
    func chain() throws {
        var stage = Stage([
            try plugin("gps", ["fix/gps"], []), try plugin("fusion", ["fix/fusion"], ["fix/"]),
            try plugin("pins", [], ["fix/fusion"]), try plugin("other", [], ["fix/bow"]),
        ])
        #expect(stage.supervision.wiring == ["gps": ["fusion"], "fusion": ["pins"]])
        stage.send(.begin)
        #expect(stage.take() == ["+pins", "+other"])
        stage.send(.ready("pins"))
        #expect(stage.take() == [], "to be at work is not to be subscribed")
        stage.send(.wired("pins"))
        #expect(stage.take() == ["+fusion"])
        stage.send(.wired("fusion"))
        #expect(stage.take() == ["+gps"])
    }

    @Test("Of two that read each other, and against what the file says, nobody waits for ever")
    func cycles() throws {
        let each = LaunchPlan(nodes: [
            try plugin("a", ["fix/a"], ["fix/b"]), try plugin("b", ["fix/b"], ["fix/a"]),
        ])
        #expect(each.wiring == ["a": ["b"]])
        let said = LaunchPlan(nodes: [
            try plugin("gps", ["fix/gps"], []), try plugin("fusion", [], ["fix/"], after: ["gps"]),
        ])
        #expect(said.wiring == [:])
    }

    @Test("A reader that does not come up is waited for only so long, and that is said")
    func patience() throws {
        var stage = Stage([try plugin("gps", ["fix/gps"], []), try plugin("fusion", [], ["fix/"])])
        stage.send(.begin)
        #expect(stage.take() == ["+fusion"])
        stage.wait()
        #expect(stage.now == Supervision.wiringPatience)
        #expect(stage.reports.contains("gps: starts without fusion, not subscribed yet"))
        #expect(stage.take() == ["+gps"])
    }

    @Test("A reader that has crashed is not waited for")
    func crashed() throws {
        var stage = Stage([try plugin("gps", ["fix/gps"], []), try plugin("fusion", [], ["fix/"])])
        stage.send(.begin)
        stage.exit("fusion", 1)
        #expect(stage.take() == ["+fusion", "+gps"])
    }

    @Test("A program counts as a reader where it names what feeds it and says hello")
    func programs() throws {
        var listener = PlannedNode(name: "mine", program: "/bin/true", arguments: [])
        listener.subscribes = [try #require(TopicPattern("fix/"))]
        var plan = LaunchPlan(nodes: [try plugin("gps", ["fix/gps"], []), listener])
        #expect(plan.wiring == [:])
        plan.nodes[1].readiness = .hello
        #expect(plan.wiring == ["gps": ["mine"]])
    }

    @Test("What the file says of being at work decides, and hello no more")
    func readiness() throws {
        var a = node("a")
        a.readiness = .topic("fix/a")
        var stage = Stage([a, node("b", after: [Dependency(on: "a", .ready)])])
        stage.send(.begin)
        stage.send(.ready("a"))
        #expect(stage.take() == ["+a"])
        stage.send(.met("a"))
        #expect(stage.take() == ["+b"])
    }

    @Test(
        "A pattern of a line is found wherever it stands",
        arguments: [
            ("up", "I am up now", true), ("listening on *", "listening on 80", true),
            ("a*b*c", "xxaxxbxxcxx", true), ("a*b", "ba", false), ("aa*aa", "aaa", false), ("", "", nil),
            ("**", "x", nil), ("longer than it", "short", false), ("*end", "the end", true),
        ] as [(String, String, Bool?)]
    )
    func patterns(pattern: String, line: String, isFound: Bool?) {
        #expect(LinePattern(pattern)?.matches(Array(line.utf8)) == isFound)
    }
}
