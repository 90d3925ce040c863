@testable internal import Launch
internal import Rules
internal import Testing

@Suite("Forms of texts", .timeLimit(.minutes(1)))
struct TextFormTests {
    @Test(
        "A pattern matches somewhere, unless it says where",
        arguments: [
            ("b", "abc", true), ("^b", "abc", false), ("^a.c$", "abc", true), ("^(a|b)+$", "abba", true),
            ("^[0-9]{2}$", "7", false), ("^[.]$", "x", false), (#"^\.$"#, ".", true),
            ("^[^/]+$", "a/b", false),
            ("^.$", "a\u{0}", false), ("^ä$", "ä", true),
        ]
    )
    func matches(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try TextPattern(pattern).matches(text) == isMatch)
    }

    @Test(
        "What is no regular expression, or not the same one everywhere, is refused",
        arguments: [
            ("(", "Unmatched ( or \\("), ("[a", "Unmatched [, [^, [:, [., or [="),
            ("a{2", #"Unmatched \{"#),
            (#"\d+"#, #"'\d'"#), ("(?:a)", "'(?'"), ("a*?", "'*?'"), (#"[\]]"#, #"'\]'"#), ("[]a]", "'[]'"),
            ("[[:alpha:]]", "'[:'"), (#"a\"#, #"'\'"#),
        ]
    )
    func refuses(pattern: String, words: String) {
        let refusal = #expect(throws: TextPattern.Refusal.self) { try TextPattern(pattern) }
        #expect(refusal?.problem.contains(words) == true, "\(refusal?.problem ?? "")")
    }
}
