import Testing
import Text

@Suite("Text for one line of a terminal", .timeLimit(.minutes(1)))
struct OneLineTests {
    @Test(
        "has nothing in it that a terminal obeys",
        arguments: [
            ("plain, °C and 👩‍🚀", "plain, °C and 👩‍🚀"),
            ("\u{1B}[31mred\u{1B}]0;title\u{7}", " [31mred ]0;title "),
            ("two\r\nlines\u{2028}more\u{85}", "two  lines more "),
            ("csi\u{9B}2J", "csi 2J"),
            ("a\u{202E}b\u{2066}c\u{FEFF}d", "abcd"),
            ("\u{7F}", " "),
            ("", ""),
        ]
    )
    func onOneLine(text: String, shown: String) {
        #expect(Array(text.onOneLine.unicodeScalars) == Array(shown.unicodeScalars))
    }
}
