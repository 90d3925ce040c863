public import Messages

/// The value of a parameter or an argument.
public indirect enum Value: Hashable, Sendable {
    /// Nothing.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A finite number.
    case number(Double)
    /// A text.
    case string(String)
    /// Several values.
    case array([Value])

    /// The value as JSON; a number that is not finite, which JSON cannot carry, is `null`.
    public var json: JSONValue {
        switch self {
        case .null: .null
        case .boolean(let value): .bool(value)
        case .integer(let value): .number(JSONNumber(value))
        case .number(let value): JSONNumber(value).map(JSONValue.number) ?? .null
        case .string(let text): .string(text)
        case .array(let values): .array(values.map(\.json))
        }
    }

    /// The value as it would be typed.
    public var text: String {
        switch self {
        case .string(let text): text
        case .number(let value): ValueRule.format(value)
        default: json.description
        }
    }

    /// What it is, for messages: `the integer 5`.
    package var kind: String {
        switch self {
        case .null: "nothing"
        case .boolean(let value): "the boolean \(value)"
        case .integer(let value): "the integer \(value)"
        case .number(let value): "the number \(value)"
        case .string(let text): "the string '\(text)'"
        case .array: "a list"
        }
    }

    /// The value as a number, where it is one.
    package var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
