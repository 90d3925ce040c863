/// Who subscribes to which prefix, and how often.
struct SubscriptionTable {
    /// A subscriber's share in a prefix.
    private struct Share {
        let reader: Int
        var count: Int
    }

    private var shares: [[UInt8]: [Share]] = [:]
    /// How many prefixes there are of each length, so that no others are looked up.
    private var lengths: [Int] = []
    /// Another number whenever who is to get a topic may have changed.
    private(set) var generation = 1

    /// Notes that a subscriber wants a prefix, which it may want several times.
    ///
    /// - Returns: whether that is new.
    mutating func add(_ prefix: [UInt8], by reader: Int) -> Bool {
        guard let all = shares[prefix] else {
            shares[prefix] = [Share(reader: reader, count: 1)]
            while lengths.count <= prefix.count { lengths.append(0) }
            lengths[prefix.count] += 1
            generation += 1
            return true
        }
        if let place = all.firstIndex(where: { $0.reader == reader }) {
            shares[prefix]?[place].count += 1
            return false
        }
        shares[prefix]?.append(Share(reader: reader, count: 1))
        generation += 1
        return true
    }

    /// Notes that a subscriber wants a prefix once less, or not at all any more.
    ///
    /// - Returns: whether it does not want it any more.
    @discardableResult
    mutating func remove(_ prefix: [UInt8], by reader: Int, all: Bool = false) -> Bool {
        guard let place = shares[prefix]?.firstIndex(where: { $0.reader == reader }),
            let count = shares[prefix]?[place].count
        else { return false }
        if count > 1, !all {
            shares[prefix]?[place].count -= 1
            return false
        }
        shares[prefix]?.remove(at: place)
        generation += 1
        if shares[prefix]?.isEmpty == true {
            shares[prefix] = nil
            lengths[prefix.count] -= 1
        }
        return true
    }

    /// How many subscriptions admit a topic.
    func count(matching topic: [UInt8]) -> Int {
        var count = 0
        look(topic) { count += $0.reduce(0) { $0 + $1.count } }
        return count
    }

    /// The subscribers that a topic goes to, in ascending order.
    func readers(of topic: [UInt8]) -> [Int] {
        var readers: Set<Int> = []
        look(topic) { for share in $0 { readers.insert(share.reader) } }
        return readers.sorted()
    }

    /// Looks each beginning of a topic up, so that it costs the same with a hundred thousand subscriptions.
    private func look(_ topic: [UInt8], _ body: ([Share]) -> Void) {
        let closed = topic + [UInt8(ascii: "|")]
        for length in 0...closed.count where length < lengths.count && lengths[length] > 0 {
            if let found = shares[Array(closed[..<length])] { body(found) }
        }
    }
}
