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
        var rest = bytes
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            add(rest[..<end], &lines)
            if end == rest.endIndex { break }
            if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
            lines.append(pending)
            // Not emptied for reuse: a line that waits would keep the room of the longest before it.
            pending = []
            rest = rest[(end + 1)...]
        }
        return lines
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ lines: inout [[UInt8]]) {
        var rest = bytes
        while pending.count + rest.count > limit {
            let room = limit - pending.count
            pending += rest.prefix(room)
            rest = rest.dropFirst(room)
            lines.append(cut())
        }
        pending += rest
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
