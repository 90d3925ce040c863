import Messages
import TestSupport
import Testing

@Suite("Hard inputs", .timeLimit(.minutes(1)))
struct HardInputTests {
    private static let deep = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
    private static let tooDeep = String(repeating: "[", count: 100_000)

    @Test(
        "a payload may be written in any way that JSON allows",
        arguments: [
            #"{"time":7,"jump":true}"#, #"{"jump":true,"time":7}"#,
            " \t\r\n{ \"time\" : 7.0 ,\n\"jump\" :true } ",
            #"{"time":0.7e1,"jump":true}"#, #"{"time":70E-1,"jump":true}"#, #"{"time":0.07e+02,"jump":true}"#,
            #"{"time":1,"jump":false,"time":7,"jump":true}"#, #"{"time":null,"jump":true,"time":7}"#,
            #"{"time":7,"jump":true,"rate":null}"#, #"{"time":7,"jump":true,"rate":5,"rate":null}"#,
            #"{"x":[1,{"time":8,"y":[]},"]}",null,true,false,-0,1e999],"time":7,"jump":true,"":{}}"#,
            #"{"\u0074ime":7,"jum\u0070":true}"#, #"{"Time":8,"timer":9,"tim":10,"time":7,"jump":true}"#,
            #"{"a\"b\\":"\ud83e\udded \/\b\f\n\r\t\"","time":7,"jump":true}"#,
            "{\"日本🧭\":\"é\",\"time\":7,\"jump\":true}", "{\"d\":\(deep),\"time\":7,\"jump\":true}",
            #"{"time":7.000000000000000000000000000000,"jump":true}"#,
        ]
    )
    func accepted(text: String) throws {
        #expect(try read(Clock.self, text) == Clock(time: 7, jump: true))
    }

