/// First in, first out, without moving what waits.
struct SendQueue {
    private var messages: [[UInt8]] = []
    private var head = 0

    var count: Int { messages.count - head }
    var isEmpty: Bool { count == 0 }
    var first: [UInt8]? { isEmpty ? nil : messages[head] }

    mutating func append(_ message: [UInt8]) { messages.append(message) }

    mutating func removeFirst() {
        messages[head] = []
        head += 1
        if head > 64, head * 2 > messages.count {
            messages.removeFirst(head)
            head = 0
        }
    }

    /// Empties the queue, and returns how many waited.
    mutating func removeAll() -> Int {
        defer { (messages, head) = ([], 0) }
        return count
    }
}
