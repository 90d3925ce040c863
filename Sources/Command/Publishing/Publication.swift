internal import Binnacle
internal import Glibc
internal import Platform

/// A topic that the command publishes on, and listens to, so that it knows what the bus has passed on.
struct Publication: Sendable {
    /// How many messages go out before it is waited for those who read them.
    private static let window = 500

    let topic: Topic
    private let node: Node
    private let way: any AnyPublisher
    private let send: @Sendable ([UInt8]) -> Void
    /// The newest of our own messages that has come back; −1 before the first.
    private let returned: Lock<Int64>
    /// Whether this connection may read at all.
    private let mayRead: Bool
    /// For how long the bus may take nothing.
    private let patience: Duration

    /// Opens a topic, whose messages come back from now on.
    ///
    /// - Parameters:
    ///   - topic: which one.
    ///   - node: who publishes.
    ///   - raw: whether payloads are any bytes.
    ///   - patience: for how many seconds the bus may say and take nothing.
    /// - Throws: when the bus does not answer in time, or lets this key not publish there.
    init(_ topic: Topic, on node: Node, raw: Bool, patience: Double) async throws {
        let key = try await Self.key(of: node, within: .seconds(patience))
        if let name = key.name, !key.mayPublish(kind: String(topic.kind)) {
            throw CommandError(
                "the key '\(name)' may not publish '\(topic.kind)'; it may publish \(key.publishable)"
            )
        }
        mayRead = key.read
        self.topic = topic
        self.patience = .seconds(patience)
        self.node = node
        if raw {
            let publisher = node.publisher(of: Bytes.self, on: topic)
            (way, send) = (publisher, { @Sendable in publisher.publish(Bytes($0)) })
        } else if KnownKind.type(of: topic.kind)?.isEvent == true {
            let publisher = node.publisher(of: EventPayload.self, on: topic)
            (way, send) = (publisher, { @Sendable in publisher.publish(EventPayload($0)) })
        } else {
            let publisher = node.publisher(of: StatePayload.self, on: topic)
            (way, send) = (publisher, { @Sendable in publisher.publish(StatePayload($0)) })
        }
        let returned = Lock<Int64>(-1)
        self.returned = returned
        guard mayRead else { return }
        let own = way.publisher
        node.subscribe(to: Bytes.self, .exactly(topic), lastValues: false) { message in
            guard message.stamp.publisher == own else { return }
            returned.withLock { $0 = max($0, Int64(clamping: message.stamp.sequence)) }
        }
        try await node.subscriptionsInForce(within: patience)
    }

    /// Asks for what every key may know; a question that it may not ask would be complained of at the bus.
    private static func key(of node: Node, within patience: Duration) async throws -> BusRequests.Key {
        do {
            return try await node.request(
                "bus/key",
                BusRequests.Empty(),
                as: BusRequests.Key.self,
                timeout: patience
            )
        } catch {
            if error.code == .timeout { throw CommandError(error.message, code: .nothing) }
            throw error
        }
    }

    /// How many messages the node has given up, because the bus was away or busy.
    var dropped: Int { node.dropped }

    /// How many messages have been published.
    var count: Int { way.newest.map { Int(clamping: $0) + 1 } ?? 0 }

    /// How many subscriptions of others match, or `nil` where that may not be known.
    func readers() async throws -> Int? {
        guard mayRead else { return nil }
        let count = try await node.listeners(of: [topic])[topic] ?? 0
        return max(0, count - 1)
    }

    /// The publisher in the stamps.
    var publisher: UInt64 { way.publisher }

    /// Waits until somebody else reads the topic.
    ///
    /// - Throws: that nobody does before the time is up.
    private func waitForReader(within seconds: Double) async throws {
        Output.say("waiting for a reader of \(topic)")
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            if let readers = try await readers(), readers > 0 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw CommandError("nobody reads \(topic) within \(seconds.argument) s", code: .nothing)
    }

    /// Publishes what a plan asks for.
    ///
    /// - Parameters:
    ///   - plan: what.
    ///   - limit: for how many seconds to wait for a reader first; not at all where there is none.
    ///   - interruption: ends a wait for standard input.
    /// - Returns: whether it has come to its end, and not been stopped before.
    /// - Throws: that nobody reads, or what is wrong with a line of standard input, and which one it is.
    func carryOut(
        _ plan: PublishingPlan,
        waiting limit: Double?,
        until interruption: Interruption
    ) async throws -> Bool {
        do {
            if let limit { try await waitForReader(within: limit) }
            switch plan.source {
            case .payload(let bytes): try await repeatedly(bytes, plan)
            case .input: try await lines(try LineSource(interruption: interruption), plan)
            }
            return true
        } catch is CancellationError {
            return false
        } catch let error as RequestError where error.code == .cancelled {
            return false
        } catch let error as SystemError where error.code == ECANCELED {
            return false
        }
    }

    private func repeatedly(_ bytes: [UInt8], _ plan: PublishingPlan) async throws {
        var turn = Turn(plan.pace)
        while count < plan.count ?? .max {
            try await turn.wait()
            send(try plan.prepare(bytes).bytes)
        }
    }

    private func lines(_ source: LineSource, _ plan: PublishingPlan) async throws {
        var turn = Turn(plan.pace)
        var number = 0
        var told: Set<String> = []
        while count < plan.count ?? .max, let line = try await source.next() {
            number += 1
            if line.isEmpty { continue }
            do {
                let (bytes, strange) = try plan.prepare(line)
                for key in strange where told.count < 100 && told.insert(key).inserted {
                    Output.say("line \(number): \(PublishingPlan.strange(key, topic))")
                }
                try await turn.wait()
                send(bytes)
            } catch let error as MessageError {
                throw CommandError("line \(number): \(error); --raw sends it as it is")
            }
            if plan.pace == .readers, count % Self.window == 0 { try await catchUp() }
        }
    }

    /// Waits until those who read have caught up: the bus, and then the nodes among them.
    ///
    /// - Throws: that the bus has taken nothing for too long.
    private func catchUp() async throws {
        guard mayRead else { return }
        var newest = returned.withLock { $0 }
        var since = ContinuousClock.now
        while !hasReturned {
            try await Task.sleep(for: .milliseconds(1))
            let now = returned.withLock { $0 }
            if now != newest { (newest, since) = (now, ContinuousClock.now) }
            guard ContinuousClock.now - since < patience else {
                throw CommandError(
                    "the bus has passed on \(newest + 1) of \(count) messages, and no more within "
                        + "\(patience.seconds.argument) s",
                    code: .nothing
                )
            }
        }
        try await node.confirm([way])
    }

    /// Whether the newest message has come back.
    private var hasReturned: Bool { returned.withLock { $0 } >= Int64(count) - 1 }

    /// Waits until the bus has passed on the newest message.
    ///
    /// - Returns: whether it has, before the time was up; `nil` where that cannot be known.
    func isTaken(within limit: Duration) async throws -> Bool? {
        guard mayRead else { return nil }
        let deadline = ContinuousClock.now + limit
        while !hasReturned {
            if ContinuousClock.now >= deadline { return false }
            try await Task.sleep(for: .milliseconds(1))
        }
        return true
    }
}