    @Test(
        "what is not JSON is an error that says where",
        arguments: [
            ("", "the payload is empty"), (" \n", "the payload is empty"),
            ("[1]", "the payload is an array, not an object"), ("null", "the payload is null, not an object"),
            ("12", "the payload is 12, not an object"), ("\"x\"", "the payload is \"x\", not an object"),
            ("hello", "byte 0: expected a value, found 'h'"), ("{", "byte 1: the JSON is cut off"),
            (#"{"time":1"#, "byte 9: the JSON is cut off"), (#"{"time"#, "byte 6: the JSON is cut off"),
            (#"{"time":1}x"#, "byte 10: expected the end, found 'x'"),
            (#"{"time":1}{}"#, "byte 10: expected the end, found '{'"),
            (#"{"time":1,}"#, "byte 10: expected a key, found '}'"),
            (#"{,"time":1}"#, "byte 1: expected a key, found ','"),
            (#"{"time":1 "jump":true}"#, "byte 10: expected ',' or '}', found '\"'"),
            (#"{"time" 1}"#, "byte 8: expected ':', found '1'"),
            (#"{time:1}"#, "byte 1: expected a key, found 't'"),
            (#"{'time':1}"#, "byte 1: expected a key, found '''"),
            (#"{"a":[1 2]}"#, "byte 8: expected ',' or ']', found '2'"),
            (#"{"a":[1,]}"#, "byte 8: expected a value, found ']'"),
            (#"{"a":nul}"#, "byte 8: expected 'null', found '}'"),
            (#"{"a":tru"#, "byte 8: the JSON is cut off"),
            (#"{"jump":True}"#, "byte 8: expected a value, found 'T'"),
            ("{\"a\":\"\u{1}\"}", "byte 6: a control character in a string"),
            ("{\"a\":\"x\ny\"}", "byte 7: a control character in a string"),
            (#"{"a":"\x"}"#, "byte 6: an escape that JSON does not have"),
            (#"{"a":"\u12G4"}"#, "byte 6: \\u is followed by four hexadecimal digits"),
            (#"{"a":"\u12"}"#, "byte 6: \\u is followed by four hexadecimal digits"),
            (#"{"a":"\ud800"}"#, "byte 6: half of a surrogate pair"),
            (#"{"a":"\ud800\u0041"}"#, "byte 6: half of a surrogate pair"),
            (#"{"a":"\udc00"}"#, "byte 6: half of a surrogate pair"),
            (#"{"a":"\"#, "byte 7: the JSON is cut off"),
            ("{\"time\":\u{1}}", "byte 8: expected a value, found byte 0x1"),
            ("\u{FEFF}{}", "byte 0: expected a value, found byte 0xEF"),
            ("{\"a\":\(tooDeep)", "byte 68: nested deeper than 64 levels"),
        ]
    )
    func refused(text: String, said: String) {
        #expect(problem(Clock.self, text) == said)
    }

    @Test(
        "what is not a number of JSON is an error",
        arguments: [
            ("NaN", "expected a value, found 'N'"), ("Infinity", "expected a value, found 'I'"),
            ("-Infinity", "expected a digit, found 'I'"), ("0x1p3", "expected ',' or '}', found 'x'"),
            ("+1", "expected a value, found '+'"), ("01", "a number does not start with 0 and another digit"),
            ("-01", "a number does not start with 0 and another digit"),
            (".5", "expected a value, found '.'"),
            ("1.", "expected a digit, found '}'"), ("-", "expected a digit, found '}'"),
            ("1e", "expected a digit, found '}'"), ("1e+", "expected a digit, found '}'"),
            ("1.e5", "expected a digit, found 'e'"), ("--1", "expected a digit, found '-'"),
            ("1_000", "expected ',' or '}', found '_'"), ("1,5", "expected a key, found '5'"),
        ]
    )
    func numbers(text: String, said: String) throws {
        for key in ["time", "unknown"] {
            let found = try #require(problem(Clock.self, "{\"\(key)\":\(text)}"))
            #expect(found.hasPrefix("byte ") && found.hasSuffix(": " + said), "\(key): \(found)")
        }
    }

    @Test("a number beyond all doubles is an error, one below them is 0") func extremes() throws {
        #expect(
            problem(Clock.self, #"{"time":1e999,"jump":true}"#) == "time: 1e999 is too large for a number"
        )
        #expect(problem(Clock.self, #"{"time":-1e309}"#) == "time: -1e309 is too large for a number")
        #expect(
            problem(Clock.self, #"{"time":1e99999999999999999999}"#)
                == "time: 1e99999999999999999999 is too large for a number"
        )
        #expect(try read(Clock.self, #"{"time":1e-999,"jump":true}"#).time == 0)
        #expect(try read(Clock.self, #"{"time":1e-99999999999999999999,"jump":true}"#).time == 0)
        #expect(try read(Clock.self, #"{"time":0e999,"jump":true}"#).time == 0)
        let minusZero = try read(Clock.self, #"{"time":-0,"jump":true}"#).time
        #expect(minusZero == 0 && minusZero.sign == .minus)
        let long = "1" + String(repeating: "0", count: 5000) + "e-5000"
        #expect(try read(Clock.self, "{\"time\":\(long),\"jump\":true}").time == 1)
    }

    @Test(
        "bytes that are not UTF-8 are an error, in values, keys and what is passed over",
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func utf8(bytes: [UInt8]) {
        for (before, after) in [
            ("{\"text\":\"", "\",\"time\":1}"), ("{\"x\":\"", "\"}"), ("{\"", "\":1}"),
            ("{\"x\":{\"", "\":1}}"), ("{\"x\":\"\\n", "\"}"),
        ] {
            let payload = [UInt8](before.utf8) + bytes + [UInt8](after.utf8)
            let error = #expect(throws: MessageError.self) { try Sentence(decoding: payload.span) }
            #expect(error?.problem == "not UTF-8")
        }
    }

    @Test("a payload that is cut off anywhere, or changed in one byte, never traps") func damaged() throws {
        let whole =
            #"{"time":1.25,"satellites":[{"constellation":"gps","id":3,"x":"\ud83e\udded\n","used":null}],"a":[1,-2e3]}"#
        let bytes = [UInt8](whole.utf8)
        _ = try Sky(decoding: bytes.span)
        for count in 0..<bytes.count {
            #expect(throws: MessageError.self) { try Sky(decoding: [UInt8](bytes.prefix(count)).span) }
        }
        var random = Seeded(seed: 1)
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            _ = try? Sky(decoding: changed.span)
            _ = try? JSONValue.parse(changed)
        }
    }
}
