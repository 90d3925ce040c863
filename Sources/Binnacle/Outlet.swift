internal import Messages
internal import Platform
internal import ZMTP
internal import ZeroMQ

/// The way out of a node: a link or a socket to the bus, and a queue of its own in front of it.
///
/// Any thread may publish, and sends at once as long as the bus takes it, so that a message meets no thread more
/// than it has to. The lock is what keeps the link or socket to one thread at a time.
final class Outlet: Sendable {
    /// How many messages libzmq may hold for us; what waits there cannot be taken back, so it is little.
    private static let highWaterMark: Int32 = 256

    private struct State: ~Copyable {
        /// On the bus's machine.
        var link: Link?
        /// Elsewhere.
        var socket: Socket?
        /// When who publishes may write to the link, wall-clock nanoseconds.
        var nextWrite: Int64 = 0
        /// Whether the node's thread knows that something waits in the link.
        var isWatched = false
        /// How many batches are being published, at the end of which what they say is written.
        var batches = 0
        /// How many bytes have been gathered for that.
        var gatheredBytes = 0
        var queue = SendQueue()
        var isConnected = false
        var wasConnected = false
        /// When the last connection ended, monotonic nanoseconds.
        var disconnected: Int64 = 0
        var topics: [String: OutgoingTopic] = [:]
        var topicChanges = 0
        var published = 0
        var publishedBytes = 0
        var dropped = 0
    }

    /// What comes next: what to wait for, and until when.
    struct Outlook {
        /// Whether something waits to be sent.
        var hasUnsent = false
        /// What to wait for; −1 for nothing.
        var descriptor: Int32 = -1
        var input = false
        var output = false
        /// When to look again although nothing has happened, monotonic nanoseconds.
        var deadline: Int64 = .max
    }

    /// What has gone out so far.
    struct Figures {
        var published: Int
        var publishedBytes: Int
        var dropped: Int
        var queued: Int
    }

    /// The publisher in the stamps of this socket.
    let publisher = UInt64.random(in: 0..<1 << 53)
    private let limit: Int
    private let overflow: NodeConfiguration.Overflow
    private let state: Lock<State>

    /// Creates an outlet whose socket is not open yet: what is published waits.
    init(limit: Int, overflow: NodeConfiguration.Overflow) {
        self.limit = limit
        self.overflow = overflow
        state = Lock(State())
    }

    /// Opens the way to a bus and returns the monitor of its socket, if it has one, which belongs to the calling thread.
    func open(_ configuration: NodeConfiguration, by way: BusWay) throws(ZMQError) -> Monitor? {
        switch way {
        case .local(let path, _, _):
            state.withLock { $0.link = Link(to: path, as: .push) }
            return nil
        case .network(let context): return try open(configuration, in: context)
        }
    }

    private func open(_ configuration: NodeConfiguration, in context: Context) throws(ZMQError) -> Monitor {
        var options = SocketOptions(of: configuration)
        options.sendHighWaterMark = Self.highWaterMark
        options.linger = 1000
        options.immediate = true
        return try state.withLock { state throws(ZMQError) in
            let socket = try Socket(.push, in: context, options: options)
            let monitor = try Monitor(socket, in: context)
            try socket.connect(to: configuration.address.publishEndpoint)
            state.socket = consume socket
            return monitor
        }
    }

    /// Closes the socket; libzmq goes on sending what it has taken for a second.
    func close() {
        state.withLock { state in
            Self.flush(&state)
            state.dropped += state.queue.removeAll()
            state.link?.finish(within: 1000)
            state.dropped += state.link?.abandoned ?? 0
            state.link = nil
            state.socket = nil
            state.isConnected = false
        }
    }

    /// The topic's place in this outlet; who asks twice gets the same.
    func topic(_ topic: Topic, isEvent: Bool) -> OutgoingTopic {
        state.withLock { state in
            if let known = state.topics[topic.description] { return known }
            let new = OutgoingTopic(topic, isEvent: isEvent)
            state.topics[topic.description] = new
            state.topicChanges += 1
            return new
        }
    }

