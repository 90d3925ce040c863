internal import Testing

@testable internal import PinsPlugin

@Suite("A label", .timeLimit(.minutes(1)))
struct LabelTests {
    @Test(
        "is trimmed of all white space, and inside it one space is left",
        arguments: [
            ("boat", "boat"),
            ("  the\tred \n boat\r\n", "the red boat"),
            ("\u{00A0}\u{2003}\u{3000}jetty\u{2028}two\u{0085}", "jetty two"),
            ("👩‍🚀 ⚓️ häfen", "👩‍🚀 ⚓️ häfen"),
        ]
    )
    func isTrimmed(text: String, expected: String) throws {
        #expect(try Label.clean(text) == expected)
    }

    @Test(
        "that shows nothing is 'Over Here!'",
        arguments: [nil, "", " ", "\n\t\u{00A0}", "\0\u{7F}", "\u{200B}\u{FEFF}\u{2060}", "\u{202E}\u{2069}"]
    )
    func isUnnamed(text: String?) throws {
        #expect(try Label.clean(text) == "Over Here!")
    }

    @Test("loses what would move a terminal's cursor or turn its text")
    func isSafe() throws {
        #expect(try Label.clean("a\u{1B}[31mb\u{7}\u{9B}c\0") == "a[31mbc")
        #expect(try Label.clean("pier \u{202E}gnp\u{202C}") == "pier gnp")
    }

    @Test("has at most a hundred characters")
    func isBounded() throws {
        let hundred = String(repeating: "⚓", count: 100)
        #expect(try Label.clean("  \(hundred)  ") == hundred)
        let error = #expect(throws: PinError.self) { try Label.clean(hundred + " x") }
        #expect(error == PinError(.badRequest, "a label has at most 100 characters, this one has 102"))
    }
}
