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
    func count(matching topic: [UInt8]) -> Int {
        counts.reduce(0) { sum, entry in
            entry.key.withUnsafeBytes { topic.starts($0) } ? sum + entry.value : sum
        }
    }
}
