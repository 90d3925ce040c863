/// How many subscriptions there are of each prefix.
struct SubscriptionTable {
    private var counts: [[UInt8]: Int] = [:]

    /// Notes that somebody subscribed to a prefix.
    mutating func add(_ prefix: [UInt8]) { counts[prefix, default: 0] += 1 }

    /// Notes that somebody no longer subscribes to a prefix.
    mutating func remove(_ prefix: [UInt8]) {
        guard let count = counts[prefix] else { return }
        counts[prefix] = count > 1 ? count - 1 : nil
    }

    /// How many subscriptions admit a topic.
    ///
    /// Looks each beginning of the topic up, so that it costs the same with a hundred thousand subscriptions.
    func count(matching topic: [UInt8]) -> Int {
        let closed = topic + [UInt8(ascii: "|")]
        return (0...closed.count).reduce(0) { $0 + (counts[Array(closed[..<$1])] ?? 0) }
    }
}
