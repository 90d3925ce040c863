internal import Text

/// What values a parameter or an argument may have.
public struct ValueRule: Hashable, Sendable {
    /// The types of JSON Schema that are supported.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A text.
        case string
        /// A whole number.
        case integer
        /// A number.
        case number
        /// True or false.
        case boolean
        /// Several values of one of the other types.
        case array
    }

    /// The type.
    public var kind: Kind
    /// The type of an array's elements.
    public var elements: Kind = .string
    /// Whether a text names a file, relative to the file it is written in.
    public var isPath = false
    /// The only values allowed; empty where there is no such list.
    public var choices: [Value] = []
    /// The least number.
    public var minimum: Double?
    /// The greatest number.
    public var maximum: Double?
    /// The number that all must be above.
    public var exclusiveMinimum: Double?
    /// The number that all must be below.
    public var exclusiveMaximum: Double?
    /// The fewest characters of a text.
    public var minLength: Int?
    /// The fewest elements of an array.
    public var minItems: Int?
    /// The most elements of an array.
    public var maxItems: Int?
    /// The forms of which a text has to have one; empty where it may have any.
    public var forms: [TextForm] = []
    /// What a text of one of the forms stands for, in words.
    package var meaning: String?

    /// Creates a rule that asks for a type alone.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// Why a value was not accepted.
    package struct Refusal: Error {
        package let problem: String
        package let advice: String
    }

    /// Gives a value the type that is wanted.
    ///
    /// - Parameters:
    ///   - given: what was given.
    ///   - resolve: what makes of a path what it stands for; nil where they stay as they are.
    /// - Returns: the value, a path as it is resolved.
    /// - Throws: what is wrong, to be put behind the name of what was given.
    package func accept(
        _ given: Given,
        resolving resolve: ((String) -> String)? = nil
    ) throws(Refusal) -> Value {
        let value = try convert(given, to: kind)
        if case .array(let elements) = value {
            if let minItems, elements.count < minItems {
                throw refuse("has \(elements.count.counted("element"))")
            }
            if let maxItems, elements.count > maxItems {
                throw refuse("has \(elements.count.counted("element"))")
            }
            var accepted: [Value] = []
            for element in elements { accepted.append(try check(element, resolve)) }
            return .array(accepted)
        }
        return try check(value, resolve)
    }

    private func convert(_ given: Given, to kind: Kind) throws(Refusal) -> Value {
        switch (given, kind) {
        case (.text(let text), .string): return .string(text)
        case (.text(let text), .array):
            var values: [Value] = []
            for part in text.split(separator: ",") {
                values.append(try convert(.text(trim(part)), to: elements))
            }
            return .array(values)
        case (.text(let text), _):
            let value = Value(plain: text)
            guard value != .null, value != .string(text) else { throw refuse("is '\(text)'") }
            return try convert(.value(value), to: kind)
        case (.value(.string), .string), (.value(.integer), .integer), (.value(.boolean), .boolean),
            (.value(.number), .number):
            guard case .value(let value) = given else { break }
            return value
        case (.value(.integer(let value)), .number): return .number(Double(value))
        case (.value(.number(let value)), .integer):
            if value == value.rounded(), abs(value) < 0x1p53 { return .integer(Int(value)) }
        case (.list(let list), .array):
            var values: [Value] = []
            for element in list { values.append(try convert(element, to: elements)) }
            return .array(values)
        case (.value(.array(let list)), .array): return try convert(.list(list.map(Given.value)), to: .array)
        default: break
        }
        throw refuse("is \(given.kind)")
    }

    /// The value as it is meant, when it is one that is wanted.
    private func check(_ value: Value, _ resolve: ((String) -> String)?) throws(Refusal) -> Value {
        if !choices.isEmpty, !choices.contains(value) {
            let advice = Suggestion.advice(for: value.text, among: choices.map(\.text), "it is one of")
            throw Refusal(problem: "is \(value.kind)", advice: advice)
        }
        if let number = value.asDouble {
            let isInside =
                (minimum.map { number >= $0 } ?? true) && (maximum.map { number <= $0 } ?? true)
                && (exclusiveMinimum.map { number > $0 } ?? true)
                && (exclusiveMaximum.map { number < $0 } ?? true)
            if !isInside { throw refuse("is \(Self.format(number))") }
        }
        guard case .string(let written) = value else { return value }
        if let minLength, written.count < minLength { throw refuse("is '\(written)'") }
        var text = written
        if isPath, let resolve { text = resolve(written) }
        try checkForm(text, written: written)
        return .string(text)
    }

    private func refuse(_ problem: String) -> Refusal {
        Refusal(problem: problem, advice: "give \(wanted)")
    }

    private func trim(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension ValueRule {
    /// What is wanted, in words: `a number of more than 0 and at most 100`.
    package var wanted: String {
        var bounds: [String] = []
        if let exclusiveMinimum { bounds.append("more than \(Self.format(exclusiveMinimum))") }
        if let minimum { bounds.append("at least \(Self.format(minimum))") }
        if let exclusiveMaximum { bounds.append("less than \(Self.format(exclusiveMaximum))") }
        if let maximum { bounds.append("at most \(Self.format(maximum))") }
        if let minLength { bounds.append("at least \(minLength) character\(minLength == 1 ? "" : "s")") }
        var words = Self.word(kind)
        if kind == .array {
            words = "a list, each element \(Self.word(elements))"
            if let minItems { words += ", at least \(minItems)" }
            if let maxItems { words += ", at most \(maxItems)" }
        }
        return bounds.isEmpty ? words : "\(words) of \(bounds.joined(separator: " and "))"
    }

    private static func word(_ kind: Kind) -> String {
        switch kind {
        case .string: "a text (in quotes if it looks like a number)"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        case .array: "a list"
        }
    }

    package static func format(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}

extension ValueRule.Refusal {
    /// What to do, with the unit of what is to be given.
    package func advice(unit: String?) -> String {
        let unit = unit.map { " (\($0))" } ?? ""
        return advice + (advice.hasPrefix("give") ? unit : "")
    }
}
