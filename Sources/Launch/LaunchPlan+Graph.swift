extension LaunchPlan {
    /// The plan as a flow chart of Mermaid: who reads what of whom, and, dotted, who starts after whom.
    public var graph: [String] {
        var lines = ["flowchart LR"]
        // The names themselves could mean something to Mermaid.
        let ids = Dictionary(nodes.enumerated().map { ($1.name, "n\($0)") }) { first, _ in first }
        for node in nodes {
            let what = node.plugin ?? Paths.name(of: node.program)
            let label = what == node.name ? node.name : "\(node.name)<br/>\(Self.plain(what))"
            lines.append("    \(ids[node.name] ?? "")[\"\(label)\"]")
        }
        for writer in nodes {
            for reader in nodes where reader.name != writer.name {
                let topics = Self.topics(from: writer, to: reader)
                guard !topics.isEmpty, let from = ids[writer.name], let to = ids[reader.name] else {
                    continue
                }
                lines.append("    \(from) -->|\"\(topics.joined(separator: "<br/>"))\"| \(to)")
            }
        }
        for node in nodes {
            for dependency in node.after {
                guard let from = ids[dependency.node], let to = ids[node.name] else { continue }
                lines.append("    \(from) -.->|\(dependency.condition.rawValue)| \(to)")
            }
        }
        return lines
    }

    private static func topics(from writer: PlannedNode, to reader: PlannedNode) -> [String] {
        let read = reader.subscribes.map { $0.named(reader.name) }
        return writer.publishes.map { $0.named(writer.name) }
            .filter { topic in read.contains { $0.overlaps(topic) } }
            .map { $0.description.isEmpty ? "*" : $0.description }
    }

    private static func plain(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    }
}
