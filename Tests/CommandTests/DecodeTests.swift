import Messages
import Testing

@testable import Command

@Suite("Decoding of recorded bytes", .timeLimit(.minutes(1)))
struct DecodeTests {
    private static let rmc = "$GPRMC,120000.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A*5A\r\n"
    private static let undated = "$GNGLL,5119.16721,N,00533.07984,E,235959.00,A,A*7E\r\n"

    private static func lines(_ text: String, source: String = "gps", date: Double? = nil) -> [String] {
        var lines = DecodedLines(source: source, date: date)
        // In two pieces, of which the first has the date.
        let bytes = Array(text.utf8)
        lines.take(bytes.span.extracting(0..<bytes.count - 9))
        lines.take(bytes.span.extracting(bytes.count - 9..<bytes.count))
        lines.finish()
        return String(decoding: lines.drain(), as: UTF8.self).split(separator: "\n").map(String.init)
            + [lines.countersLine]
    }

    @Test("a message is an object of its own that names its topic") func message() throws {
        let lines = Self.lines(Self.rmc + "$HEHDT,12.5,T*19\r\n", source: "bow")
        #expect(lines.count == 3)
        let heading = try JSONValue.parse(lines[1])
        #expect(heading["topic"] == "heading/bow")
        #expect(heading["message"]?["trueHeading"]?.number == 12.5)
        let fix = try JSONValue.parse(lines[0])
        #expect(fix["topic"] == "fix/bow")
        #expect(fix["message"]?["latitude"]?.number == 51.5)
        let counters = try JSONValue.parse(lines[2])
        #expect(counters["counters"]?["sentences"]?.number == 2)
        #expect(counters["counters"]?["fixes"]?.number == 1)
    }

    @Test("the date is the recording's own, else its head's, else the one that is given") func dates() throws
    {
        let given = 1_789_171_200.0
        func time(_ text: String, _ date: Double?) throws -> Double? {
            try JSONValue.parse(Self.lines(text, date: date)[0])["message"]?["time"]?.number
        }
        #expect(try time(Self.rmc, given) == 1_774_267_200)
        #expect(try time("# Date: 2018-08-20\n" + Self.undated, given) == 1_534_809_599)
        #expect(try time(Self.undated, given) == 1_789_171_199)
        #expect(try time(Self.undated, nil) == nil)
    }

    @Test("progress is told in percent") func progress() {
        #expect(DecodingProgress.text(read: 5 << 20, of: 20 << 20) == "decoded 25 % of 20 MB")
    }

    @Test("the command line is completed and explained") func completion() throws {
        let verb = try #require(Program.verb.verbs.first { $0.name == "decode" })
        #expect(verb.completion(of: ["decode", ""].dropFirst()) == .files)
        #expect(
            verb.completion(of: ["decode", "--"].dropFirst())
                == .words(["--date", "--source", "--counters", "--json", "--help"])
        )
    }
}
