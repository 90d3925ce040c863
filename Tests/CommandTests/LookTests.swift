import Binnacle
import Testing

@testable import Command

private func topic(_ name: String, publisher: UInt64 = 1, rate: Double = 10, bytes: Int = 1000)
    -> BusRequests.TopicInfo
{
    BusRequests.TopicInfo(
        topic: name,
        publisher: publisher,
        sequence: 9,
        count: 10,
        bytes: bytes,
        rate: rate,
        age: 0.04,
        kept: true,
        listeners: 2
    )
}

private func node(
    _ name: String,
    publisher: UInt64? = nil,
    state: String = "ready",
    note: String? = nil,
    publishes: [String] = [],
    reads: [String] = []
) -> BusRequests.NodeInfo {
    BusRequests.NodeInfo(
        name: name,
        pid: 4711,
        publisher: publisher,
        state: state,
        note: note,
        publishes: publishes,
        reads: reads,
        answers: ["calibrate"],
        uptime: 12.34,
        age: 0.5
    )
}

private func snapshot(bytes: Int = 1000) throws -> BusSnapshot {
    var status = Status(time: 1, state: .degraded)
    status.memory = 13_100_000
    status.publishRate = 10
    status.lost = 3
    status.dropped = 0
    var payload: [UInt8] = []
    status.encode(into: &payload)
    guard case .object(var object) = try JSONValue.parse(payload) else { throw CancellationError() }
    object["parameters"] = ["rate": 5]
    return BusSnapshot(
        topics: [topic("fix/gps", publisher: 7, bytes: bytes), topic("fix/phone", publisher: 8, rate: 50)],
        nodes: [
            node("fusion", state: "degraded", note: "no field", reads: ["fix/"]), node("gone", state: "gone"),
            node("gps", publisher: 7, publishes: ["fix/gps"]),
        ],
        statuses: ["fusion": BusSnapshot.NodeStatus(status: status, payload: object)]
    )
}

