internal import Messages

extension Node {
    /// Waits until everything that follows from what some publishers have published has been handled: by their
    /// readers, by the readers of what those publish, and so on.
    ///
    /// A node that ends a rig, a recording at its end say, thereby lets the others finish their work first.
    /// - Parameters:
    ///   - publishers: whose messages are followed.
    ///   - patience: for how long at most; a rig may be busy with other things.
    /// - Throws: `CancellationError`.
    public func settle(_ publishers: [any AnyPublisher], patience: Duration = .seconds(5)) async throws {
        try await confirm(publishers)
        let deadline = ContinuousClock.now + patience
        var before: Set<Flow>?
        while ContinuousClock.now < deadline {
            try Task.checkCancellation()
            // Twice the same, with everything handled: nothing was under way between two nodes either.
            let now = try? await flows(from: publishers.map(\.topic.description))
            if let now, now == before, now.allSatisfy(\.isHandled) { return }
            before = now
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// One topic on its way to one reader.
    private struct Flow: Hashable {
        var topic: String
        var reader: String
        var newest: BusRequests.Received.Position
        var handled: BusRequests.Received.Position?

        var isHandled: Bool {
            // Of a publisher that is no more, the reader may have handled the end or not: nothing more will come.
            guard let handled, handled.publisher == newest.publisher else { return true }
            return handled.sequence >= newest.sequence
        }
    }

    private func flows(from start: [String]) async throws(RequestError) -> Set<Flow> {
        let nodes = try await request("bus/nodes", BusRequests.Empty(), as: BusRequests.NodeList.self).nodes
            .filter { $0.state != Status.State.gone.rawValue && $0.name != name }
        let topics = try await request("bus/topics", BusRequests.Prefix(), as: BusRequests.TopicList.self)
            .topics
        let newest = Dictionary(uniqueKeysWithValues: topics.map { ($0.topic, $0) })
        var flows: Set<Flow> = []
        var (reached, pending) = (Set(start), start)
        while let topic = pending.popLast() {
            for reader in nodes where reader.reads.contains(where: { "\(topic)|".hasPrefix($0) }) {
                for next in reader.publishes where Self.carriesData(next) && reached.insert(next).inserted {
                    pending.append(next)
                }
                guard let info = newest[topic] else { continue }
                let answer = try await request(
                    "\(reader.name)/received",
                    BusRequests.Handled(topics: [topic], publisher: info.publisher),
                    as: BusRequests.Received.self,
                    timeout: .seconds(1)
                )
                flows.insert(
                    Flow(
                        topic: topic,
                        reader: reader.name,
                        newest: .init(publisher: info.publisher, sequence: info.sequence),
                        handled: answer.topics[topic]
                    )
                )
            }
        }
        return flows
    }

    /// Whether a topic tells of the world, and not of a node: statuses and logs never settle.
    private static func carriesData(_ topic: String) -> Bool {
        !topic.hasPrefix("\(Status.kind)/") && !topic.hasPrefix("\(Log.kind)/")
    }
}
