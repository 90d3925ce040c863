internal import Text

/// What may stand on the command line as an operand or as the value of an option.
protocol ArgumentValue: Sendable {
    /// Reads the word.
    ///
    /// - Throws: what is wrong with it, as the end of a sentence that begins with the word's name.
    static func read(_ text: String) throws(UsageError) -> Self

    /// The value as it would be written on a command line, for help texts.
    var argument: String { get }

    /// What a shell may offer for it.
    static var completion: Completion { get }
}

extension ArgumentValue {
    static var completion: Completion { .nothing }
}

extension String: ArgumentValue {
    static func read(_ text: String) throws(UsageError) -> String { text }
    var argument: String { self }
}

extension Int: ArgumentValue {
    static func read(_ text: String) throws(UsageError) -> Int {
        guard let value = Int(text) else { throw UsageError("'\(text)' is not a whole number") }
        return value
    }

    var argument: String { description }
}

extension Double: ArgumentValue {
    static func read(_ text: String) throws(UsageError) -> Double {
        guard let value = Double(decimal: text), value.isFinite else {
            throw UsageError("'\(text)' is not a number")
        }
        return value
    }

    var argument: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
