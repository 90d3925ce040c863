@testable internal import Launch
internal import Messages
internal import Platform
internal import Rules
internal import Testing

@Suite("Values, durations and patterns", .timeLimit(.minutes(1)))
struct CheckingTests {
    @Test("JSON is escaped")
    func json() {
        let value = Value.array([
            .string("a\"b\\\n\u{1}ö"), .integer(-1), .number(0.1), .boolean(true), .null,
        ])
        #expect(value.json.description == #"["a\"b\\\n\u0001ö",-1,0.1,true,null]"#)
        #expect(Value.number(.infinity).json == .null)
    }

    @Test(
        "Lengths of time are read with their unit",
        arguments: [
            ("0.5s", 500_000_000), ("500ms", 500_000_000), ("2m", 120_000_000_000), ("3", 3_000_000_000),
            ("1.5", 1_500_000_000), ("1h", 3_600_000_000_000), ("0", 0), ("-1s", nil), ("s", nil),
            ("1 day", nil),
            ("1e9", nil), ("true", nil), ("1.2.3s", nil), ("٣s", nil),
        ] as [(String, Int64?)]
    )
    func durations(text: String, nanoseconds: Int64?) {
        let node = YAMLNode(content: .scalar(text, .plain), location: SourceLocation(file: "f"))
        #expect(Duration(written: node)?.nanoseconds == nanoseconds)
    }

    @Test(
        "Patterns overlap where some topic is of both",
        arguments: [
            ("fix/gps", "fix/gps", true), ("fix/gps", "fix/gps2", false), ("fix/", "fix/gps", true),
            ("fix", "fix/gps", true), ("fix", "fixes/gps", false), ("", "fix/gps", true), ("", "", true),
            ("arrow/a/", "arrow/a/1", true), ("arrow/a/", "arrow/a", false), ("arrow/a/", "arrow/", true),
            ("arrow/a/", "arrow/b/", false),
        ]
    )
    func overlaps(one: String, other: String, expected: Bool) throws {
        let one = try #require(TopicPattern(one)), other = try #require(TopicPattern(other))
        #expect(one.overlaps(other) == expected)
        #expect(other.overlaps(one) == expected)
    }

    @Test(
        "A pattern is of a topic's characters",
        arguments: ["Fix/gps", "fix//gps", "/fix", "fix/<id>", "fix/*", "a b"]
    )
    func badPatterns(text: String) {
        #expect(TopicPattern(text) == nil)
    }

    @Test("A pattern takes the node's name")
    func named() throws {
        #expect(try #require(TopicPattern("arrow/<name>/")).named("back").description == "arrow/back/")
    }

    @Test("Values are converted to the type that is wanted and to no other")
    func conversion() throws {
        #expect(try ValueRule(.number).accept(.value(.integer(2))) == .number(2))
        #expect(try ValueRule(.integer).accept(.value(.number(2))) == .integer(2))
        #expect(try ValueRule(.number).accept(.text("2")) == .number(2))
        #expect(try ValueRule(.string).accept(.text("2")) == .string("2"))
        #expect(try ValueRule(.boolean).accept(.text("true")) == .boolean(true))
        var list = ValueRule(.array)
        list.elements = .integer
        #expect(try list.accept(.text("1, 2")) == .array([.integer(1), .integer(2)]))
        #expect(throws: ValueRule.Refusal.self) { try ValueRule(.integer).accept(.value(.number(1e300))) }
        #expect(throws: ValueRule.Refusal.self) { try ValueRule(.string).accept(.value(.integer(2))) }
        #expect(throws: ValueRule.Refusal.self) { try ValueRule(.boolean).accept(.text("yes")) }
        #expect(throws: ValueRule.Refusal.self) { try ValueRule(.number).accept(.text("nan")) }
    }

    @Test(
        "Paths are seen from the folder of the file, behind a known scheme too",
        arguments: [
            ("walk.nmea", "/rig/walk.nmea"), ("./walk.nmea", "/rig/walk.nmea"),
            ("logs/walk", "/rig/logs/walk"),
            ("/abs/walk", "/abs/walk"), ("file:walk.nmea", "file:/rig/walk.nmea"),
            ("csv:/abs/x", "csv:/abs/x"),
            ("tcp:localhost:2947", "tcp:localhost:2947"), ("city-walk", "city-walk"), ("-", "-"), ("", ""),
            ("serial:/dev/ttyACM0", "serial:/dev/ttyACM0"),
        ]
    )
    func paths(text: String, resolved: String) {
        #expect(Paths.resolve(text, from: "/rig") == resolved)
    }
}
