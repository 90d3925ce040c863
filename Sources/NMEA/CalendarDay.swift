/// A day of the Gregorian calendar.
public struct CalendarDay: Equatable, Sendable {
    /// Days since 1970-01-01.
    public let number: Int64

    /// Creates a day from the days since 1970-01-01.
    public init(number: Int64) {
        self.number = number
    }

    /// Creates a day, or `nil` when there is none of that date between the years 1900 and 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1900...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard day <= length else { return nil }
        // Days from the civil calendar: years that begin in March, so that the leap day is their last.
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = Int64(365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468)
    }

    /// Unix seconds of the day's noon: every time of that day is within 12 hours of it.
    public var noon: Double { Double(number) * 86_400 + 43_200 }

    /// Reads the day that a recording names in its head, in a comment like `# Date: 2018-08-20`.
    ///
    /// Only lines before the first sentence count. `nil` when there is no such line.
    public init?(logHeader bytes: Span<UInt8>) {
        var line: [UInt8] = []
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                if line.count < 200 { line.append(byte) }
                continue
            }
            if let first = line.first, first != UInt8(ascii: "#") { return nil }
            if let day = Self.day(inComment: line) {
                self = day
                return
            }
            line.removeAll(keepingCapacity: true)
        }
        return nil
    }

    private static func day(inComment line: [UInt8]) -> CalendarDay? {
        var words = line.split {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\t")
        }
        guard let key = words.first, key.starts(with: "Date".utf8), key.count <= 5 else { return nil }
        words.removeFirst()
        if words.first?.elementsEqual("=".utf8) == true || words.first?.elementsEqual(":".utf8) == true {
            words.removeFirst()
        }
        guard let word = words.first else { return nil }
        let parts = word.prefix { $0 != UInt8(ascii: "T") }.split(separator: UInt8(ascii: "-"))
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3, parts.count == 3 else { return nil }
        return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
    }
}
