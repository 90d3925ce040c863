/// Cuts a stream of bytes into lines of a bounded length, losing none.
struct LineAssembler {
    /// The most bytes of a line; the rest of a longer one follows as lines of its own.
    let limit: Int
    private var pending: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes in bytes.
    ///
    /// - Returns: the lines that they complete, without their ends.
    mutating func append(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
                lines.append(pending)
                pending.removeAll(keepingCapacity: true)
            } else {
                if pending.count >= limit { lines.append(cut()) }
                pending.append(byte)
            }
        }
        return lines
    }

    /// The last line, where it has no end.
    mutating func finish() -> [UInt8]? {
        defer { pending = [] }
        return pending.isEmpty ? nil : pending
    }

    /// Takes off a full line, not within a character of UTF-8.
    private mutating func cut() -> [UInt8] {
        var end = pending.count
        while end > 1, end > pending.count - 3, pending[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 1, pending[end - 1] >= 0xC0 { end -= 1 } else { end = pending.count }
        let line = Array(pending[..<end])
        pending.removeFirst(end)
        return line
    }
}
