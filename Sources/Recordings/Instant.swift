internal import Text

/// Times as recordings write them, as Unix seconds.
enum Instant {
    /// The first second of the year 10000.
    static let end = 253_402_300_800.0

    /// Reads Unix seconds, or a date and time of ISO 8601 with its offset from UTC.
    ///
    /// The result is the double next to what is written: fractions are not summed up.
    /// - Throws: what is wrong with the text, in words.
    static func seconds(_ text: String) throws(Problem) -> Double {
        if let number = Double(decimal: text) {
            guard number.isFinite, number >= 0, number < end else {
                throw Problem(
                    "\(printable(text)) is not in the years 1970 to 9999; a number is taken for Unix seconds"
                )
            }
            return number
        }
        var scanner = Scanner(text)
        guard let date = scanner.date(), scanner.skip("T", "t", " "), let time = scanner.time() else {
            throw Problem("'\(printable(text))' is neither Unix seconds nor a time like 2025-06-11T20:36:27Z")
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else {
            throw Problem(
                "'\(printable(text))' does not say its offset from UTC, as 2025-06-11T20:36:27Z or …+02:00 do"
            )
        }
        let whole = date * 86_400 + time.seconds - offset
        guard whole >= 0, Double(whole) < end, let seconds = Double("\(whole).\(time.fraction)") else {
            throw Problem("\(printable(text)) is not in the years 1970 to 9999")
        }
        return seconds
    }

    /// Why a text is no time.
    struct Problem: Error {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }
}

/// Takes a time apart from its beginning.
private struct Scanner {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ characters: Character...) -> Bool {
        guard let first = rest.first, characters.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ counts: ClosedRange<Int>) -> Substring? {
        let digits = rest.prefix { ("0"..."9").contains($0) && $0.isASCII }
        guard counts.contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        return digits
    }

    mutating func number(_ counts: ClosedRange<Int>, in range: ClosedRange<Int>) -> Int? {
        guard let number = digits(counts).flatMap({ Int($0) }), range.contains(number) else { return nil }
        return number
    }

    /// Days since 1970-01-01.
    mutating func date() -> Int? {
        guard let year = number(4...4, in: 1970...9999), skip("-"),
            let month = number(1...2, in: 1...12), skip("-"),
            let day = number(1...2, in: 1...31),
            let date = CalendarDay(year: year, month: month, day: day)
        else { return nil }
        return Int(date.number)
    }

    /// A time of day; second 60 is a leap second, which Unix time counts as the next one.
    mutating func time() -> (seconds: Int, fraction: Substring)? {
        guard let hour = number(2...2, in: 0...23), skip(":"), let minute = number(2...2, in: 0...59) else {
            return nil
        }
        var second = 0
        if skip(":") {
            guard let read = number(2...2, in: 0...60) else { return nil }
            second = read
        }
        var fraction: Substring = "0"
        if skip(".", ",") {
            guard let read = digits(1...18) else { return nil }
            fraction = read
        }
        return (hour * 3600 + minute * 60 + second, fraction)
    }

    /// Seconds by which the place's time is ahead of UTC: `Z`, `+02`, `+0200` or `+02:00`.
    mutating func offset() -> Int? {
        if skip("Z", "z") { return 0 }
        let sign = rest.first == "-" ? -1 : 1
        guard skip("+", "-"), let digits = digits(2...4), let hours = Int(digits.prefix(2)), hours < 24 else {
            return nil
        }
        var minutes: Int?
        switch digits.count {
        case 4: minutes = Int(digits.suffix(2))
        case 2: minutes = skip(":") ? number(2...2, in: 0...59) : 0
        default: minutes = nil
        }
        guard let minutes, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
