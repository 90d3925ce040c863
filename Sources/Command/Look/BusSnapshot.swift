internal import Binnacle

/// What the bus and its nodes say of themselves at one moment.
struct BusSnapshot: Sendable {
    /// A status is not believed when it is older than so many seconds: a node writes one each second.
    private static let freshness = 4.0

    var topics: [BusRequests.TopicInfo]
    var nodes: [BusRequests.NodeInfo]
    /// What nodes, and the bus, say of themselves, by name; what is old is left out.
    var statuses: [String: NodeStatus]

    /// A node's status with what goes beyond the contract, such as its parameters.
    struct NodeStatus: Sendable {
        var status: Status
        var payload: JSONObject
    }

    /// Asks the bus until every node that is there, or the one of a name, has said how it does, for three seconds at most.
    ///
    /// A node says so each second, and comes back to a bus that was started anew in about one.
    /// - Throws: `RequestError`.
    static func takeWhole(_ node: Node, of name: String? = nil) async throws -> BusSnapshot {
        let deadline = ContinuousClock.now + .seconds(3)
        while true {
            let snapshot = try await take(node)
            if snapshot.isWhole(of: name) || ContinuousClock.now >= deadline { return snapshot }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Whether nothing is missing that is soon to come.
    func isWhole(of name: String?) -> Bool {
        guard let uptime = statuses["bus"]?.status.uptime, uptime >= 2 else { return false }
        return nodes.allSatisfy { node in
            !node.isPresent || (name != nil && node.name != name) || statuses[node.name] != nil
        }
    }

    /// Asks the bus.
    ///
    /// - Throws: `RequestError`.
    static func take(_ node: Node) async throws -> BusSnapshot {
        let nodes = try await node.request("bus/nodes", BusRequests.Empty(), as: BusRequests.NodeList.self)
        let topics = try await node.request(
            "bus/topics",
            BusRequests.Prefix(),
            as: BusRequests.TopicList.self
        )
        let prefix = "\(Status.kind)/"
        let kept = try await node.request(
            "bus/last",
            BusRequests.Prefix(prefix: prefix),
            as: BusRequests.LastValues.self
        )
        let ages = Dictionary(topics.topics.map { ($0.topic, $0.age) }) { $1 }
        var statuses: [String: NodeStatus] = [:]
        for message in kept.messages {
            guard ages[message.topic] ?? .infinity <= freshness, let text = message.payload,
                case .object(let payload)? = try? JSONValue.parse(text),
                let status = try? Status(decoding: Array(text.utf8).span)
            else { continue }
            statuses[String(message.topic.dropFirst(prefix.count))] = NodeStatus(
                status: status,
                payload: payload
            )
        }
        return BusSnapshot(topics: topics.topics, nodes: nodes.nodes, statuses: statuses)
    }
}

extension BusRequests.NodeInfo {
    /// Whether the node is there.
    var isPresent: Bool { state != Status.State.gone.rawValue }

    /// Whether the node's subscriptions let a topic pass.
    func isReading(_ topic: String) -> Bool { reads.contains { "\(topic)|".hasPrefix($0) } }
}
