/// The fewest decimal digits that a reader makes the same double of: of a few, the nearest to it.
///
/// Exact, in whole numbers of 128 bits, for what sensors and computations say mostly; `Double.description` takes several
/// times as long, and a string besides (R. Giulietti, The Schubfach way to render doubles, 2020).
struct ShortestDecimal {
    /// The digits in front of the point, at most ten.
    let integral: UInt64
    /// The digits behind the point, filled up to nineteen with zeros; never 0.
    let fraction: UInt64

    /// Below, the exponent is beyond what 64 bits hold; above, all digits are in front of the point.
    private static let range = 0x1p-8..<0x1p33

    /// Finds the digits of a magnitude, or `nil` where it is whole, or not one of those that this is made for.
    @inline(__always)
    init?(_ magnitude: Double) {
        // Powers of two are nearer to the double below than to the one above.
        guard Self.range.contains(magnitude), magnitude.significandBitPattern != 0 else { return nil }
        let mantissa = magnitude.significandBitPattern | 1 << 52
        // The double is mantissa / 2^shift; all that are nearer than half a 2^-shift are read as this one.
        let shift = UInt64(1075 &- magnitude.exponentBitPattern)
        // The first power of ten that is above 2^shift: a unit of that many decimals is smaller than 2^-shift, and ten are larger.
        let decimals = Int(truncatingIfNeeded: (shift &* 1233) >> 12 &+ 1)
        let power = DecimalNumber.wholePowers[decimals]
        let (high, low) = mantissa.multipliedFullWidth(by: power)
        let units = high << (64 &- shift) | low >> shift
        let unit: UInt64 = 1 << shift
        let rest = low & (unit &- 1)
        // Whether half of the distance to the next double is reached at the bounds too: a half is rounded to the even.
        let reach = power &- mantissa & 1
        let last = units % 10
        let found: UInt64
        if last < 5, 2 &* (last &* unit &+ rest) <= reach {
            found = units &- last
        } else if last >= 5, 2 &* ((10 &- last) &* unit &- rest) <= reach {
            found = units &+ 10 &- last
        } else {
            guard rest != unit / 2 else { return nil }
            found = rest < unit / 2 ? units : units &+ 1
        }
        integral = UInt64(magnitude)
        // What is found lies between the same whole numbers, which are doubles themselves.
        fraction = (found &- integral &* power) &* DecimalNumber.wholePowers[19 &- decimals]
        guard fraction > 0 else { return nil }
    }
}
