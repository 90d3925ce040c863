internal import Text

extension Planner {
    /// Checks that no two nodes have one name; within one file the reader of YAML has seen to that.
    mutating func checkNames() {
        var places: [String: SourceLocation] = [:]
        for entry in declared {
            let (name, location) = (entry.node.name, entry.node.location)
            if let other = places[name] {
                findings.error(
                    location,
                    "there are two nodes of the name '\(name)'",
                    advice: "the other is at \(other); give one another name"
                )
            } else {
                places[name] = location
            }
        }
    }

    func dependency(_ predecessor: NodeDeclaration.Predecessor) -> Dependency {
        let other = declared.first { $0.node.name == predecessor.name }?.node
        let tells = other?.plugin != nil || other?.ready != nil
        return Dependency(on: predecessor.name, predecessor.condition ?? (tells ? .ready : .started))
    }

    mutating func checkPredecessors() {
        let names = declared.map(\.node.name)
        for entry in declared {
            for predecessor in entry.node.after where !names.contains(predecessor.name) {
                findings.error(
                    predecessor.location,
                    "node '\(entry.node.name)' starts after '\(predecessor.name)', and there is no such node",
                    advice: Suggestion.advice(for: predecessor.name, among: names, "the nodes are")
                )
            }
        }
        guard let cycle = cycle(), let last = cycle.last,
            let start = declared.first(where: { $0.node.name == cycle[0] })?.node
        else { return }
        let location =
            start.after.first { $0.name == (cycle.count > 1 ? cycle[1] : last) }?.location ?? start.location
        let path = (cycle + [cycle[0]]).joined(separator: " after ")
        findings.error(location, "nodes wait for each other: \(path)", advice: "remove one 'after'")
    }

    /// The names of nodes of which each starts after the next, and the last after the first.
    private func cycle() -> [String]? {
        let after = Dictionary(declared.map { ($0.node.name, $0.node.after.map(\.name)) }) { first, _ in first
        }
        var done: Set<String> = []
        func visit(_ name: String, _ path: [String]) -> [String]? {
            if let start = path.firstIndex(of: name) { return Array(path[start...]) }
            if done.contains(name) { return nil }
            for next in after[name] ?? [] {
                if let cycle = visit(next, path + [name]) { return cycle }
            }
            done.insert(name)
            return nil
        }
        return declared.lazy.compactMap { visit($0.node.name, []) }.first
    }

    // MARK: Topics

    mutating func warnOfUnwrittenTopics(_ plan: LaunchPlan) {
        // A program that is no plugin may write anything.
        guard plan.nodes.allSatisfy({ $0.plugin != nil }) else { return }
        let byBus: Set<Substring> = ["", "clock", "status", "log", "failure"]
        for node in plan.nodes {
            let others = plan.nodes.filter { $0.name != node.name }
            let written = others.flatMap { other in other.publishes.map { $0.named(other.name) } }
            let declaration = declared.first { $0.node.name == node.name }?.node
            for (index, pattern) in node.subscribes.map({ $0.named(node.name) }).enumerated()
            where !byBus.contains(pattern.kind) {
                guard !written.contains(where: pattern.overlaps) else { continue }
                let input = declaration?.inputs.flatMap {
                    $0.indices.contains(index) ? $0[index].location : nil
                }
                findings.warning(
                    input ?? node.location ?? .commandLine,
                    "node '\(node.name)' reads \(pattern), which no node of this rig writes",
                    advice: "add one that does, unless it is there already"
                )
            }
        }
    }
}
