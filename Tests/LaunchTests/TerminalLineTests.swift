import Testing

@testable import Launch

@Suite("A node's line on a terminal", .timeLimit(.minutes(1)))
struct TerminalLineTests {
    @Test(
        "has its colours, which end with it, and nothing else that a terminal obeys",
        arguments: [
            ("plain\tline", "plain\tline", "plain\tline"),
            ("\u{1B}[31;1mred", "\u{1B}[31;1mred\u{1B}[0m", "red"),
            ("\u{1B}]0;title\u{7}x", " ]0;title x", " ]0;title x"),
            ("\u{1B}[2Jgone\rover", " [2Jgone over", " [2Jgone over"),
            ("12 °C\u{9B}31m\u{202E}", "12 °C 31m", "12 °C 31m"),
            ("\u{1B}[", " [", " ["), ("\u{1B}", " ", " "), ("", "", ""),
        ]
    )
    func cleaned(line: String, coloured: String, plain: String) {
        let bytes = Array(line.utf8)
        #expect(TerminalLine(bytes, keepsColours: true).bytes == Array(coloured.utf8))
        #expect(TerminalLine(bytes, keepsColours: false).bytes == Array(plain.utf8))
    }
}
