public import Text

extension CalendarDay {
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
        guard numbers.count == 3, parts.count == 3, numbers[0] >= 1900 else { return nil }
        return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
    }
}