@Suite("Looking inside", .timeLimit(.minutes(1)))
struct LookTests {
    @Test("a topic is told with who publishes and who reads it") func topicReport() throws {
        let report = try TopicReport(try Topic("fix/gps"), in: try snapshot())
        #expect(
            report.lines == [
                "Type: fix", "Publisher count: 1", "  gps: pid 4711, publisher 7, ready",
                "Subscription count: 2",
                "  fusion: pid 4711, degraded, lost 3 of all it reads", "Rate: 10.0 Hz",
                "Messages: 10 since the bus started, 1.00 KB", "Newest: 0.0 s ago, sequence 9",
                "Last value: kept",
            ]
        )
        #expect(
            report.json.line.hasSuffix(
                #""publishers":[{"name":"gps","pid":4711,"publisher":7,"state":"ready"}],"#
                    + #""readers":[{"name":"fusion","pid":4711,"state":"degraded","dropped":0,"lost":3}]}"#
            )
        )
    }

    @Test("a publisher that is no node counts too") func foreignPublisher() throws {
        let lines = try TopicReport(try Topic("fix/phone"), in: try snapshot()).lines
        #expect(lines[1...2] == ["Publisher count: 1", "  no node: publisher 8"])
    }

    @Test("a node that lets the bus make its stamps is one publisher, known by its name") func stampedByBus()
        throws
    {
        var snapshot = try snapshot()
        snapshot.nodes.append(node("phone", publishes: ["fix/phone"]))
        let report = try TopicReport(try Topic("fix/phone"), in: snapshot)
        #expect(report.lines[1...2] == ["Publisher count: 1", "  phone: pid 4711, publisher 8, ready"])
        #expect(report.json.line.contains(#""name":"phone","pid":4711,"publisher":8"#))
        // Under another's name it may be anybody's.
        snapshot.nodes[snapshot.nodes.count - 1] = node("other", publishes: ["fix/phone"])
        let lines = try TopicReport(try Topic("fix/phone"), in: snapshot).lines
        #expect(
            lines[1...3] == ["Publisher count: 2", "  other: pid 4711, ready", "  no node: publisher 8"]
        )
    }

    @Test("the reason of a state that is over is not given for another") func oldReason() throws {
        var snapshot = try snapshot()
        var status = Status(time: 1, state: .gone)
        status.note = "it said goodbye"
        snapshot.statuses["gps"] = BusSnapshot.NodeStatus(status: status, payload: JSONObject())
        #expect(try NodeReport("gps", in: snapshot).lines[1] == "State: ready")
    }

    @Test("of a topic or node that is not there is said which one may have been meant") func unknown() throws
    {
        let snapshot = try snapshot()
        #expect {
            try TopicReport(try Topic("fix/gsp"), in: snapshot)
        } throws: {
            "\($0)" == "nothing has come on fix/gsp; did you mean 'fix/gps'?"
        }
        #expect {
            try NodeReport("fusoin", in: snapshot)
        } throws: {
            "\($0)" == "no node 'fusoin' is on the bus; did you mean 'fusion'?"
        }
    }

    @Test("a node is told with what is known of it, and why it is degraded") func nodeReport() throws {
        let report = try NodeReport("fusion", in: try snapshot())
        #expect(
            report.lines == [
                "Node: fusion", "State: degraded: no field", "Pid: 4711", "Uptime: 12.3 s",
                "Last heard of: 0.5 s ago",
                "Memory: 13.10 MB", "Losses: dropped 0, lost 3", #"Parameters: {"rate":5}"#, "Reads:",
                "  fix/",
                "Answers:", "  calibrate",
            ]
        )
        let json = try JSONValue.parse(report.json.line)
        #expect(json["name"] == "fusion" && json["note"] == "no field")
        #expect(json["memory"]?.number == 13_100_000)
        #expect(json["parameters"] == ["rate": 5])
        #expect(json["receiveRate"] == nil, "what is not known is left out")
    }

    @Test("a node that is gone has no figures") func gone() throws {
        let lines = try NodeReport("gone", in: try snapshot()).lines
        #expect(lines.contains("State: gone"))
        #expect(
            !lines.contains { $0.hasPrefix("Uptime") || $0.hasPrefix("Memory") || $0.hasPrefix("Published") }
        )
    }

    @Test("the table knows bytes a second from the second snapshot on, and not from a bus that counts anew")
    func top()
        throws
    {
        var state = TopState(bus: "b")
        state.take(try snapshot(), at: 0)
        #expect(state.rows.allSatisfy { $0.bytesPerSecond == nil })
        state.take(try snapshot(bytes: 4000), at: 2_000_000_000)
        #expect(state.rows.first { $0.topic == "fix/gps" }?.bytesPerSecond == 1500)
        state.take(try snapshot(bytes: 10), at: 3_000_000_000)
        #expect(state.rows.first { $0.topic == "fix/gps" }?.bytesPerSecond == nil)
    }

    @Test("the table is sorted by the key that was pressed") func order() throws {
        var state = TopState(bus: "b")
        state.take(try snapshot(), at: 0)
        #expect(state.sorted.map(\.topic) == ["fix/phone", "fix/gps"])
        _ = state.press(.character("n"))
        #expect(state.sorted.map(\.topic) == ["fix/gps", "fix/phone"])
        guard case .quit = state.press(.character("q")) else {
            Issue.record("q does not quit")
            return
        }
    }

    @Test("what the table does not know is a dash") func table() throws {
        var state = TopState(bus: "b")
        state.take(try snapshot(), at: 0)
        #expect(
            state.text(now: 0, unicode: true) == """
                NODE    STATE      PID    MEMORY  OUT/s  IN/s  LOST  DROPPED  NOTE
                fusion  degraded  4711  13.10 MB   10.0     -     3        0  no field
                gone    gone      4711         -      -     -     -        -
                gps     ready     4711         -      -     -     -        -

                TOPIC      RATE  BYTES/s  AGE  LISTENERS  COUNT
                fix/phone  50.0        -  0.0          2     10
                fix/gps    10.0        -  0.0          2     10

                """
        )
        #expect(
            state.text(now: 5_000_000_000, unicode: true).hasPrefix(
                "the bus does not answer: this is 5 s old\n"
            )
        )
        let json = try JSONValue.parse(state.json(now: 500_000_000))
        #expect(json["age"]?.number == 0.5)
        guard case .array(let topics)? = json["topics"] else { throw CancellationError() }
        #expect(topics.map { $0["topic"] } == ["fix/phone", "fix/gps"])
        #expect(topics[0]["bytesPerSecond"] == nil)
    }

    @Test(
        "on every screen the table fits, says what is left out, and when the bus is silent",
        arguments: [1, 2, 5, 8, 24]
    )
    func screen(rows: Int) throws {
        var state = TopState(bus: "b")
        state.take(try snapshot(), at: 0)
        let lines = state.lines(
            for: ViewScreen(columns: 50, rows: rows, unicode: true),
            now: 5_000_000_000,
            time: 0
        )
        #expect(lines.count <= rows)
        #expect(lines.allSatisfy { $0.width <= 50 })
        let wide = state.lines(
            for: ViewScreen(columns: 200, rows: rows, unicode: true),
            now: 5_000_000_000,
            time: 0
        )
        #expect(wide[0].text.hasSuffix("the bus does not answer: this is 5 s old"))
        if rows == 5 { #expect(wide[3].text == "and 6 lines more") }
    }
}

