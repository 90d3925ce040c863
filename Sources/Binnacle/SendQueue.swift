/// First in, first out, without moving what waits.
struct SendQueue {
    private struct Entry {
        var bytes: [UInt8]
        /// Monotonic nanoseconds.
        let since: Int64
    }

    private var entries: [Entry] = []
    private var head = 0

    var count: Int { entries.count - head }
    var isEmpty: Bool { count == 0 }
    var first: [UInt8]? { isEmpty ? nil : entries[head].bytes }

    /// Adds a message that waits from now on, monotonic nanoseconds.
    mutating func append(_ message: [UInt8], at now: Int64) {
        entries.append(Entry(bytes: message, since: now))
    }

    mutating func removeFirst() {
        entries[head].bytes = []
        head += 1
        if head > 64, head * 2 > entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }

    /// Changes the messages that have waited since before a moment, monotonic nanoseconds.
    mutating func change(before moment: Int64, _ change: (inout [UInt8]) -> Void) {
        for place in head..<entries.count where entries[place].since < moment {
            change(&entries[place].bytes)
        }
    }

    /// Empties the queue, and returns how many waited.
    mutating func removeAll() -> Int {
        defer { (entries, head) = ([], 0) }
        return count
    }
}
