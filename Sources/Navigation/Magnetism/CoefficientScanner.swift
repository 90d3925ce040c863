/// Reads the words and numbers of a coefficient file, a line at a time, allocating nothing for a number.
struct CoefficientScanner {
    private let bytes: [UInt8]
    private var position = 0
    /// The line that is being read, counted from 1.
    private(set) var line = 1

    init(_ text: some Collection<UInt8>) {
        bytes = Array(text)
    }

    /// Whether nothing but blanks is left of the line.
    var isAtEndOfLine: Bool {
        var rest = self
        rest.skipBlanks()
        return rest.current == nil || rest.current == UInt8(ascii: "\n")
    }

    mutating func skipLine() {
        while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
        guard current != nil else { return }
        position += 1
        line += 1
    }

    /// The next word of the line; `nil` at its end.
    mutating func word() -> String? {
        let range = nextWord()
        return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
    }

    /// The next word of the line as a number such as `-12.5`.
    ///
    /// `nil` for anything but digits, at most 15, with at most one point and a sign before them.
    mutating func number() -> Double? {
        let range = nextWord()
        var (digits, divisor, value) = (0, 1, 0)
        var (isNegative, hasPoint) = (false, false)
        for index in range {
            switch bytes[index] {
            case UInt8(ascii: "-") where index == range.lowerBound: isNegative = true
            case UInt8(ascii: ".") where !hasPoint: hasPoint = true
            case let byte where digits < 15 && byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
                if hasPoint { divisor *= 10 }
            default: return nil
            }
        }
        guard digits > 0 else { return nil }
        // Both are whole numbers below 2^53, so that the quotient is rounded once.
        return Double(isNegative ? -value : value) / Double(divisor)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func nextWord() -> Range<Int> {
        skipBlanks()
        let start = position
        while let byte = current, !Self.isBlank(byte), byte != UInt8(ascii: "\n") { position += 1 }
        return start..<position
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { position += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
