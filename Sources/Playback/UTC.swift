/// Times as people read them.
enum UTC {
    /// A time as `2025-06-11T20:36:27Z`, without its fraction.
    static func text(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 2.6e11 else { return "\(seconds)" }
        let whole = Int(seconds.rounded(.down))
        let day = whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
        let second = whole - day * 86_400
        let (year, month, dayOfMonth) = date(day)
        let date = "\(year)-\(padded(month))-\(padded(dayOfMonth))"
        return "\(date)T\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))Z"
    }

    /// The date of a day since 1970-01-01, in years that begin in March (Hinnant, civil_from_days).
    private static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
