extension LaunchPlan {
    /// For each node the others that are to be subscribed before it starts, because they read what it publishes.
    ///
    /// Where two read each other, and where `after` says the contrary, one of them has to be first.
    public var wiring: [String: [String]] {
        var before = Dictionary(nodes.map { ($0.name, $0.after.map(\.node)) }) { first, _ in first }
        var wiring: [String: [String]] = [:]
        for node in nodes {
            for reader in readers(of: node) where !Self.waits(reader, for: node.name, before) {
                before[node.name, default: []].append(reader)
                wiring[node.name, default: []].append(reader)
            }
        }
        return wiring
    }

    /// Whether a node starts after another, directly or by way of others.
    private static func waits(_ name: String, for other: String, _ before: [String: [String]]) -> Bool {
        var (seen, pending): (Set<String>, [String]) = ([name], [name])
        while let next = pending.popLast() {
            if next == other { return true }
            for predecessor in before[next] ?? [] where seen.insert(predecessor).inserted {
                pending.append(predecessor)
            }
        }
        return false
    }
}
