internal import Messages
internal import Platform

/// What a node may do on a bus by its key, asked of the bus every few seconds.
///
/// A publisher is not told what becomes of its messages: this is how it learns that they are refused.
struct KeyWatch {
    private let isNeeded: Bool
    /// When the bus is to be asked next, monotonic nanoseconds.
    private(set) var next = Int64.max
    private var permissions: BusRequests.Key?
    private var told: Set<String> = []
    private var refusedBefore: Int?

    private static let interval: Int64 = 2_000_000_000

    /// Creates a watch; without a key there is nothing to ask for.
    init(hasKey: Bool) {
        isNeeded = hasKey
    }

    /// Whether the bus is to be asked now.
    mutating func isDue(at now: Int64) -> Bool {
        guard now >= next else { return false }
        next = now + Self.interval
        return true
    }

    /// Asks anew at the next opportunity: the connection is a new one.
    mutating func connected() {
        guard isNeeded else { return }
        next = 0
        refusedBefore = nil
    }

    /// Asks no longer, until there is a connection again.
    mutating func disconnected() { next = .max }

    /// Whether messages of a kind are taken, as far as is known.
    func mayPublish(_ kind: String) -> Bool {
        guard isNeeded else { return true }
        return permissions?.mayPublish(kind: kind) ?? false
    }

    /// What is said of a subscription that the bus does not let in.
    static func mayNotRead(_ answer: BusRequests.Key) -> String {
        "the key '\(answer.name ?? "")' may not read: what is subscribed to does not come"
    }

    /// Takes the bus's answer.
    ///
    /// - Parameters:
    ///   - answer: what the bus says.
    ///   - topics: the topics that the node publishes.
    ///   - reads: whether the node has subscribed to something.
    /// - Returns: what is to be said of it.
    mutating func take(_ answer: BusRequests.Key, topics: [String], reads: Bool) -> [String] {
        permissions = answer
        let name = answer.name ?? ""
        var news: [String] = []
        if !answer.read, reads, told.insert("").inserted {
            news.append(Self.mayNotRead(answer))
        }
        for topic in topics {
            let kind = String(topic.prefix { $0 != "/" })
            // A node speaks of itself unasked, and then only where it may.
            guard kind != Status.kind, kind != Log.kind, !mayPublish(kind), told.insert(kind).inserted else {
                continue
            }
            news.append(
                "the key '\(name)' may not publish '\(kind)': the bus refuses \(topic); it may publish \(answer.publishable)"
            )
        }
        // What it may not do has just been said, or was the answer to a request.
        let others = answer.refused.filter { !$0.key.hasPrefix("may not") }
        let refused = others.values.reduce(0) { $0 &+ $1 }
        if let before = refusedBefore, refused > before, told.insert("\(others.keys.sorted())").inserted {
            let reasons = others.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            news.append(
                "the bus has refused what came with the key '\(name)': \(reasons.joined(separator: ", "))"
            )
        }
        refusedBefore = refused
        return news
    }
}
