/// What stands between two backslashes in front of a sentence (NMEA 0183 4.0): `s:source,c:time*hh`.
struct TagBlock: Sendable {
    private var bytes = InlineArray<128, UInt8>(repeating: 0)
    private(set) var count = 0

    /// Takes one more byte; `false` when the block is longer than any real one.
    mutating func append(_ byte: UInt8) -> Bool {
        guard count < 128 else { return false }
        bytes[count] = byte
        count += 1
        return true
    }

    /// Whether the block ends with the right checksum.
    var isValid: Bool {
        guard count >= 3, bytes[count - 3] == UInt8(ascii: "*"),
            let high = SentenceSplitter.hexadecimal(bytes[count - 2]),
            let low = SentenceSplitter.hexadecimal(bytes[count - 1])
        else { return false }
        var sum: UInt8 = 0
        for index in 0..<(count - 3) { sum ^= bytes[index] }
        return sum == high << 4 | low
    }

    /// The time of reception, `c:`, Unix seconds; some devices give it in milliseconds.
    var time: Double? {
        var index = 0
        while index + 2 < count {
            let isField = index == 0 || bytes[index - 1] == UInt8(ascii: ",")
            if isField, bytes[index] == UInt8(ascii: "c"), bytes[index + 1] == UInt8(ascii: ":") {
                return number(from: index + 2)
            }
            index += 1
        }
        return nil
    }

    private func number(from start: Int) -> Double? {
        var value: Int64 = 0
        var index = start
        while index < count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            guard index - start < 15 else { return nil }
            value = value * 10 + Int64(digit)
            index += 1
        }
        guard index > start else { return nil }
        return value > 100_000_000_000 ? Double(value) / 1000 : Double(value)
    }
}
