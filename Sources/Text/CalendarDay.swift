/// A day of the Gregorian calendar, which is taken to have been in force always.
public struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public let number: Int64

    /// The days whose date can be told: a million years either way.
    private static let known: ClosedRange<Int64> = -365_000_000...365_000_000

    /// Creates a day from the days since 1970-01-01.
    public init(number: Int64) {
        self.number = number
    }

    /// Creates the day that a time is in, Unix seconds, or `nil` when that is not within a million years.
    public init?(containing seconds: Double) {
        let days = (seconds / 86_400).rounded(.down)
        guard let number = Int64(exactly: days), Self.known.contains(number) else { return nil }
        self.number = number
    }

    /// Creates a day, or `nil` when there is none of that date in the years 0 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        // Years that begin in March, so that the leap day is their last, in eras of 400 years
        // (Howard Hinnant, "chrono-compatible low-level date algorithms": days_from_civil).
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = Int64(era * 146_097 + dayOfEra - 719_468)
    }

    /// The date; of a day that is farther than a million years, that of the last one known.
    public var date: (year: Int, month: Int, day: Int) {
        // As above: civil_from_days.
        let days = Int(min(max(number, Self.known.lowerBound), Self.known.upperBound)) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// Unix seconds at which the day begins.
    public var start: Double { Double(number) * 86_400 }

    /// Unix seconds of the day's noon: every time of that day is within 12 hours of it.
    public var noon: Double { start + 43_200 }

    /// The date as `2026-11-30`.
    public var description: String {
        let (year, month, day) = date
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// Whether a year has 366 days.
    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A whole number with zeros in front, up to a count of digits.
func padded(_ number: Int, to width: Int) -> String {
    let text = number.description
    return String(repeating: "0", count: max(0, width - text.count)) + text
}
