extension JSONValue {
    /// Reads a JSON text of any type, nested at most 64 levels deep.
    ///
    /// - Throws: what is wrong, with the offset in bytes.
    public static func parse(_ bytes: Span<UInt8>) throws(MessageError) -> JSONValue {
        var reader = JSONReader()
        let value = try reader.value(bytes)
        try reader.finish(bytes)
        return value
    }

    /// Reads a JSON text of any type, nested at most 64 levels deep.
    ///
    /// - Throws: what is wrong, with the offset in bytes.
    public static func parse(_ bytes: [UInt8]) throws(MessageError) -> JSONValue {
        try parse(bytes.span)
    }

    /// Reads a JSON text of any type, nested at most 64 levels deep.
    ///
    /// - Throws: what is wrong, with the offset in bytes.
    public static func parse(_ text: String) throws(MessageError) -> JSONValue {
        try parse([UInt8](text.utf8))
    }
}

extension JSONReader {
    /// Reads the next value, whatever it is.
    mutating func value(_ input: Span<UInt8>) throws(MessageError) -> JSONValue {
        guard let byte = peek(input) else { throw truncated(input) }
        switch byte {
        case .openBrace: return .object(try members(input))
        case .openBracket:
            var elements: [JSONValue] = []
            try open()
            while try nextElement(input) { elements.append(try value(input)) }
            return .array(elements)
        case .quote:
            position += 1
            return .string(try text(of: try scanString(input), input))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool(input) ?? false)
        case UInt8(ascii: "n"):
            try literal("null", input)
            return .null
        case .minus, .zero...(.zero + 9):
            let number = try scanNumber(input)
            do {
                _ = try value(of: number, input)
            } catch {
                throw MessageError(offset: number.range.lowerBound, problem: error.problem)
            }
            return .number(JSONNumber(text: input.text(number.range)))
        default: throw syntax("a value", input)
        }
    }

    private mutating func members(_ input: Span<UInt8>) throws(MessageError) -> JSONObject {
        var members: [JSONObject.Member] = []
        try open()
        while try nextMember(input) {
            let name = try text(of: try scanString(input), input)
            try expectColon(input)
            members.append(JSONObject.Member(key: name, value: try value(input)))
        }
        return JSONObject(members)
    }
}