@Suite("Publishing", .timeLimit(.minutes(1)))
struct PublishingTests {
    private func plan(_ topic: String, raw: Bool = false, now: Bool = false) throws -> PublishingPlan {
        PublishingPlan(
            topic: try Topic(topic),
            source: .input,
            pace: .readers,
            isRaw: raw,
            setsTime: now
        )
    }

    private func error(_ text: String, _ plan: PublishingPlan) -> String? {
        do {
            _ = try plan.prepare(Array(text.utf8))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a payload of the contract is checked, and what is wrong is said with its key") func known() throws
    {
        let fix = try plan("fix/me")
        #expect(error(#"{"time":1,"latitude":2,"longitude":3}"#, fix) == nil)
        #expect(
            error(#"{"time":1,"latitude":91,"longitude":3}"#, fix) == "latitude: 91 is not between -90 and 90"
        )
        #expect(error(#"{"time":1,"latitude":2}"#, fix) == "longitude: is missing")
        #expect(error("{", fix) != nil)
    }

    @Test("keys that readers pass over are named, and null is none") func strange() throws {
        let text = #"{"time":1,"latitude":2,"longitude":3,"corse":4,"speed":null}"#
        #expect(try plan("fix/me").prepare(Array(text.utf8)).strange == ["corse"])
    }

    @Test("a kind of one's own is JSON of any form, and raw is anything") func own() throws {
        #expect(error("[1]", try plan("note/me")) == nil)
        #expect(error("ahoy", try plan("note/me")) != nil)
        #expect(error("ahoy", try plan("note/me", raw: true)) == nil)
        #expect(try plan("fix/me", raw: true).prepare([0xFF, 0]).bytes == [0xFF, 0])
    }

    @Test("the time of publishing is put in where it is asked for") func now() throws {
        let bytes = try plan("fix/me", now: true).prepare(
            Array(#"{"latitude":2,"longitude":3,"time":1}"#.utf8)
        ).bytes
        #expect(try #require(try JSONValue.parse(bytes)["time"]?.number) > 1_700_000_000)
        #expect(error("[1]", try plan("note/me", now: true)) == "this is no object that could have a time")
    }

    @Test("every kind of the contract is known") func kinds() {
        for kind in [
            "fix", "sky", "magnetic-field", "imu", "heading", "direction", "pin", "arrow", "region",
            "failure",
        ] {
            #expect(KnownKind.type(of: kind) != nil)
        }
        #expect(KnownKind.type(of: "sentence")?.isEvent == true)
        #expect(KnownKind.type(of: "note") == nil)
    }
}
