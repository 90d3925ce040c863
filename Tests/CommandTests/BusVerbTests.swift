import Binnacle
import Launch
import Platform
import Testing

@testable import Command

@Suite("Verbs of the bus", .timeLimit(.minutes(1)))
struct BusVerbTests {
    private func received(_ payload: [UInt8]?, flags: Stamp.Flags = []) throws -> Received<Bytes> {
        Received(
            topic: try Topic("fix/gps"),
            stamp: Stamp(publisher: 5, sequence: 7, published: 1_796_005_761_049_855_302, flags: flags),
            message: payload.map(Bytes.init),
            arrival: 0
        )
    }

    @Test("a message is shown as its topic and payload, on one line") func text() throws {
        #expect(EchoLine.text(try received(Array("{\"a\":\n1}".utf8))) == "fix/gps {\"a\": 1}")
        #expect(EchoLine.text(try received([0xFF, 0x00, 0x10])) == "fix/gps base64:/wAQ")
        #expect(EchoLine.text(try received(nil)) == "fix/gps (erased)")
    }

    @Test("as JSON a message is one object, exact to the nanosecond") func json() throws {
        let head = #"{"topic":"fix/gps","publisher":5,"sequence":7,"published":1796005761049855302,"#
        #expect(
            EchoLine.json(try received(Array(#"{"a": 1.50}"#.utf8), flags: .lastValue))
                == head + #""lastValue":true,"payload":{"a":1.50}}"#
        )
        #expect(EchoLine.json(try received([0xFF])) == head + #""lastValue":false,"base64":"/w=="}"#)
        #expect(EchoLine.json(try received(nil)) == head + #""lastValue":false,"payload":null}"#)
    }

    // The test vectors of RFC 4648, section 10.
    @Test(
        "bytes are written in base64",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ]
    ) func base64(bytes: String, text: String) {
        #expect(Base64.encode(Array(bytes.utf8)) == text)
    }

    @Test("a topic is listed with its kind and node") func topics() {
        let info = BusRequests.TopicInfo(
            topic: "fix/gps",
            publisher: 1,
            sequence: 2,
            count: 3,
            bytes: 4,
            rate: 0.96,
            age: 0.04,
            kept: true,
            listeners: 2
        )
        #expect(
            TopicListVerb.table([info]).lines == [
                "TOPIC    KIND  NODE  RATE  COUNT  AGE  LISTENERS  KEPT",
                "fix/gps  fix   gps    1.0      3  0.0          2  yes",
            ]
        )
        #expect(
            TopicListVerb.json(info).line.hasPrefix(
                #"{"topic":"fix/gps","kind":"fix","node":"gps","publisher":1"#
            )
        )
    }

    @Test("a pin is told with its place, time and label") func pin() throws {
        let pin = try JSONValue.parse(
            #"{"time":1796040225,"id":"p1","label":"boat","latitude":-33.9,"longitude":18.4,"horizontalAccuracy":4}"#
        )
        #expect(PinVerb.line(pin) == "p1  33.900000° S  18.400000° E  ± 4.0 m  2026-11-30 12:03:45 UTC  boat")
    }

    @Test("a node counts as ready when it has said so since its start, and once") func readiness() {
        func info(_ name: String, _ state: String, uptime: Double) -> BusRequests.NodeInfo {
            BusRequests.NodeInfo(
                name: name,
                pid: 1,
                state: state,
                note: nil,
                publishes: [],
                reads: [],
                answers: [],
                uptime: uptime,
                age: 0
            )
        }
        var waiting = PlannedNode(name: "gps", program: "/bin/true", arguments: [])
        waiting.readiness = .topic("fix/gps")
        let readiness = RigReadiness(LaunchPlan(nodes: [waiting]))
        for name in ["bus", "gps", "old", "slow"] { readiness.begin(name) }
        let now = Int64.max / 2
        let nodes = [info("gps", "degraded", uptime: 0), info("slow", "starting", uptime: 0)]
        #expect(readiness.arrived(nodes + [info("old", "ready", uptime: 1e12)], at: now) == ["bus", "gps"])
        #expect(readiness.arrived(nodes, at: now).isEmpty)
        func topic(age: Double) -> BusRequests.TopicInfo {
            BusRequests.TopicInfo(
                topic: "fix/gps",
                publisher: 1,
                sequence: 0,
                count: 1,
                bytes: 1,
                rate: 1,
                age: age,
                kept: true,
                listeners: 0
            )
        }
        #expect(readiness.arrived([topic(age: 1e12)], at: now).isEmpty, "of an earlier run")
        #expect(readiness.arrived([topic(age: 0)], at: now) == ["gps"])
        #expect(readiness.arrived([topic(age: 0)], at: now).isEmpty)
        // What has said hello before its start was told is of this run all the same.
        readiness.begin("quick")
        let hello = MonotonicClock.nanoseconds
        readiness.take(.started(node: "quick", pid: 1))
        let later = MonotonicClock.nanoseconds
        let quick = info("quick", "ready", uptime: Double(later - hello) * 1e-9)
        #expect(readiness.arrived([quick], at: later) == ["quick"])
    }

    @Test("a fix that was chosen is shown before one that was not, while it is fresh") func fixes() {
        func seen(_ topic: String, _ source: String?, _ moment: Int64) -> Seen<Fix> {
            var fix = Fix(time: 0, latitude: 0, longitude: 0)
            fix.source = source
            return Seen(fix, topic: topic, moment: moment)
        }
        var state = ViewState(bus: "b")
        state.take(seen("fix/gps", nil, 1))
        #expect(state.fix?.topic == "fix/gps")
        state.take(seen("fix/fusion", "gps", 2))
        state.take(seen("fix/gps", nil, 3))
        #expect(state.fix?.topic == "fix/fusion")
        state.take(seen("fix/gps", nil, 6_000_000_000))
        #expect(state.fix?.topic == "fix/gps")
    }

    @Test("the state as JSON holds messages as they travel") func state() throws {
        var state = ViewState(bus: "b")
        state.fix = Seen(Fix(time: 1, latitude: 2, longitude: 3), topic: "fix/fusion", moment: 0)
        let value = try JSONValue.parse(state.json(now: 1_500_000_000))
        #expect(value["fix"]?["topic"] == "fix/fusion")
        #expect(value["fix"]?["age"]?.description == "1.5")
        #expect(value["fix"]?["payload"]?["latitude"]?.description.hasPrefix("2") == true)
        #expect(value["heading"] == nil)
        #expect(value["lost"]?.description == "0")
    }
}
