internal import Binnacle
internal import Text

/// What is known of one topic.
struct TopicReport: Sendable {
    /// A node that publishes or reads it.
    struct Party: Sendable {
        var node: BusRequests.NodeInfo
        var status: Status?
    }

    let info: BusRequests.TopicInfo
    let publishers: [Party]
    let readers: [Party]

    /// Picks out of a snapshot what concerns a topic.
    ///
    /// - Throws: that there is no such topic, and which one may have been meant.
    init(_ topic: Topic, in snapshot: BusSnapshot) throws(CommandError) {
        guard let info = snapshot.topics.first(where: { $0.topic == topic.description }) else {
            let known = snapshot.topics.map(\.topic)
            let guess = Suggestion.nearest(to: topic.description, among: known)
            throw CommandError(
                "nothing has come on \(topic)"
                    + (guess.map { "; did you mean '\($0)'?" }
                        ?? "; 'binnacle topic list' shows what there is")
            )
        }
        self.info = info
        let present = snapshot.nodes.filter(\.isPresent).map {
            Party(node: $0, status: snapshot.statuses[$0.name]?.status)
        }
        publishers = present.filter { $0.node.publishes.contains(info.topic) }
        readers = present.filter { $0.node.isReading(info.topic) }
    }

    /// Whether the newest message is of somebody who is no node.
    private var hasForeignPublisher: Bool { !publishers.contains { publisher(of: $0) == info.publisher } }

    /// The publisher in a node's stamps; the bus makes those of a node that has told none, on topics of its name.
    private func publisher(of party: Party) -> UInt64? {
        if let told = party.node.publisher { return told }
        return info.topic.split(separator: "/").dropFirst().first == party.node.name[...]
            ? info.publisher : nil
    }

    private var kind: String { String(info.topic.prefix { $0 != "/" }) }

    /// The lines for people; the first of them as `ros2 topic info` has them.
    var lines: [String] {
        var lines = ["Type: \(kind)"]
        lines.append("Publisher count: \(publishers.count + (hasForeignPublisher ? 1 : 0))")
        lines += publishers.map { party in
            var parts = ["pid \(party.node.pid)"]
            parts += publisher(of: party).map { ["publisher \($0)"] } ?? []
            parts.append(party.node.state)
            parts += party.status?.dropped.map { ["dropped \($0)"] } ?? []
            return "  \(party.node.name): \(parts.joined(separator: ", "))"
        }
        // The bus is no node of its own, and a script need not be one.
        let stranger = info.topic.split(separator: "/").dropFirst().first == "bus" ? "bus" : "no node"
        if hasForeignPublisher { lines.append("  \(stranger): publisher \(info.publisher)") }
        lines.append("Subscription count: \(info.listeners)")
        lines += readers.map { party in
            var parts = ["pid \(party.node.pid)", party.node.state]
            // A node counts its losses over all topics.
            parts += party.status?.lost.map { ["lost \($0) of all it reads"] } ?? []
            parts += party.status?.overflowed.map { $0 > 0 ? ["overflowed \($0)"] : [] } ?? []
            return "  \(party.node.name): \(parts.joined(separator: ", "))"
        }
        lines.append("Rate: \(info.rate.fixed(1)) Hz")
        let bytes = Double(info.bytes)
        lines.append("Messages: \(info.count) since the bus started, \(ByteUnit(for: bytes).text(bytes))")
        lines.append("Newest: \(info.age.fixed(1)) s ago, sequence \(info.sequence)")
        lines.append("Last value: \(info.kept ? "kept" : "none")")
        return lines
    }

    /// The report as one JSON object.
    var json: JSONObject {
        var object = TopicListVerb.json(info)
        object.add("publishers", publishers.map { describe($0, publisher(of: $0)) })
        object.add("readers", readers.map { describe($0, $0.node.publisher) })
        return object
    }

    private func describe(_ party: Party, _ publisher: UInt64?) -> JSONObject {
        var object = JSONObject()
        object.add("name", party.node.name)
        object.add("pid", party.node.pid)
        object.add("publisher", publisher)
        object.add("state", party.node.state)
        object.add("dropped", party.status?.dropped)
        object.add("lost", party.status?.lost)
        object.add("overflowed", party.status?.overflowed)
        return object
    }
}
