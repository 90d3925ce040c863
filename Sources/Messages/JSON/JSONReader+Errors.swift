extension JSONReader {
    /// Reads past a value and says what it is, for an error.
    mutating func describeValue(_ input: Span<UInt8>) throws(MessageError) -> String {
        switch peek(input) {
        case .openBrace: return "an object"
        case .openBracket: return "an array"
        default: break
        }
        let start = position
        try skipValue(input)
        return excerpt(start..<position, input)
    }

    /// The error that the next value is not of the type it should be.
    mutating func unexpected(_ input: Span<UInt8>, _ expected: String) throws(MessageError) -> MessageError {
        error("\(try describeValue(input)) is not \(expected)", input)
    }

    /// An error about the value of the current key.
    func error(_ problem: String, _ input: Span<UInt8>) -> MessageError {
        MessageError(key: keyText(key, input), problem: problem)
    }

    /// An error about the byte that is next.
    func syntax(_ expected: String, _ input: Span<UInt8>) -> MessageError {
        guard position < input.count else { return truncated(input) }
        let byte = input[position]
        let found =
            (0x21..<0x7F).contains(byte)
            ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
        return MessageError(offset: position, problem: "expected \(expected), found \(found)")
    }

    /// The error that the payload ends too early.
    func truncated(_ input: Span<UInt8>) -> MessageError {
        MessageError(offset: input.count, problem: "the JSON is cut off")
    }

    /// The key as it should be read, for an error.
    func keyText(_ range: Range<Int>, _ input: Span<UInt8>) -> String {
        let scanned = ScannedString(range: range, isEscaped: true, isPlain: false)
        return (try? text(of: scanned, input)) ?? input.text(range)
    }

    /// A value as it is written, at most forty bytes of it.
    func excerpt(_ range: Range<Int>, _ input: Span<UInt8>) -> String {
        guard range.count > 40 else { return input.text(range) }
        return input.text(range.lowerBound..<range.lowerBound + 40) + "…"
    }
}

extension MessageError {
    /// The error that a required key is not there.
    static func missing(_ key: String) -> MessageError {
        MessageError(key: key, problem: "is missing")
    }

    /// The same error, as one about something inside the value of a key; those of syntax stay as they are.
    func below(_ outer: String) -> MessageError {
        if offset != nil { return self }
        guard let key else { return MessageError(key: outer, problem: problem) }
        return MessageError(key: key.hasPrefix("[") ? outer + key : "\(outer).\(key)", problem: problem)
    }
}
