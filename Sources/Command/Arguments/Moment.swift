internal import Text

/// A moment on the command line: `2026-11-30`, a decimal year such as `2026.9`, or RFC 3339.
struct Moment: ArgumentValue, Equatable {
    /// Unix seconds.
    let seconds: Double

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// The day as `2026-11-30`, UTC.
    var day: String { CalendarDay(containing: seconds)?.description ?? seconds.description }

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
            let year = number(parts[0]), let month = number(parts[1]), let day = number(parts[2])
        else { return nil }
        return CalendarDay(year: year, month: month, day: day).map { Moment(seconds: $0.start) }
    }

    private static func readDecimalYear(_ text: String) -> Moment? {
        guard text.utf8.allSatisfy({ ".0123456789".utf8.contains($0) }), let year = Double(text),
            (1..<10_000).contains(year), let start = CalendarDay(year: Int(year), month: 1, day: 1)
        else { return nil }
        let days = CalendarDay.isLeap(Int(year)) ? 366.0 : 365.0
        return Moment(seconds: start.start + (year - year.rounded(.down)) * days * 86_400)
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
}
