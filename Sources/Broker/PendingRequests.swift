internal import Messages

/// The requests that were passed to a node and are not answered yet.
struct PendingRequests {
    /// Who waits for an answer.
    struct Caller {
        /// The parts that bring the answer back: a routing id, and what stood before the first empty part.
        let envelope: [[UInt8]]
        let node: String
        let deadline: Int64
    }

    /// How many requests may wait at once.
    static let limit = 10_000
    /// How many of them may wait for one node, so that one that does not answer is its callers' trouble alone.
    static let limitForNode = 1000
    /// How long a request may wait, nanoseconds; a caller that is in a hurry gives up by itself.
    static let patience: Int64 = 60_000_000_000

    private var callers: [UInt64: Caller] = [:]
    private var next: UInt64 = .random(in: 0..<1 << 53)

    private var counts: [String: Int] = [:]

    /// Whether a node has as many requests waiting as it may.
    func isFull(for node: String) -> Bool {
        callers.count >= Self.limit || counts[node, default: 0] >= Self.limitForNode
    }

    /// Notes a request, and returns the part by which its answer is known.
    mutating func add(envelope: [[UInt8]], node: String, at now: Int64) -> [UInt8] {
        next &+= 1
        counts[node, default: 0] += 1
        callers[next] = Caller(envelope: envelope, node: node, deadline: now + Self.patience)
        // A zero byte first: no method begins with one, so an answer cannot be taken for a request.
        return [0] + withUnsafeBytes(of: next.littleEndian) { [UInt8]($0) }
    }

    /// A token that no caller has: the answer to it goes nowhere.
    static let probe = [UInt8](repeating: 0, count: 9)

    /// Whether a part is of the form that ``add(envelope:node:at:)`` returns.
    static func isToken(_ part: [UInt8]) -> Bool { part.count == 9 && part[0] == 0 }

    /// Takes out who waits for the answer with this part, if it comes from the node that was asked.
    mutating func take(_ token: [UInt8], isFrom: (String) -> Bool) -> Caller? {
        let number = token.dropFirst().reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let caller = callers[number], isFrom(caller.node) else { return nil }
        callers[number] = nil
        forget(caller)
        return caller
    }

    /// Takes out who waits for a node that will not answer.
    mutating func abandon(_ node: String) -> [Caller] { remove { $0.node == node } }

    /// Takes out who has waited for too long.
    mutating func expired(at now: Int64) -> [Caller] { remove { $0.deadline < now } }

    private mutating func remove(_ matches: (Caller) -> Bool) -> [Caller] {
        let found = callers.filter { matches($0.value) }
        for (key, caller) in found {
            callers[key] = nil
            forget(caller)
        }
        return Array(found.values)
    }

    private mutating func forget(_ caller: Caller) {
        let left = counts[caller.node, default: 0] - 1
        counts[caller.node] = left > 0 ? left : nil
    }
}
