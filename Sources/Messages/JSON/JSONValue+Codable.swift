extension JSONValue: Codable {
    /// Writes the value to any encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .number(let number):
            if let integer = number.integer(Int64.self) {
                try integer.encode(to: encoder)
            } else if let integer = number.integer(UInt64.self) {
                try integer.encode(to: encoder)
            } else {
                try number.double.encode(to: encoder)
            }
        case .string(let text): try text.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let object):
            var container = encoder.container(keyedBy: JSONKey.self)
            for member in object.members {
                try container.encode(member.value, forKey: JSONKey(stringValue: member.key))
            }
        }
    }

    /// Reads a value from any decoder.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? JSONValueDecoder {
            self = decoder.value
        } else if let container = try? decoder.container(keyedBy: JSONKey.self) {
            self = .object(
                JSONObject(
                    try container.allKeys.map { key in
                        JSONObject.Member(
                            key: key.stringValue,
                            value: try container.decode(JSONValue.self, forKey: key)
                        )
                    }
                )
            )
        } else if let elements = try? [JSONValue](from: decoder) {
            self = .array(elements)
        } else {
            self = try Self.scalar(try decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
            return .number(number)
        }
        return .string(try container.decode(String.self))
    }
}
