/// The prefixes that a subscriber wants, in the order in which it asked for them.
struct Subscriptions {
    private var prefixes: [(prefix: [UInt8], count: Int)] = []

    /// Notes a wish; returns whether it is new.
    mutating func add(_ prefix: [UInt8]) -> Bool {
        if let index = prefixes.firstIndex(where: { $0.prefix == prefix }) {
            prefixes[index].count += 1
            return false
        }
        prefixes.append((prefix, 1))
        return true
    }

    /// Takes a wish back; returns whether it was the last of its kind.
    mutating func remove(_ prefix: [UInt8]) -> Bool {
        guard let index = prefixes.firstIndex(where: { $0.prefix == prefix }) else { return false }
        prefixes[index].count -= 1
        if prefixes[index].count > 0 { return false }
        prefixes.remove(at: index)
        return true
    }

    /// All wishes as the messages that they are: the byte 1 and the prefix.
    var messages: [[UInt8]] { prefixes.map { Self.message($0.prefix) } }

    static func message(_ prefix: [UInt8]) -> [UInt8] { [1] + prefix }
    static func cancellation(_ prefix: [UInt8]) -> [UInt8] { [0] + prefix }
}
