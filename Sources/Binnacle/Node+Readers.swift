public import Messages

extension Node {
    /// The nodes that are going to read this one's topics, as far as who launched it knows.
    public var readers: [String] { configuration.readers }

    /// Returns how many subscriptions each topic has, of nodes and of others.
    ///
    /// - Throws: when the bus does not answer.
    public func listeners(of topics: [Topic]) async throws(RequestError) -> [Topic: Int] {
        let answer = try await readers(of: topics)
        var counts: [Topic: Int] = [:]
        for topic in topics { counts[topic] = answer.topics[topic.description]?.count ?? 0 }
        return counts
    }

    /// Waits until those who are to read some topics are subscribed, so that nothing published now is missed.
    ///
    /// Those are the readers that the launcher named (``NodeConfiguration/readers``); where it named none, anybody.
    /// - Parameters:
    ///   - topics: what they are to read.
    ///   - patience: after how long to log what is waited for; it waits on.
    /// - Throws: `CancellationError`.
    public func waitForReaders(of topics: [Topic], patience: Duration = .seconds(2)) async throws {
        let wanted = Set(readers).subtracting([name])
        let names = topics.map(\.description).joined(separator: ", ")
        let start = ContinuousClock.now
        var hasComplained = false
        while true {
            try Task.checkCancellation()
            if let answer = try? await readers(of: topics) {
                let present = Set(answer.topics.values.flatMap(\.nodes))
                let isComplete =
                    wanted.isEmpty
                    ? answer.topics.values.contains { $0.count > 0 }
                    : wanted.isSubset(of: present)
                if isComplete { return }
                if !hasComplained, ContinuousClock.now - start > patience {
                    hasComplained = true
                    let missing = wanted.subtracting(present).sorted().joined(separator: ", ")
                    log(
                        .info,
                        "waiting for \(wanted.isEmpty ? "a reader" : missing) to subscribe to \(names)"
                    )
                }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until every node that reads some topics has handled the newest message of each.
    ///
    /// This is what lets a recording go as fast as its readers do: publish a window, confirm, publish the next.
    /// A reader that goes away is not waited for, nor one that does not answer for some ten seconds. Subscribers that are
    /// no nodes of the bus cannot confirm.
    /// - Throws: `CancellationError`.
    public func confirm(_ publishers: [any AnyPublisher]) async throws {
        let positions = publishers.reduce(into: [String: UInt64]()) { positions, publisher in
            positions[publisher.topic.description] = publisher.newest
        }
        guard !positions.isEmpty else { return }
        // Of what was never published nobody has anything to handle.
        let published = publishers.map(\.topic).filter { positions[$0.description] != nil }
        // What has not left yet nobody can have handled.
        while outlet.figures.queued > 0 { try await Task.sleep(for: .microseconds(500)) }
        var behind = try await nodes(reading: published)
        var rounds = 0
        var silences: [String: Int] = [:]
        var empty: [String: ContinuousClock.Instant] = [:]
        while !behind.isEmpty {
            try Task.checkCancellation()
            for (node, topics) in behind {
                switch await progress(of: node, topics, positions) {
                case .done: behind[node] = nil
                case .behind: (silences[node], empty[node]) = (nil, nil)
                case .empty:
                    silences[node] = nil
                    let since = empty[node] ?? ContinuousClock.now
                    empty[node] = since
                    guard ContinuousClock.now - since > Self.memoryOfPositions else { continue }
                    behind[node] = nil
                    log(
                        .warning,
                        "\(node) has received nothing of what is published here: it is not waited for"
                    )
                case .silent:
                    silences[node, default: 0] += 1
                    guard silences[node] == Self.mostSilences else { continue }
                    behind[node] = nil
                    log(.warning, "\(node) does not say what it has received: it is not waited for")
                }
            }
            if behind.isEmpty { return }
            rounds += 1
            try await Task.sleep(for: .microseconds(rounds < 50 ? 200 : 5000))
            // One that has gone, or reads no more, will not catch up.
            if rounds % 100 == 0 {
                let present = try await nodes(reading: published)
                behind = behind.filter { present[$0.key] != nil }
            }
        }
    }

    /// After so many questions in a row without an answer, of a second each, a reader is not asked any more.
    private static let mostSilences = 10

    /// Longer than the bus tells each second how far a topic is, by which one that joined late knows that nothing is to come.
    private static let memoryOfPositions = Duration.seconds(70)

    private enum Progress {
        case done, behind, empty, silent
    }

    private func nodes(reading topics: [Topic]) async throws -> [String: [String]] {
        while true {
            try Task.checkCancellation()
            if let answer = try? await readers(of: topics) {
                var nodes: [String: [String]] = [:]
                for (topic, readers) in answer.topics {
                    for node in readers.nodes where node != name { nodes[node, default: []].append(topic) }
                }
                return nodes
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func progress(
        of node: String,
        _ topics: [String],
        _ wanted: [String: UInt64]
    ) async -> Progress {
        // Others may publish there as well: what is newest of all says nothing of ours.
        let question = BusRequests.Handled(topics: topics, publisher: outlet.publisher)
        let answer: BusRequests.Received
        do {
            answer = try await request("\(node)/received", question, timeout: .seconds(1))
        } catch {
            // One that does not know the method, or is gone, cannot be waited for.
            return error.code == .timeout ? .silent : .done
        }
        let isDone = topics.allSatisfy { topic in
            guard let sequence = wanted[topic] else { return true }
            guard let position = answer.topics[topic], position.publisher == outlet.publisher else {
                return false
            }
            return position.sequence >= sequence
        }
        if isDone { return .done }
        let hasAny = topics.contains { answer.topics[$0]?.publisher == outlet.publisher }
        return hasAny ? .behind : .empty
    }

    private func readers(of topics: [Topic]) async throws(RequestError) -> BusRequests.Listeners {
        try await request(
            "bus/listeners",
            BusRequests.Topics(topics: topics.map(\.description)),
            timeout: .seconds(2)
        )
    }
}
