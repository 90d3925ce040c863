internal import Messages
internal import NMEA
internal import Text

/// Members of a report; one that is not there, is no number, or is out of range, is unknown.
extension JSONValue {
    func text(_ key: String) -> String? {
        guard case .string(let text)? = self[key] else { return nil }
        return text
    }

    func number(_ key: String) -> Double? {
        guard case .number(let number)? = self[key], number.double.isFinite else { return nil }
        return number.double
    }

    func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        number(key).flatMap { range.contains($0) ? $0 : nil }
    }

    func positive(_ key: String) -> Double? { number(key).flatMap { $0 > 0 ? $0 : nil } }

    /// Degrees in [0, 360).
    func angle(_ key: String) -> Double? { number(key, in: 0...360).map { $0 == 360 ? 0 : $0 } }

    /// A dilution of precision; 0 and 99.99 stand for unknown.
    func dilution(_ key: String) -> Double? { number(key).flatMap { $0 > 0 && $0 < 99 ? $0 : nil } }

    var usedSatellites: Int? {
        guard case .array(let entries)? = self["satellites"] else { return nil }
        return entries.count { $0["used"] == .bool(true) }
    }

    /// When a report's values were measured, Unix seconds.
    ///
    /// - Parameter receivedAt: the host's clock; a time that is behind it by GPS weeks' rollovers is put right.
    /// - Returns: `nil` where a report says no time.
    func time(receivedAt: Double?) -> Double? {
        guard let text = text("time"), let time = Self.time(Array(text.utf8)) else { return nil }
        return time + (receivedAt.flatMap { WeekRollover.correction(of: time, at: $0) } ?? 0)
    }

    /// Reads `2020-07-11T22:37:46.000Z`, the only form that gpsd writes.
    private static func time(_ text: [UInt8]) -> Double? {
        guard text.count >= 20, text.last == UInt8(ascii: "Z"), text[4] == UInt8(ascii: "-"),
            text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"),
            let year = digits(text[0..<4]), let month = digits(text[5..<7]), let day = digits(text[8..<10]),
            let hour = digits(text[11..<13]), let minute = digits(text[14..<16]),
            let second = digits(text[17..<19]), hour < 24, minute < 60, second <= 60,
            let date = CalendarDay(year: year, month: month, day: day)
        else { return nil }
        var micros = 0
        if text[19] == UInt8(ascii: ".") {
            let fraction = text[20..<text.count - 1].prefix(6)
            guard let value = digits(fraction) else { return nil }
            micros = (fraction.count..<6).reduce(value) { value, _ in value * 10 }
        } else if text.count > 20 {
            return nil
        }
        let seconds = Int64(hour * 3600 + minute * 60 + second)
        // Whole microseconds, which a double of this century holds.
        return Double((date.number * 86_400 + seconds) * 1_000_000 + Int64(micros)) / 1e6
    }

    private static func digits(_ text: ArraySlice<UInt8>) -> Int? {
        guard !text.isEmpty else { return nil }
        var value = 0
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }
}
