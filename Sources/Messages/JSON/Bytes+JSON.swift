extension [UInt8] {
    /// Appends a whole number.
    mutating func appendJSON(_ value: Int) {
        guard value >= 0, value < 10 else {
            append(contentsOf: value.description.utf8)
            return
        }
        append(.zero + UInt8(truncatingIfNeeded: value))
    }

    /// Appends text in quotation marks, with escapes only where JSON demands them.
    mutating func appendJSON(_ text: String) {
        append(.quote)
        if text.utf8.allSatisfy(\.isPlainInJSON) {
            append(contentsOf: text.utf8)
        } else {
            for byte in text.utf8 { appendEscaped(byte) }
        }
        append(.quote)
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case .quote, .backslash: append(contentsOf: [.backslash, byte])
        case .newline: append(contentsOf: #"\n"#.utf8)
        case .carriageReturn: append(contentsOf: #"\r"#.utf8)
        case .tab: append(contentsOf: #"\t"#.utf8)
        case 0..<0x20:
            append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u00"#.utf8)
            append(contentsOf: String(byte, radix: 16).utf8)
        default: append(byte)
        }
    }
}
