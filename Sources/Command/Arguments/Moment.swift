/// A moment on the command line: `2026-11-30`, a decimal year such as `2026.9`, or RFC 3339.
struct Moment: ArgumentValue, Equatable {
    /// Unix seconds.
    let seconds: Double

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// The start of a day of the Gregorian calendar, UTC.
    init(year: Int, month: Int, day: Int) {
        seconds = Double(Self.days(year: year, month: month, day: day)) * 86_400
    }

    /// The day in the Gregorian calendar, UTC.
    var date: (year: Int, month: Int, day: Int) {
        // Howard Hinnant, "chrono-compatible low-level date algorithms": civil_from_days.
        let limited = min(max((seconds / 86_400).rounded(.down), -800_000), 3_000_000)
        let days = Int(limited) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let ofEra = days - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * ofYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * shifted + 2) / 5 + 1)
    }

    /// The day as `2026-11-30`.
    var day: String {
        let (year, month, day) = date
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// The time of day as `12:03:45`, UTC.
    var clock: String {
        let ofDay = seconds - (seconds / 86_400).rounded(.down) * 86_400
        let whole = min(max(Int(ofDay), 0), 86_399)
        return [whole / 3600, whole / 60 % 60, whole % 60].map { padded($0, to: 2) }.joined(separator: ":")
    }

    var argument: String { day }

    static func read(_ text: String) throws(UsageError) -> Moment {
        guard let moment = readDate(text) ?? readDecimalYear(text) ?? readRFC3339(text) else {
            throw UsageError(
                "'\(text)' is not a date: write 2026-11-30, a decimal year such as 2026.9, or 2026-11-30T12:00:00Z"
            )
        }
        return moment
    }

    private static func readDate(_ text: String) -> Moment? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            let year = number(parts[0]), let month = number(parts[1]), let day = number(parts[2]),
            (1...12).contains(month), (1...length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        return Moment(year: year, month: month, day: day)
    }

    private static func readDecimalYear(_ text: String) -> Moment? {
        guard text.utf8.allSatisfy({ ".0123456789".utf8.contains($0) }), let year = Double(text),
            (1..<10_000).contains(year)
        else { return nil }
        let whole = Int(year)
        let start = Moment(year: whole, month: 1, day: 1).seconds
        return Moment(seconds: start + (year - Double(whole)) * length(ofYear: whole))
    }

    /// RFC 3339, section 5.6, with a space for the T too.
    private static func readRFC3339(_ text: String) -> Moment? {
        let bytes = text.utf8
        guard bytes.count >= 20, bytes.count <= 40, let day = readDate(String(text.prefix(10))) else {
            return nil
        }
        let time = Array(text.dropFirst(10))
        guard "Tt ".contains(time[0]), time.count >= 10, time[3] == ":", time[6] == ":",
            let hour = number(time[1...2]), let minute = number(time[4...5]),
            let second = number(time[7...8]),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = time[9] == "." ? time[10...].prefix { $0.isASCII && $0.isNumber } : []
        if time[9] == ".", fraction.isEmpty { return nil }
        let zone = time[(9 + (fraction.isEmpty ? 0 : 1 + fraction.count))...]
        guard let offset = readOffset(zone), let part = Double("0." + String(fraction) + "0") else {
            return nil
        }
        let ofDay = Double(hour * 3600 + minute * 60 + second - offset)
        return Moment(seconds: day.seconds + ofDay + part)
    }

    /// Seconds east of UTC.
    private static func readOffset(_ zone: ArraySlice<Character>) -> Int? {
        let zone = Array(zone)
        if zone == ["Z"] || zone == ["z"] { return 0 }
        guard zone.count == 6, zone[0] == "+" || zone[0] == "-", zone[3] == ":",
            let hours = number(zone[1...2]), let minutes = number(zone[4...5]), hours < 24, minutes < 60
        else { return nil }
        return (zone[0] == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ digits: some Sequence<Character>) -> Int? {
        let text = String(digits)
        return text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(ofYear year: Int) -> Double { isLeap(year) ? 366 * 86_400 : 365 * 86_400 }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01.
    ///
    /// Howard Hinnant, "chrono-compatible low-level date algorithms": days_from_civil.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }
}

private func padded(_ number: Int, to width: Int) -> String {
    let text = number.description
    return String(repeating: "0", count: max(0, width - text.count)) + text
}
