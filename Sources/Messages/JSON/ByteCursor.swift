/// A place in memory that is written to without a check: who makes it has asked for enough.
@unsafe struct ByteCursor {
    /// How many bytes a number may touch: a sign, a digit part, a point, three digits, and a word of 16 bytes.
    static let longestDecimal = 34

    private(set) var position: UnsafeMutableRawPointer

    init(_ position: UnsafeMutableRawPointer) { unsafe self.position = position }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe position.storeBytes(of: byte, as: UInt8.self)
        unsafe position += 1
    }

    /// Writes `"key":`.
    @inline(__always)
    mutating func append(key: StaticString) {
        let count = key.utf8CodeUnitCount
        unsafe append(.quote)
        unsafe position.copyMemory(from: key.utf8Start, byteCount: count)
        unsafe position += count
        unsafe append(.quote)
        unsafe append(.colon)
    }

    /// Writes bytes as they are.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        unsafe position.copyMemory(from: start, byteCount: bytes.count)
        unsafe position += bytes.count
    }

    /// Writes a number below 10^16 of which the last digits are decimals: without zeros that say nothing, but with at
    /// least one digit on each side of the point.
    @inline(__always)
    mutating func append(decimal number: UInt64, _ decimals: Int, isNegative: Bool) {
        let (first, last) = DecimalNumber.digits(of: number)
        let leading = first == 0 ? 8 &+ last.trailingZeroBitCount / 8 : first.trailingZeroBitCount / 8
        let trailing = last == 0 ? 8 &+ first.leadingZeroBitCount / 8 : last.leadingZeroBitCount / 8
        let point = 16 &- decimals
        let start = min(leading, point &- 1)
        let end = max(16 &- trailing, point &+ 1)
        let text = unsafe Self.text(first, last)
        if isNegative { unsafe append(.minus) }
        // Each store writes more than its digits; what comes next covers it.
        unsafe store(text &>> UInt128(truncatingIfNeeded: start &* 8), count: point &- start)
        unsafe append(.dot)
        unsafe store(text &>> UInt128(truncatingIfNeeded: point &* 8), count: end &- point)
    }

    /// Writes a number that is not whole.
    @inline(__always)
    mutating func append(_ number: ShortestDecimal, isNegative: Bool) {
        if isNegative { unsafe append(.minus) }
        if number.integral < 10 {
            unsafe append(.zero + UInt8(truncatingIfNeeded: number.integral))
        } else {
            let (first, last) = DecimalNumber.digits(of: number.integral)
            let leading = first == 0 ? 8 &+ last.trailingZeroBitCount / 8 : first.trailingZeroBitCount / 8
            let text = unsafe Self.text(first, last)
            unsafe store(text &>> UInt128(truncatingIfNeeded: leading &* 8), count: 16 &- leading)
        }
        unsafe append(.dot)
        let head = number.fraction / 10_000_000_000_000_000
        unsafe append(.zero + UInt8(truncatingIfNeeded: head / 100))
        unsafe append(.zero + UInt8(truncatingIfNeeded: head / 10 % 10))
        unsafe append(.zero + UInt8(truncatingIfNeeded: head % 10))
        let (first, last) = DecimalNumber.digits(of: number.fraction % 10_000_000_000_000_000)
        unsafe store(Self.text(first, last), count: 16)
        unsafe position -= last == 0 ? 8 &+ first.leadingZeroBitCount / 8 : last.leadingZeroBitCount / 8
        guard first | last == 0 else { return }
        // One of the first three is another.
        while unsafe (position - 1).load(as: UInt8.self) == .zero { unsafe position -= 1 }
    }

    /// Sixteen digits as text, the first in the lowest byte.
    @inline(__always)
    private static func text(_ first: UInt64, _ last: UInt64) -> UInt128 {
        unsafe UInt128(_low: first | zeros, _high: last | zeros)
    }

    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    @inline(__always)
    private mutating func store(_ text: UInt128, count: Int) {
        unsafe position.storeBytes(of: text.littleEndian, as: UInt128.self)
        unsafe position += count
    }
}