    /// Stamps a message and sends it, or lets it wait.
    ///
    /// - Returns: whether something waits now that did not wait before.
    /// - Throws: what cannot be encoded; nothing is published then.
    func publish(
        on topic: OutgoingTopic,
        encoding: Encoding,
        _ encode: (inout [UInt8]) throws(MessageError) -> Void
    ) throws(MessageError) -> Bool {
        try state.withLock { state throws(MessageError) in
            let wasErased = topic.isErased
            try topic.write(publisher: publisher, encoding: encoding, encode)
            if topic.isErased != wasErased { state.topicChanges += 1 }
            state.published += 1
            state.publishedBytes += topic.newest.count
            if state.isConnected, Self.flush(&state), Self.send(topic.newest, &state) {
                return Self.writeUnlessBusy(&state, topic.newest.count, at: topic.published)
            }
            let didWait = !state.queue.isEmpty
            if state.queue.count >= limit {
                state.dropped += 1
                if overflow == .newest { return false }
                state.queue.removeFirst()
            }
            state.queue.append(topic.newest, at: MonotonicClock.nanoseconds)
            return !didWait
        }
    }

    /// Lets what is published wait for ``endBatch()``.
    func beginBatch() { state.withLock { $0.batches += 1 } }

    /// Writes what was published since ``beginBatch()``.
    ///
    /// - Returns: whether something waits now that did not wait before.
    func endBatch() -> Bool {
        state.withLock { state in
            state.batches -= 1
            guard state.batches == 0, state.link?.hasUnsent == true else { return false }
            return Self.writeUnlessBusy(&state, 0, at: WallClock.nanoseconds)
        }
    }

    /// Changes whenever ``topicNames`` may have changed.
    var topicChanges: Int { state.withLock { $0.topicChanges } }

    /// The topics that have not been erased, sorted.
    var topicNames: [String] { state.withLock { $0.topics.filter { !$0.value.isErased }.keys.sorted() } }

    /// The position of the newest message of a topic, or `nil` when there was none.
    func newest(_ topic: OutgoingTopic) -> UInt64? {
        state.withLock { _ in topic.count == 0 ? nil : topic.count - 1 }
    }

    /// Sends what waits, as far as the bus takes it.
    ///
    /// - Parameter isUrgent: whether to send also what who publishes is about to write with its next message.
    /// - Returns: what to wait for next.
    func flush(isUrgent: Bool) -> Outlook {
        state.withLock { state in
            if let link = state.link { return Self.flush(link, &state, isUrgent: isUrgent) }
            while state.isConnected, !Self.flush(&state) {
                // Asked after the queue was full, so that the moment at which it is not any more is told.
                guard state.socket?.hasRoom == true else { break }
            }
            guard state.isConnected, !state.queue.isEmpty else { return Outlook() }
            // Should libzmq's hint be missed, the deadline is the longest that a message waits for it.
            return Outlook(
                hasUnsent: true,
                descriptor: state.socket?.readiness ?? -1,
                input: true,
                deadline: MonotonicClock.nanoseconds + 2_000_000
            )
        }
    }

    private static func flush(_ link: Link, _ state: inout State, isUrgent: Bool) -> Outlook {
        // Who publishes fast writes every few messages, and a batch in pieces: one more thread that does would make them all
        // take turns, and wake who reads for a piece of one.
        let isBatch = state.batches > 0
        let isInHand =
            !isUrgent && link.hasUnsent && !link.isFull && state.queue.isEmpty
            && (isBatch || ahead(state, at: WallClock.nanoseconds) > 0)
        if !isInHand {
            while state.isConnected {
                let isQueueEmpty = flush(&state)
                guard link.flush(), !isQueueEmpty else { break }
            }
            state.isWatched = link.hasUnsent
        } else if isBatch {
            // Its end writes it, or says that it could not.
            state.isWatched = false
        }
        return Outlook(
            hasUnsent: state.isConnected && (!state.queue.isEmpty || link.hasUnsent),
            descriptor: link.descriptor,
            input: true,
            output: link.isFull,
            deadline: isInHand && !isBatch ? MonotonicClock.nanoseconds + 500_000 : link.deadline
        )
    }

