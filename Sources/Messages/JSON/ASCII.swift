extension UInt8 {
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let quote: UInt8 = 0x22
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let openBrace: UInt8 = 0x7B
    static let bar: UInt8 = 0x7C
    static let closeBrace: UInt8 = 0x7D
    static let tilde: UInt8 = 0x7E

    /// Whether it is a decimal digit.
    @inline(__always)
    var isDigit: Bool { self &- .zero < 10 }

    /// Whether it stands for itself in a JSON string.
    @inline(__always)
    var isPlainInJSON: Bool { self >= 0x20 && self != .quote && self != .backslash }
}

extension Span<UInt8> {
    /// Returns the bytes of a range as text, with what is not UTF-8 replaced.
    func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range.clamped(to: indices) { bytes.append(self[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
