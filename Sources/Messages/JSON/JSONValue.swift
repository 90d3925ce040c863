/// Any JSON value, RFC 8259.
public enum JSONValue: Hashable, Sendable {
    /// The value `null`.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number, exact as it is written.
    case number(JSONNumber)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order.
    case object(JSONObject)

    /// The member of an object with a key; `nil` if there is none or this is no object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// Creates a number; `null` if it is not finite.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON without spaces.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value as JSON without spaces.
    public func write(to buffer: inout [UInt8]) {
        switch self {
        case .null: buffer.append(contentsOf: "null".utf8)
        case .bool(let value): buffer.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): buffer.append(contentsOf: number.description.utf8)
        case .string(let text): buffer.appendJSON(text)
        case .array(let elements):
            buffer.append(.openBracket)
            for (index, element) in elements.enumerated() {
                if index > 0 { buffer.append(.comma) }
                element.write(to: &buffer)
            }
            buffer.append(.closeBracket)
        case .object(let object):
            buffer.append(.openBrace)
            for (index, member) in object.members.enumerated() {
                if index > 0 { buffer.append(.comma) }
                buffer.appendJSON(member.key)
                buffer.append(.colon)
                member.value.write(to: &buffer)
            }
            buffer.append(.closeBrace)
        }
    }

    /// What the value is called in an error: itself if it is short, else its type.
    var summary: String {
        switch self {
        case .object: return "an object"
        case .array: return "an array"
        case .string(let text) where text.utf8.count > 40:
            return JSONValue.string(text.prefix(40) + "…").description
        default: return description
        }
    }
}
