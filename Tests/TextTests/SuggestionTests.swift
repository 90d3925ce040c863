import Testing

@testable import Text

@Suite("Did you mean", .timeLimit(.minutes(1)))
struct SuggestionTests {
    @Test(
        "a distance counts what was put in, left out, replaced and swapped",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("watch", "watch", 0), ("wacth", "watch", 1), ("wtch", "watch", 1),
            ("kitten", "sitting", 3), ("ca", "abc", 3), ("fusion", "fusoin", 1), ("gps", "gsp", 1),
            ("Watch", "wATCH", 0),
        ]
    ) func distance(one: String, other: String, distance: Int) {
        #expect(Suggestion.distance(one, other) == distance)
        #expect(Suggestion.distance(other, one) == distance)
    }

    @Test("only what is near is guessed") func nearest() {
        let verbs = ["launch", "bus", "run", "topic", "watch"]
        #expect(Suggestion.nearest(to: "lauch", among: verbs) == "launch")
        #expect(Suggestion.nearest(to: "topics", among: verbs) == "topic")
        #expect(Suggestion.nearest(to: "la", among: verbs) == "launch")
        #expect(Suggestion.nearest(to: "frobnicate", among: verbs) == nil)
        #expect(
            Suggestion.nearest(to: "paramters", among: ["plugin", "parameters", "after"]) == "parameters"
        )
        #expect(Suggestion.nearest(to: "x", among: ["y"]) == nil)
        #expect(Suggestion.nearest(to: "", among: verbs) == nil)
        #expect(Suggestion.nearest(to: "Bus", among: verbs) == "bus")
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 65), among: verbs) == nil)
        #expect(Suggestion.nearest(to: "bus", among: []) == nil)
    }
}
