/// Conversions between doubles and decimals of few digits that are exact for a reason that can be stated.
enum DecimalNumber {
    /// The powers of ten that a double holds exactly.
    private static let powers: InlineArray<23, Double> = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18,
        1e19, 1e20, 1e21, 1e22,
    ]

    /// The powers of ten that 64 bits hold.
    static let wholePowers: InlineArray<20, UInt64> = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
    ]

    /// Returns the double nearest to mantissa × 10^exponent, or `nil` where neither of two short ways is exact.
    ///
    /// One operation on two exact operands is correctly rounded (Clinger, How to Read Floating Point Numbers
    /// Accurately, 1990).
    @inline(__always)
    static func double(mantissa: UInt64, exponent: Int) -> Double? {
        if mantissa <= 1 << 53 {
            if exponent <= 0, exponent >= -22 { return Double(mantissa) / powers[0 &- exponent] }
            if exponent > 0, exponent <= 22 { return Double(mantissa) * powers[exponent] }
            return mantissa == 0 ? 0 : nil
        }
        guard exponent <= 0, exponent >= -19 else { return nil }
        return quotient(of: mantissa, by: wholePowers[0 &- exponent])
    }

    /// Returns the double nearest to a number below 2^53 of which the last digits, at most 22, are decimals.
    @inline(__always)
    static func quotient(of mantissa: UInt64, decimals: Int) -> Double {
        Double(mantissa) / powers[decimals]
    }

    /// Returns the double nearest to the quotient of two whole numbers, neither of them 0.
    ///
    /// The division leaves at least 63 bits and a remainder that is set into the lowest; the conversion to 53 bits
    /// then rounds once, and the power of two is exact.
    private static func quotient(of dividend: UInt64, by divisor: UInt64) -> Double {
        let (up, down) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let (high, low) = (dividend << UInt64(up), divisor << UInt64(down))
        let (quotient, remainder) = low.dividingFullWidth((high >> 1, high << 63))
        let rounded = Double(remainder == 0 ? quotient : quotient | 1)
        return rounded * Double(sign: .plus, exponent: down - up - 63, significand: 1)
    }

    /// Returns a whole number and how many of its last digits are decimals, if they make up a magnitude exactly.
    ///
    /// The number is at most 2^53 and the power of ten exact, so that a reader that rounds correctly gets
    /// the quotient, and the quotient is compared here.
    @inline(__always)
    static func decimals(of magnitude: Double) -> (digits: UInt64, decimals: Int)? {
        let (power, decimals) = magnitude < 1e6 ? (1e9, 9) : (1e6, 6)
        guard magnitude < 9e9 else { return nil }
        let digits = UInt64(magnitude * power + 0.5)
        guard Double(digits) / power == magnitude else { return nil }
        return (digits, decimals)
    }

    /// Returns the sixteen decimal digits of a number below 10^16, the first in the lowest byte.
    @inline(__always)
    static func digits(of value: UInt64) -> (UInt64, UInt64) {
        (eightDigits(of: value / 100_000_000), eightDigits(of: value % 100_000_000))
    }

    /// Halves the number three times, by 10^4, by 100 and by 10, each time in all lanes of the word at once.
    @inline(__always)
    private static func eightDigits(of value: UInt64) -> UInt64 {
        let fours = value / 10_000 | (value % 10_000) << 32
        let hundreds = ((fours &* 10_486) >> 20) & 0x7F_0000_007F
        let twos = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
        return tens | (twos &- 10 &* tens) << 8
    }
}
