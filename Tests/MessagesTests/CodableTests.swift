import Messages
import Testing

@Suite("Codable kinds", .timeLimit(.minutes(1)))
struct CodableTests {
    struct Depth: CodableMessage, Equatable {
        static let kind = "depth"
        enum Bottom: String, Codable { case sand, rock }
        struct Echo: Codable, Equatable {
            var delay: Float
            var strength: UInt8
        }

        var time: Double
        var metres: Double?
        var bottom: Bottom?
        var echoes: [Echo] = []
        var tags: [String: Int]? = nil
        var big: UInt64 = .max
        var small: Int64 = .min
        var note: String? = nil
    }

    @Test("a type of one's own survives the way over the bus, its keys in the order of its properties")
    func roundTrip() throws {
        var depth = Depth(time: 1.5, metres: 12.25, bottom: .rock)
        depth.echoes = [.init(delay: 0.1, strength: 255), .init(delay: 2, strength: 0)]
        depth.tags = ["a": -1]
        let text = try json(depth)
        #expect(
            text
                == #"{"time":1.5,"metres":12.25,"bottom":"rock","echoes":[{"delay":0.1,"strength":255},{"delay":2.0,"strength":0}],"#
                + #""tags":{"a":-1},"big":18446744073709551615,"small":-9223372036854775808}"#
        )
        #expect(try read(Depth.self, text) == depth)
    }

    @Test("an unknown number is left out, a required one must be finite") func nonFinite() throws {
        #expect(try json(Depth(time: 1, metres: .nan)).hasPrefix(#"{"time":1.0,"echoes":[]"#))
        var buffer: [UInt8] = [7]
        let error = #expect(throws: MessageError.self) { try Depth(time: .nan).encode(into: &buffer) }
        #expect(error?.description == "time: nan is not a number of JSON")
        #expect(buffer == [7])
        #expect(
            #expect(throws: MessageError.self) { try JSON.encode([1, Double.infinity]) }?.description
                == "[1]: inf is not a number of JSON"
        )
    }

    @Test(
        "an error names place, value and what it should have been",
        arguments: [
            (#"{}"#, "time: is missing"), (#"{"time":null}"#, "time: null is not a number"),
            ("[]", "an array is not an object"),
            (#"{"time":"x"}"#, "time: \"x\" is not a number"), (#"{"time":1}"#, "echoes: is missing"),
            (#"{"time":1,"bottom":"mud"}"#, "bottom: Cannot initialize Bottom from invalid String value mud"),
            (
                #"{"time":1,"echoes":[{"delay":1,"strength":1},{"delay":1,"strength":256}]}"#,
                "echoes[1].strength: 256 is not a whole number between 0 and 255"
            ),
            (
                #"{"time":1,"echoes":[{"delay":1e300,"strength":1}]}"#,
                "echoes[0].delay: 1e300 is not a number of single precision"
            ),
            (#"{"time":1,"echoes":{}}"#, "echoes: an object is not an array"),
            (
                #"{"time":1,"echoes":[],"tags":{"a":1.5}}"#,
                "tags.a: 1.5 is not a whole number between -9223372036854775808 and 9223372036854775807"
            ),
            (
                #"{"time":1,"echoes":[],"big":18446744073709551616}"#,
                "big: 18446744073709551616 is not a whole number between 0 and 18446744073709551615"
            ),
            (
                #"{"time":1,"echoes":[],"big":-1}"#,
                "big: -1 is not a whole number between 0 and 18446744073709551615"
            ),
            (#"{"time":1"#, "byte 9: the JSON is cut off"),
            (#"{"time":1e999}"#, "byte 8: 1e999 is too large for a number"),
        ]
    )
    func errors(text: String, said: String) {
        #expect(problem(Depth.self, text) == said)
    }

    @Test("single values, optionals, nested containers and inheritance work") func shapes() throws {
        #expect(try JSON.encode("a\"b") == [UInt8](#""a\"b""#.utf8))
        #expect(try JSON.encode([1: 2]) == [UInt8](#"{"1":2}"#.utf8))
        #expect(try JSON.encode(Optional<Int>.none) == [UInt8]("null".utf8))
        #expect(try JSON.encode([nil, 1]) == [UInt8]("[null,1]".utf8))
        #expect(try JSON.decode([Int?].self, from: [UInt8]("[null,1.0]".utf8)) == [nil, 1])
        #expect(try JSON.decode([[String]].self, from: [UInt8](#"[["a"],[]]"#.utf8)) == [["a"], []])
        #expect(try JSON.decode(Bool.self, from: [UInt8]("true".utf8)))
        #expect(try JSON.decode(JSONValue.self, from: [UInt8]("[1]".utf8)) == [1])
        #expect(try JSON.value(of: ["x": JSONValue.null]) == ["x": nil])
        #expect(try JSON.decode([JSONValue].self, from: [1, "a", nil]) == [1, "a", nil])
        #expect(try JSON.decode([String: Double].self, from: ["a": 0.5]) == ["a": 0.5])
    }

    @Test("a JSON value keeps order, the last of two equal keys, and numbers as written") func values() throws
    {
        let text = #"{"b":[1,1.0,1e2,-0],"a":{"x":null},"c":true,"é\n":"\u0001"}"#
        let value = try JSONValue.parse(text)
        #expect(value.description == text)
        #expect(
            value["b"] == [
                1, .number(JSONNumber(1.0) ?? JSONNumber(0)), try JSONValue.parse("1e2"),
                try JSONValue.parse("-0"),
            ]
        )
        #expect(value["a"]?["x"] == JSONValue.null && value["z"] == nil && value["c"]?["d"] == nil)
        #expect(try JSONValue.parse(#"{"a":1,"b":2,"a":3}"#).description == #"{"a":3,"b":2}"#)
        var object: JSONObject = ["a": 1]
        object["b"] = "x"
        object["a"] = nil
        object["c"] = 2.5
        #expect(JSONValue.object(object).description == #"{"b":"x","c":2.5}"#)
        #expect(
            JSONNumber(UInt64.max).integer(UInt64.self) == .max
                && JSONNumber(UInt64.max).integer(Int64.self) == nil
        )
        #expect(JSONNumber(8.0)?.integer() == 8 && JSONNumber(.nan) == nil)
    }

    @Test("nesting is bounded") func depth() throws {
        let fits = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try JSONValue.parse(fits).description == fits)
        #expect(throws: MessageError.self) { try JSONValue.parse("[" + fits + "]") }
        #expect(throws: MessageError.self) {
            try JSONValue.parse(String(repeating: "{\"a\":", count: 1_000_000))
        }
    }

    @Test("a hundred thousand keys are read in time") func many() throws {
        let members = (0..<100_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        #expect(try JSON.decode([String: Int].self, from: [UInt8]("{\(members),\"5\":7}".utf8))["5"] == 7)
    }
}
