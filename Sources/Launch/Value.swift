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

    /// The value as one line of JSON, RFC 8259.
    public var json: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .number(let value): value.isFinite ? "\(value)" : "null"
        case .string(let text): Self.quote(text)
        case .array(let values): "[\(values.map(\.json).joined(separator: ","))]"
        }
    }

    /// The value as it would be typed.
    public var text: String {
        switch self {
        case .string(let text): text
        case .number(let value): ValueRule.format(value)
        default: json
        }
    }

    /// What it is, for messages: `the integer 5`.
    var kind: String {
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
    var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// A JSON object in the order of its members.
    static func object(_ members: [(name: String, value: Value)]) -> String {
        "{\(members.map { "\(quote($0.name)):\($0.value.json)" }.joined(separator: ","))}"
    }

    private static func quote(_ text: String) -> String {
        let hex = Array("0123456789abcdef")
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\u00"
                result.append(hex[Int(scalar.value >> 4)])
                result.append(hex[Int(scalar.value & 15)])
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
