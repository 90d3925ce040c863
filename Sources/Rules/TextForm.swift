internal import Text

/// One of the ways in which a text may be written.
public struct TextForm: Hashable, Sendable {
    /// What is written so.
    public enum Content: Hashable, Sendable {
        /// One of some words.
        case words([String])
        /// Whatever matches an expression.
        case pattern(TextPattern)
    }

    /// What is written so.
    public let content: Content
    /// The form for who is to write it: `tcp://HOST:PORT`.
    public let title: String?

    package init(content: Content, title: String?) {
        (self.content, self.title) = (content, title)
    }

    /// Whether a text is written so.
    package func admits(_ text: String) -> Bool {
        switch content {
        case .words(let words): words.contains(text)
        case .pattern(let pattern): pattern.matches(text)
        }
    }
}

extension ValueRule {
    /// Looks whether a text has one of the forms; `written` is how it was given.
    ///
    /// - Throws: what was meant perhaps, else what is wanted.
    func checkForm(_ text: String, written: String) throws(Refusal) {
        guard !forms.isEmpty, !forms.contains(where: { $0.admits(text) }) else { return }
        throw Refusal(problem: "is '\(written)'", advice: advice(for: written))
    }

    private func advice(for text: String) -> String {
        let words = forms.flatMap(\.words)
        if let word = Suggestion.nearest(to: text, among: words) { return "did you mean '\(word)'?" }
        let titles = forms.compactMap(\.title)
        if let scheme = Self.scheme(of: text) {
            let same = titles.filter { Self.scheme(of: $0) == scheme }
            if !same.isEmpty { return "write \(same.joined(separator: " or "))" }
            if let near = Suggestion.nearest(to: scheme, among: titles.compactMap(Self.scheme)) {
                return "did you mean '\(near)'?"
            }
        }
        if let meaning { return "it is \(meaning)" }
        let known = forms.map { $0.title ?? $0.pattern ?? $0.words.joined(separator: " or ") }
        return "give a text of the form \(known.joined(separator: " or "))"
    }

    /// What a text begins with, its first colon included.
    private static func scheme(of text: String) -> String? {
        text.firstIndex(of: ":").map { String(text[...$0]) }
    }
}

extension TextForm {
    /// The words, where it is a list of them.
    package var words: [String] { if case .words(let words) = content { words } else { [] } }

    /// The expression, where it is one.
    package var pattern: String? {
        if case .pattern(let pattern) = content { pattern.description } else { nil }
    }
}
