extension JSONReader {
    /// Where a string stands, without its quotation marks.
    struct ScannedString {
        let range: Range<Int>
        let isEscaped: Bool
        /// Whether its bytes are its text: no escapes, and ASCII only.
        let isPlain: Bool
    }

    /// Reads a string, or `nil` for `null`.
    mutating func string(_ input: Span<UInt8>) throws(MessageError) -> String? {
        guard let byte = peek(input) else { throw truncated(input) }
        guard byte == .quote else {
            if try null(input) { return nil }
            throw try unexpected(input, "a string")
        }
        position &+= 1
        return try text(of: try scanString(input), input)
    }

    /// Reads one of the names of a closed enumeration, or `nil` for `null`.
    mutating func name<Name: RawRepresentable<String> & CaseIterable>(
        _ input: Span<UInt8>
    ) throws(MessageError) -> Name? {
        guard let text = try string(input) else { return nil }
        guard let name = Name(rawValue: text) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("\"\(text.prefix(40))\" is not one of \(names)", input)
        }
        return name
    }

    /// Reads a name of an enumeration that may grow: one that is not known here counts as absent.
    mutating func knownName<Name: RawRepresentable<String>>(
        _ input: Span<UInt8>
    ) throws(MessageError) -> Name? {
        guard let text = try string(input) else { return nil }
        return Name(rawValue: text)
    }

    /// Finds the end of the string whose opening quotation mark has been read, and reads past it.
    mutating func scanString(_ input: Span<UInt8>) throws(MessageError) -> ScannedString {
        let start = position
        var (isEscaped, bits) = (false, UInt8(0))
        while position < input.count {
            let byte = input[position]
            if byte == .quote {
                let range = start..<position
                position &+= 1
                return ScannedString(range: range, isEscaped: isEscaped, isPlain: !isEscaped && bits < 0x80)
            }
            guard byte >= 0x20 else {
                throw MessageError(offset: position, problem: "a control character in a string")
            }
            if byte == .backslash {
                isEscaped = true
                position &+= 1
            }
            bits |= byte
            position &+= 1
        }
        throw truncated(input)
    }

    /// Makes text of a scanned string.
    /// - Throws: what is wrong with its escapes or its UTF-8.
    func text(of string: ScannedString, _ input: Span<UInt8>) throws(MessageError) -> String {
        if string.isEscaped { return try unescape(string.range, input) }
        return try utf8(input.extracting(string.range), offset: string.range.lowerBound)
    }

    private func utf8(_ bytes: Span<UInt8>, offset: Int) throws(MessageError) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw MessageError(offset: offset + error.byteOffsets.lowerBound, problem: "not UTF-8")
        }
    }

    private func unescape(_ range: Range<Int>, _ input: Span<UInt8>) throws(MessageError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            guard input[index] == .backslash else {
                bytes.append(input[index])
                index += 1
                continue
            }
            // A backslash is never the last byte of a scanned string: it would have escaped the end.
            switch input[index + 1] {
            case .quote, .backslash, .slash: bytes.append(input[index + 1])
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(.newline)
            case UInt8(ascii: "r"): bytes.append(.carriageReturn)
            case UInt8(ascii: "t"): bytes.append(.tab)
            case UInt8(ascii: "u"):
                let (scalar, end) = try unicodeEscape(at: index, before: range.upperBound, input)
                bytes.append(contentsOf: String(Character(scalar)).utf8)
                index = end
                continue
            default: throw MessageError(offset: index, problem: "an escape that JSON does not have")
            }
            index += 2
        }
        return try utf8(bytes.span, offset: range.lowerBound)
    }

    /// Reads `\uXXXX`, or two of them that make a pair, and returns where it ends.
    private func unicodeEscape(
        at start: Int,
        before end: Int,
        _ input: Span<UInt8>
    ) throws(MessageError) -> (Unicode.Scalar, Int) {
        guard let first = codeUnit(at: start, before: end, input) else {
            throw MessageError(offset: start, problem: "\\u is followed by four hexadecimal digits")
        }
        if let scalar = Unicode.Scalar(first) { return (scalar, start + 6) }
        guard first < 0xDC00, let second = codeUnit(at: start + 6, before: end, input),
            (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + UInt32(first - 0xD800) << 10 + UInt32(second - 0xDC00))
        else {
            throw MessageError(offset: start, problem: "half of a surrogate pair")
        }
        return (scalar, start + 12)
    }

    private func codeUnit(at start: Int, before end: Int, _ input: Span<UInt8>) -> UInt16? {
        guard start + 6 <= end, input[start] == .backslash, input[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for index in start + 2..<start + 6 {
            guard let digit = Character(Unicode.Scalar(input[index])).hexDigitValue, input[index] < 0x80
            else {
                return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
