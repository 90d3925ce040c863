/// One thing that a verb takes from its command line, whatever its type.
protocol Parameter: Sendable {
    /// The word that it goes by: `count` for `--count`, `latitude` for the operand `LATITUDE`.
    var name: String { get }
    /// One line for the help.
    var summary: String { get }
    /// The default as it would be written, for the help.
    var fallbackArgument: String? { get }
    /// What a shell may offer for it.
    var completion: Completion { get }

    /// Reads a word into the type that it is declared with.
    func read(_ text: String) throws(UsageError) -> any Sendable
}

/// A word whose place says what it means.
struct Operand<Value: ArgumentValue>: Parameter {
    /// How many words it may be.
    enum Presence {
        /// Exactly one.
        case required
        /// One or none.
        case optional
        /// All that are left, none too.
        case repeated
    }

    let name: String
    let summary: String
    let presence: Presence
    let range: ClosedRange<Double>?
    let completion: Completion

    init(
        _ name: String,
        _ summary: String,
        _ presence: Presence = .required,
        in range: ClosedRange<Double>? = nil,
        completing completion: Completion = Value.completion
    ) {
        self.name = name
        self.summary = summary
        self.presence = presence
        self.range = range
        self.completion = completion
    }

    var fallbackArgument: String? { nil }

    func read(_ text: String) throws(UsageError) -> any Sendable {
        let value = try Value.read(text)
        try check(value, in: range)
        return value
    }
}

/// A value that is given by name: `--count 3` or `--count=3`.
struct Option<Value: ArgumentValue>: Parameter {
    let name: String
    let summary: String
    /// What stands for the value in the help.
    let placeholder: String
    let fallback: Value?
    let range: ClosedRange<Double>?
    let completion: Completion

    init(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        in range: ClosedRange<Double>? = nil,
        default fallback: Value? = nil,
        completing completion: Completion = Value.completion
    ) {
        self.name = name
        self.summary = summary
        self.placeholder = placeholder
        self.range = range
        self.fallback = fallback
        self.completion = completion
    }

    var fallbackArgument: String? { fallback?.argument }

    func read(_ text: String) throws(UsageError) -> any Sendable {
        let value = try Value.read(text)
        try check(value, in: range)
        return value
    }
}

/// A switch that is on when it is given: `--json`.
struct Flag: Parameter {
    let name: String
    /// The letter that stands for it: `-f`.
    let letter: Character?
    let summary: String

    init(_ name: String, letter: Character? = nil, _ summary: String) {
        self.name = name
        self.letter = letter
        self.summary = summary
    }

    var fallbackArgument: String? { nil }
    var completion: Completion { .nothing }

    func read(_ text: String) throws(UsageError) -> any Sendable { true }
}

private func check(_ value: some ArgumentValue, in range: ClosedRange<Double>?) throws(UsageError) {
    guard let range else { return }
    let number: Double
    if let double = value as? Double {
        number = double
    } else if let integer = value as? Int {
        number = Double(integer)
    } else {
        return
    }
    if !range.contains(number) {
        let bounds =
            range.upperBound == .infinity
            ? "at least \(range.lowerBound.argument)"
            : "between \(range.lowerBound.argument) and \(range.upperBound.argument)"
        throw UsageError("\(value.argument) is not \(bounds)")
    }
}