    /// Connects the link where it is not, and notices its end.
    ///
    /// - Returns: why the bus cannot be talked to, if it cannot.
    func advance(at now: Int64) -> ZMTPError? {
        state.withLock { state in
            while let event = state.link?.advance(at: now) {
                switch event {
                case .connected: Self.connected(&state)
                case .disconnected: Self.disconnected(&state)
                case .refused(let why): return why
                }
            }
            return nil
        }
    }

    /// Whether there is a connection and nothing waits.
    var isIdle: Bool {
        state.withLock { $0.isConnected && $0.queue.isEmpty && $0.link?.hasUnsent != true }
    }

    /// Goes on after the connection is there.
    func connected() { state.withLock { state in Self.connected(&state) } }

    /// How long a message may wait for the first connection and still be live, nanoseconds.
    private static let liveFor: Int64 = 2_000_000_000

    /// All that waited goes out at the first time, what is old by then as such; later the newest of each topic only.
    private static func connected(_ state: inout State) {
        state.isConnected = true
        let now = MonotonicClock.nanoseconds
        guard state.wasConnected else {
            state.wasConnected = true
            state.queue.change(before: now - liveFor, OutgoingTopic.markAsOld)
            flush(&state)
            return
        }
        // A queue of old messages would pass for live ones.
        state.dropped += state.queue.removeAll()
        for topic in state.topics.values {
            guard let again = topic.again(unlessErasedBefore: state.disconnected) else { continue }
            if !send(again, &state) { state.queue.append(again, at: now) }
        }
    }

    /// Stops sending until the connection is there again.
    func disconnected() {
        state.withLock { state in Self.disconnected(&state) }
    }

    private static func disconnected(_ state: inout State) {
        if state.isConnected { state.disconnected = MonotonicClock.nanoseconds }
        state.isConnected = false
    }

    /// What has gone out so far.
    var figures: Figures {
        state.withLock { state in
            Figures(
                published: state.published,
                publishedBytes: state.publishedBytes,
                dropped: state.dropped + (state.link?.abandoned ?? 0),
                queued: state.queue.count
            )
        }
    }

    @discardableResult
    private static func flush(_ state: inout State) -> Bool {
        while let first = state.queue.first {
            guard send(first, &state) else { return false }
            state.queue.removeFirst()
        }
        return true
    }

    private static func send(_ bytes: [UInt8], _ state: inout State) -> Bool {
        bytes.withUnsafeBytes { bytes in
            if let link = state.link { return link.send(bytes) }
            // A socket that fails takes nothing more; the message waits and is counted like any other.
            return (try? state.socket?.send(bytes)) == .sent
        }
    }

    /// The mean time between two writes by who publishes, nanoseconds; what comes faster is gathered.
    private static let interval: Int64 = 100_000
    /// How far the writes may be ahead of that, so that a few messages at once do not wait for each other.
    private static let credit: Int64 = 400_000

    /// So much of a batch is written although more of it is to come: who reads can begin with it.
    private static let mostGathered = 32 << 10

    /// Writes what was taken, unless much has been written just now: then the node's thread is to do it.
    ///
    /// - Parameters:
    ///   - state: with what was taken in its link.
    ///   - count: how many bytes that is.
    ///   - now: wall-clock nanoseconds.
    /// - Returns: whether the node's thread is to, and does not know it yet.
    private static func writeUnlessBusy(_ state: inout State, _ count: Int, at now: Int64) -> Bool {
        guard let link = state.link else { return false }
        if state.batches > 0 {
            state.gatheredBytes += count
            guard state.gatheredBytes >= mostGathered else { return false }
        }
        state.gatheredBytes = 0
        let ahead = ahead(state, at: now)
        if ahead <= credit, !link.isFull {
            state.nextWrite = now + ahead + interval
            if link.flush() { return false }
        }
        defer { state.isWatched = true }
        return !state.isWatched
    }

    /// How far the writes are ahead, nanoseconds; 0 where nothing was written for a while.
    private static func ahead(_ state: borrowing State, at now: Int64) -> Int64 {
        let ahead = state.nextWrite &- now
        // More than there can be: the wall clock has been stepped back.
        return ahead > credit + interval ? 0 : max(0, ahead)
    }
}
