extension MagneticModel {
    /// The release of December 2024, for 2025.0 to 2030.0.
    public static let wmm2025 = embedded(coefficients2025)

    /// The release of December 2019, for 2020.0 to 2025.0.
    public static let wmm2020 = embedded(coefficients2020)

    /// The release that is in force in a decimal year.
    ///
    /// ``wmm2020`` from 2020.0 and ``wmm2025`` from 2025.0 up to, but not including, 2030.0, when the next one
    /// follows; `nil` for every other year.
    public static func forDate(year: Double) -> MagneticModel? {
        switch year {
        case 2025..<2030: wmm2025
        case 2020..<2025: wmm2020
        default: nil
        }
    }

    /// The year of a time with the part of it that has passed: noon of 2 July 2025 is 2025.5.
    ///
    /// Leap years count their 366 days. Not a number for a time that is not finite or beyond the year ±1 000 000.
    public static func decimalYear(unixSeconds: Double) -> Double {
        let days = unixSeconds / 86_400
        guard abs(days) < 365_000_000 else { return .nan }
        let (year, start) = yearAndStart(ofDay: Int(days.rounded(.down)))
        let length = isLeap(year) ? 366.0 : 365.0
        return Double(year) + (days - Double(start)) / length
    }

    /// The Gregorian year that a day, counted from 1 January 1970, is in, and the first day of that year.
    private static func yearAndStart(ofDay day: Int) -> (year: Int, start: Int) {
        // An estimate that is off by one at most, as a year has 365.2425 days on average.
        var year = 1970 + Int((Double(day) / 365.2425).rounded(.down))
        while firstDay(of: year) > day { year -= 1 }
        while firstDay(of: year + 1) <= day { year += 1 }
        return (year, firstDay(of: year))
    }

    private static func firstDay(of year: Int) -> Int {
        // Leap days in the years before this one, rounded down for negative years too.
        func multiples(of divisor: Int) -> Int { ((year - 1) - modulo(year - 1, divisor)) / divisor }
        return 365 * (year - 1970) + multiples(of: 4) - multiples(of: 100) + multiples(of: 400) - 477
    }

    private static func isLeap(_ year: Int) -> Bool {
        modulo(year, 4) == 0 && (modulo(year, 100) != 0 || modulo(year, 400) == 0)
    }

    private static func modulo(_ value: Int, _ divisor: Int) -> Int {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    private static func embedded(_ text: StaticString) -> MagneticModel {
        do {
            let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            return try MagneticModel(coefficients: bytes)
        } catch {
            preconditionFailure("the coefficients built into the program are damaged: \(error)")
        }
    }
}
