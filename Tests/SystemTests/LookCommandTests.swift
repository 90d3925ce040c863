import Glibc
import Messages
import Platform
import Testing

@Suite("What the command line tells of a bus", .serialized, .timeLimit(.minutes(5)))
struct LookCommandTests {
    /// A bus with a node of pins and, as a script would, a publisher.
    private func rig() async throws -> (Bus, pins: Program, publisher: Program) {
        let bus = try await Bus()
        let pins = try bus.start("run", "pins", "store=memory:")
        let publisher = try bus.start(
            "topic",
            "pub",
            "fix/fusion",
            #"{"latitude":54.5,"longitude":10.25}"#,
            "--now",
            "--rate",
            "50"
        )
        try await pins.until { $0.complained.contains("pins: ready") }
        // A node tells how it does from its first second on, and the bus has counted once by its second status.
        for (topic, count) in [("fix/fusion", "1"), ("status/pins", "1"), ("status/bus", "2")] {
            let outcome = try await bus.run("topic", "echo", topic, "--count", count)
            #expect(outcome.status == .code(0), "\(outcome.error)")
        }
        return (bus, pins, publisher)
    }

    private func end(_ rig: (Bus, pins: Program, publisher: Program)) async throws {
        #expect(try await rig.publisher.stop(SIGINT).status == .code(0))
        #expect(try await rig.pins.stop(SIGINT).status == .code(0))
        try await rig.0.end()
    }

    private func json(_ line: Substring) throws -> JSONValue { try JSONValue.parse(String(line)) }

