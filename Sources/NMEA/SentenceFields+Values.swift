internal import Text

extension SentenceFields {
    /// A field as a decimal number: an optional sign, digits, an optional point and more digits.
    ///
    /// `nil` for an empty field and for anything else (`nan`, exponents, letters). Spaces around it are passed over.
    public func decimal(_ field: Int) -> Double? { decimal(in: range(field)) }

    private func decimal(in whole: Range<Int>) -> Double? {
        var range = whole
        guard !range.isEmpty else { return nil }
        var negative = false
        let first = bytes[range.lowerBound]
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            negative = first == UInt8(ascii: "-")
            range = range.lowerBound + 1..<range.upperBound
        }
        guard let number = unsigned(in: range) else { return withoutSpaces(whole).flatMap(decimal(in:)) }
        return negative ? -number.value : number.value
    }

    /// A field as a whole number of at most nine digits without a sign; spaces around it are passed over.
    public func whole(_ field: Int) -> Int? {
        let range = range(field)
        return whole(in: range) ?? withoutSpaces(range).flatMap { whole(in: $0) }
    }

    /// The part of a range that is between spaces, with which some fill up fields; `nil` where there are none.
    private func withoutSpaces(_ range: Range<Int>) -> Range<Int>? {
        let space = UInt8(ascii: " ")
        guard let first = range.first(where: { bytes[$0] != space }),
            let last = range.last(where: { bytes[$0] != space }), first..<last + 1 != range
        else { return nil }
        return first..<last + 1
    }

    @inline(__always)
    func whole(in range: Range<Int>) -> Int? {
        guard !range.isEmpty, range.count <= 9 else { return nil }
        let digits = bytes.span.extracting(range)
        var value = 0
        for index in digits.indices {
            let digit = digits[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return value
    }

    /// An unsigned decimal number in parts.
    struct Unsigned {
        /// The digits without the point.
        var mantissa: UInt64 = 0
        /// The digits in front of the point.
        var integral: UInt64 = 0
        /// How many digits are behind the point.
        var decimals = 0

        /// The number, correctly rounded up to 15 digits.
        var value: Double { decimals == 0 ? Double(mantissa) : Double(mantissa) / Self.powers[decimals] }

        /// 10 to the powers of 0 to 18.
        private static let powers: InlineArray<19, Double> = [
            1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
            1e18,
        ]
    }

    /// Reads digits with at most one point among them; digits behind the 18th are passed over.
    func unsigned(in range: Range<Int>) -> Unsigned? {
        guard range.count > 8 else { return shortUnsigned(in: range) }
        guard range.count <= 18 else { return longUnsigned(in: range) }
        let bytes = bytes.span.extracting(range)
        var number = Unsigned()
        var index = 0
        let end = bytes.count
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number.mantissa = number.mantissa &* 10 &+ UInt64(digit)
            index &+= 1
        }
        number.integral = number.mantissa
        guard index < end else { return number }
        guard bytes[index] == UInt8(ascii: ".") else { return nil }
        index &+= 1
        number.decimals = end - index
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number.mantissa = number.mantissa &* 10 &+ UInt64(digit)
            index &+= 1
        }
        return number
    }

    /// Reads at most eight characters as one word.
    @inline(__always)
    private func shortUnsigned(in range: Range<Int>) -> Unsigned? {
        guard !range.isEmpty else { return nil }
        // The last character is in the highest byte, and zeros are in front of the first.
        let empty = UInt64(8 &- range.count) &* 8
        let digits = (word(at: range.lowerBound) ^ DigitWord.zeros) &<< empty
        guard let point = DigitWord.firstPoint(digits) else {
            guard let value = DigitWord.number(digits) else { return nil }
            return Unsigned(mantissa: value, integral: value, decimals: 0)
        }
        guard range.count > 1 else { return nil }
        let inFront = digits & ~(.max &<< point)
        guard let mantissa = DigitWord.number(digits & ~0xFF &<< point | inFront << 8) else { return nil }
        return Unsigned(
            mantissa: mantissa,
            integral: DigitWord.unchecked(inFront &<< (64 &- point)),
            decimals: 7 &- Int(truncatingIfNeeded: point) / 8
        )
    }

    private func longUnsigned(in range: Range<Int>) -> Unsigned? {
        var number = Unsigned()
        var digits = 0
        var isFraction = false
        for index in range {
            let byte = bytes[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                if digits < 18 {
                    number.mantissa = number.mantissa &* 10 &+ UInt64(digit)
                    if isFraction { number.decimals += 1 }
                } else if !isFraction {
                    return nil
                }
                digits += 1
            } else if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                number.integral = number.mantissa
            } else {
                return nil
            }
        }
        if !isFraction { number.integral = number.mantissa }
        return digits > 0 ? number : nil
    }

    /// A latitude (`ddmm.mmm` and N or S in the field behind it) and the longitude in the two fields after that.
    ///
    /// The last two digits before the point are the minutes, whatever the number of digits before them. `nil` when
    /// anything is missing or out of range: 60 minutes or more, no hemisphere, more than 90 or 180 degrees, 0 and 0.
    func coordinate(_ field: Int) -> Coordinate? {
        guard let north = letter(field + 1), let east = letter(field + 3),
            let latitude = degrees(field), let longitude = degrees(field + 2),
            latitude.value <= 90, longitude.value <= 180,
            // What receivers without a position send; nobody has been there to the last digit.
            latitude.value != 0 || longitude.value != 0
        else { return nil }
        let signs: (Double, Double)
        switch (north, east) {
        case (UInt8(ascii: "N"), UInt8(ascii: "E")): signs = (1, 1)
        case (UInt8(ascii: "N"), UInt8(ascii: "W")): signs = (1, -1)
        case (UInt8(ascii: "S"), UInt8(ascii: "E")): signs = (-1, 1)
        case (UInt8(ascii: "S"), UInt8(ascii: "W")): signs = (-1, -1)
        default: return nil
        }
        return Coordinate(
            latitude: signs.0 * latitude.value,
            longitude: signs.1 * longitude.value,
            decimals: min(latitude.decimals, longitude.decimals)
        )
    }

    private func degrees(_ field: Int) -> (value: Double, decimals: Int)? {
        let range = range(field)
        guard let number = unsigned(in: range) ?? withoutSpaces(range).flatMap({ unsigned(in: $0) }) else {
            return nil
        }
        let degrees = number.integral / 100
        // 12 digits are exact to 1e-12 minutes, a nanometre.
        let value = number.value - Double(degrees * 100)
        guard value >= 0, value < 60, degrees <= 180 else { return nil }
        return (Double(degrees) + value / 60, number.decimals)
    }

    /// A time of day, `hhmmss` with any number of decimals.
    func timeOfDay(_ field: Int) -> TimeOfDay? {
        let range = range(field)
        guard range.count >= 6, let number = unsigned(in: range) else { return nil }
        guard range.count == 6 || bytes[range.lowerBound + 6] == UInt8(ascii: ".") else { return nil }
        let integral = Int(truncatingIfNeeded: number.integral)
        let fraction = number.value - Double(integral)
        return TimeOfDay(
            hour: integral / 10_000,
            minute: integral / 100 % 100,
            second: integral % 100,
            fraction: fraction
        )
    }

    /// A date, `ddmmyy`; years from 80 on are of the last century.
    func date(_ field: Int) -> CalendarDay? {
        guard range(field).count == 6, let number = whole(field) else { return nil }
        let year = number % 100
        return CalendarDay(
            year: year + (year < 80 ? 2000 : 1900),
            month: number / 100 % 100,
            day: number / 10_000
        )
    }

    /// Degrees in [0, 360), or `nil` when the number is empty or outside [0, 360].
    func angle(_ field: Int) -> Double? {
        guard let value = decimal(field), value >= 0, value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }
}
