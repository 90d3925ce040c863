internal import Glibc

/// A regular expression that a text has to match somewhere, of what JSON Schema's and POSIX's have in common.
public struct TextPattern: Hashable, Sendable, CustomStringConvertible {
    /// Why a text is no pattern.
    package struct Refusal: Error {
        package let problem: String
    }

    /// The expression as it is written.
    public let description: String

    /// Takes an expression.
    ///
    /// - Throws: what is wrong with it, or what in it means different things to different readers.
    package init(_ text: String) throws(Refusal) {
        description = text
        if let part = Self.ambiguity(of: text) {
            throw Refusal(problem: "'\(part)' does not mean the same everywhere; write a class such as [0-9]")
        }
        if let reason = withCompiled({ _ in nil }) { throw Refusal(problem: reason) }
    }

    /// Whether a text matches.
    package func matches(_ text: String) -> Bool {
        // A C string ends where there is a zero byte.
        guard !text.utf8.contains(0) else { return false }
        return withCompiled { expression in regexec(&expression, text, 0, nil, 0) == 0 ? nil : "" } == nil
    }

    /// Does something with the expression as the system understands it.
    ///
    /// Compiled each time, which takes microseconds: what is compiled cannot be shared between threads.
    /// - Returns: what `body` does; else why the system does not understand the expression.
    private func withCompiled(_ body: (inout regex_t) -> String?) -> String? {
        var expression = regex_t()
        let code = regcomp(&expression, description, REG_EXTENDED | REG_NOSUB)
        guard code == 0 else {
            var words = [CChar](repeating: 0, count: 200)
            let size = regerror(code, &expression, &words, words.count)
            // The size counts the zero at the end.
            let bytes = words.prefix(max(0, min(size, words.count) - 1)).map(UInt8.init(bitPattern:))
            return String(decoding: bytes, as: UTF8.self)
        }
        defer { regfree(&expression) }
        return body(&expression)
    }

    /// The first part of an expression that POSIX and JSON Schema take for different things.
    private static func ambiguity(of text: String) -> String? {
        var isInBrackets = false
        var rest = Substring(text)
        while let first = rest.first {
            let two = String(rest.prefix(2))
            let isDifferent =
                isInBrackets
                ? first == "\\" || ["[:", "[.", "[="].contains(two)
                : ["(?", "*?", "+?", "??", "}?", "[]"].contains(two) || rest.hasPrefix("[^]")
                    || first == "\\" && (rest.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? true)
            if isDifferent { return two }
            switch first {
            case "[" where !isInBrackets: isInBrackets = true
            case "]": isInBrackets = false
            case "\\": rest.removeFirst()
            default: break
            }
            rest.removeFirst()
        }
        return nil
    }
}