    private func elements(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let values)? = value { values } else { [] }
    }

    @Test("one picture of everything waits until those who are there have said how they do") func whole()
        async throws
    {
        let bus = try await Bus()
        let pins = try bus.start("run", "pins", "store=memory:")
        try await pins.until { $0.complained.contains("pins: ready") }
        // Before the first status of the node, and of the bus.
        async let picture = bus.run("top", "--once", "--json")
        async let node = bus.run("node", "info", "pins", "--json")
        let top = try JSONValue.parse(try await picture.output.trimmed)
        guard case .array(let nodes)? = top["nodes"] else {
            Issue.record("\(top)")
            return
        }
        #expect(nodes.compactMap { $0["name"]?.text } == ["launch", "pins"], "\(top)")
        #expect(nodes.allSatisfy { ($0["memory"]?.number ?? 0) > 0 }, "\(top)")
        let info = try JSONValue.parse(try await node.output.trimmed)
        #expect((info["memory"]?.number ?? 0) > 0, "\(info)")
        #expect(try await pins.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("topics and nodes are explained, in words and in JSON") func info() async throws {
        let rig = try await rig()
        let bus = rig.0
        let topic = try await bus.run("topic", "info", "fix/fusion")
        #expect(topic.status == .code(0), "\(topic.error)")
        let lines = topic.lines
        #expect(lines.first == "Type: fix")
        #expect(lines.contains("Publisher count: 1"))
        #expect(lines.contains { $0.hasPrefix("  no node: publisher ") })
        // The pins, and the publisher itself, which waits for its messages to come back.
        #expect(lines.contains("Subscription count: 2"))
        #expect(lines.contains { $0.hasPrefix("  pins: pid ") && $0.contains("lost 0 of all it reads") })
        let line = try json(
            try #require(try await bus.run("topic", "info", "fix/fusion", "--json").lines.first)
        )
        #expect(line["topic"] == "fix/fusion" && line["kept"] == true)
        #expect(elements(line["readers"]).map { $0["name"] } == ["pins"])
        #expect((line["rate"]?.number ?? 0) > 0)

        let node = try await bus.run("node", "info", "pins")
        #expect(node.status == .code(0), "\(node.error)")
        #expect(node.lines.first == "Node: pins")
        #expect(node.lines.contains("State: ready"))
        #expect(node.lines.contains("  drop"))
        #expect(node.lines.contains { $0.hasPrefix("Parameters: {\"store\":\"memory:\"") }, "\(node.output)")
        let object = try json(try #require(try await bus.run("node", "info", "pins", "--json").lines.first))
        #expect(object["parameters"]?["store"] == "memory:")
        #expect((object["memory"]?.number ?? 0) > 1e6)
        #expect(elements(object["answers"]) == ["clear", "drop", "list"])
        #expect(try await bus.run("node", "info", "bus").lines.contains("State: ready"))

        for words in [["topic", "info", "fix/fusoin"], ["node", "info", "pin"]] {
            let outcome = try await Program.run("binnacle", words, environment: bus.environment)
            #expect(outcome.status == .code(1))
            #expect(outcome.error.contains("did you mean"), "\(outcome.error)")
            #expect(outcome.output == "")
        }
        try await end(rig)
    }

    @Test("the table tells of nodes and topics, once or each second") func top() async throws {
        let rig = try await rig()
        let bus = rig.0
        let once = try await bus.run("top", "--once")
        #expect(once.status == .code(0), "\(once.error)")
        #expect(once.lines.first?.hasPrefix("NODE    STATE") == true)
        #expect(once.lines.contains { $0.hasPrefix("pins    ready") })
        #expect(once.lines.contains { $0.hasPrefix("fix/fusion") })
        #expect(!once.output.contains("\u{1B}"))
        let object = try json(try #require(try await bus.run("top", "--once", "--json").lines.first))
        #expect(elements(object["nodes"]).map { $0["name"] } == ["launch", "pins"])
        #expect(elements(object["topics"]).contains { $0["topic"] == "fix/fusion" })
        let live = try bus.start("top", "--json")
        try await live.until { $0.said.split(separator: "\n").count >= 2 }
        let outcome = try await live.stop(SIGINT)
        #expect(outcome.status == .code(0))
        let second = try json(outcome.lines[1])
        let fix = elements(second["topics"]).first { $0["topic"] == "fix/fusion" }
        #expect((fix?["bytesPerSecond"]?.number ?? 0) > 0)
        try await end(rig)
    }

    @Test("an echo ends after its time, with 3 where fewer came than were asked for") func duration()
        async throws
    {
        let rig = try await rig()
        let bus = rig.0
        let some = try await bus.run("topic", "echo", "fix/fusion", "--duration", "0.5", "--json")
        #expect(some.status == .code(0))
        #expect(some.lines.count > 1)
        let many = try await bus.run("topic", "echo", "fix/fusion", "--duration", "0.5", "--count", "100000")
        #expect(many.status == .code(3))
        try await end(rig)
    }

    @Test("what is published is checked, and has been passed on when the command ends") func publish()
        async throws
    {
        let bus = try await Bus()
        let wrong = try await bus.run("topic", "pub", "fix/me", #"{"time":1,"latitude":91,"longitude":0}"#)
        #expect(wrong.status == .code(2))
        #expect(
            wrong.error.contains("PAYLOAD: latitude: 91 is not between -90 and 90; --raw"),
            "\(wrong.error)"
        )
        #expect(try await bus.run("topic", "list").lines.contains { $0.contains("fix/me") } == false)

        let once = try await bus.run(
            "topic",
            "pub",
            "fix/me",
            #"{"latitude":1,"longitude":2,"corse":3}"#,
            "--now",
            "--json"
        )
        #expect(once.status == .code(0), "\(once.error)")
        #expect(once.error.contains("'corse' is no key of fix"))
        let report = try json(try #require(once.lines.first))
        #expect(report["taken"] == true && report["published"]?.number == 1)
        let kept = try await bus.run("topic", "echo", "fix/me", "--count", "1", "--json")
        #expect(try json(try #require(kept.lines.first))["payload"]?["corse"]?.number == 3)

        let event = try await bus.run("topic", "pub", "sentence/me", "!", "--raw")
        #expect(event.status == .code(0), "\(event.error)")
        let nobody = try await bus.run("topic", "pub", "note/me", "1", "--wait", "--timeout", "0.3")
        #expect(nobody.status == .code(3))
        #expect(nobody.error.contains("nobody reads note/me"))
        for words in [["1", "--stdin"], [], ["1", "--once", "--count", "2"], ["1", "--raw", "--now"]] {
            let outcome = try await Program.run(
                "binnacle",
                ["topic", "pub", "note/me"] + words,
                environment: bus.environment
            )
            #expect(outcome.status == .code(2), "\(words): \(outcome.error)")
        }
        try await bus.end()
    }

    @Test("lines of standard input go out one by one, none is lost, and a wrong one is named") func lines()
        async throws
    {
        let bus = try await Bus()
        let count = 5000
        let text = (0..<count).map { "{\"n\":\($0)}\n" }.joined()
        let file = try bus.scratch.file("lines.jsonl", text)
        let echo = try bus.start("topic", "echo", "note/me", "--count", "\(count)", "--json")
        let shell = "\"$0\" topic pub note/me --stdin --wait < \"$1\""
        let program = "\(Program.folder)/binnacle"
        let outcome = try await Program.run(
            "/bin/bash",
            ["-c", shell, program, file],
            environment: bus.environment
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
        #expect(outcome.error.contains("published \(count) messages on note/me"))
        let seen = try await echo.ended()
        #expect(seen.status == .code(0))
        #expect(try seen.lines.map { try json($0)["payload"]?["n"]?.number } == (0..<count).map(Double.init))

        let broken = try bus.scratch.file("broken.jsonl", "{\"n\":1}\n\n{\"n\":\n")
        let failed = try await Program.run(
            "/bin/bash",
            ["-c", "\"$0\" topic pub note/me --stdin < \"$1\"", program, broken],
            environment: bus.environment
        )
        #expect(failed.status == .code(1))
        #expect(failed.error.contains("line 3: "), "\(failed.error)")
        try await bus.end()
    }
}
