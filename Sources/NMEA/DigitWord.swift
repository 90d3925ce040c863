/// Eight characters of a decimal number as one word, the first in the lowest byte, each less the character 0.
enum DigitWord {
    /// Eight times the character 0.
    static let zeros: UInt64 = 0x3030_3030_3030_3030
    private static let tops: UInt64 = 0x8080_8080_8080_8080
    private static let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    /// How many bits are in front of the first point, if there is one; no byte may be above 0x7F.
    @inline(__always)
    static func firstPoint(_ word: UInt64) -> UInt64? {
        // A point is 0x1E above 0.
        let points = ~((word ^ 0x1E1E_1E1E_1E1E_1E1E) &+ lows) & tops
        return points == 0 ? nil : UInt64(truncatingIfNeeded: points.trailingZeroBitCount & ~7)
    }

    /// The number, or `nil` where a character is no digit; no byte may be above 0x7F.
    @inline(__always)
    static func number(_ word: UInt64) -> UInt64? {
        (word &+ 0x7676_7676_7676_7676) & tops == 0 ? unchecked(word) : nil
    }

    /// The number that eight digits make up: pairs, then fours, then all are joined at once, by 100 and 10^6, and by 1 and 10^4.
    @inline(__always)
    static func unchecked(_ word: UInt64) -> UInt64 {
        let pairs = word &* 10 &+ word >> 8
        let mask: UInt64 = 0xFF_0000_00FF
        let joined = (pairs & mask) &* 0xF_4240_0000_0064 &+ (pairs >> 16 & mask) &* 0x2710_0000_0001
        return joined >> 32
    }
}
