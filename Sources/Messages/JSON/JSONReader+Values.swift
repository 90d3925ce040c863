extension JSONReader {
    /// Reads `null`, if it is next.
    mutating func null(_ input: Span<UInt8>) throws(MessageError) -> Bool {
        guard position < input.count, input[position] == UInt8(ascii: "n") else { return false }
        try literal("null", input)
        return true
    }

    /// Reads a word of JSON, letter by letter.
    mutating func literal(_ word: String, _ input: Span<UInt8>) throws(MessageError) {
        for byte in word.utf8 {
            guard position < input.count else { throw truncated(input) }
            guard input[position] == byte else { throw syntax("'\(word)'", input) }
            position += 1
        }
    }

    /// Reads a truth value, or `nil` for `null`.
    mutating func bool(_ input: Span<UInt8>) throws(MessageError) -> Bool? {
        guard let byte = peek(input) else { throw truncated(input) }
        switch byte {
        case UInt8(ascii: "t"):
            try literal("true", input)
            return true
        case UInt8(ascii: "f"):
            try literal("false", input)
            return false
        default:
            if try null(input) { return nil }
            throw try unexpected(input, "true or false")
        }
    }

    /// Reads past the next value, whatever it is.
    mutating func skipValue(_ input: Span<UInt8>) throws(MessageError) {
        guard let byte = peek(input) else { throw truncated(input) }
        switch byte {
        case .quote:
            position += 1
            _ = try text(of: try scanString(input), input)
        case .openBrace:
            try open()
            while try nextMember(input) {
                _ = try text(of: try scanString(input), input)
                try expectColon(input)
                try skipValue(input)
            }
        case .openBracket:
            try open()
            while try nextElement(input) { try skipValue(input) }
        case UInt8(ascii: "t"): try literal("true", input)
        case UInt8(ascii: "f"): try literal("false", input)
        case UInt8(ascii: "n"): try literal("null", input)
        case .minus, .zero...(.zero + 9): _ = try scanNumber(input)
        default: throw syntax("a value", input)
        }
    }
}
