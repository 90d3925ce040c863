internal import Messages
internal import Platform
internal import ZeroMQ

/// The way out of a node: a sending socket, and a queue of its own in front of it.
///
/// Any thread may publish, and sends at once as long as the socket takes it, so that a message meets no thread more
/// than it has to. The lock is what keeps the socket to one thread at a time.
final class Outlet: Sendable {
    /// How many messages libzmq may hold for us; what waits there cannot be taken back, so it is little.
    private static let highWaterMark: Int32 = 256

    private struct State: ~Copyable {
        var socket: Socket?
        var queue = SendQueue()
        var isConnected = false
        var wasConnected = false
        var topics: [String: OutgoingTopic] = [:]
        var topicChanges = 0
        var published = 0
        var publishedBytes = 0
        var dropped = 0
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

    /// Becomes readable when what waits may be sent; −1 before the socket is open.
    var readiness: Int32 { state.withLock { $0.socket?.readiness ?? -1 } }

    /// Opens the socket and returns the monitor of its connection, which belongs to the calling thread.
    func open(_ configuration: NodeConfiguration, in context: Context) throws(ZMQError) -> Monitor {
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
            if state.isConnected, Self.flush(&state), Self.send(topic.newest, &state) { return false }
            let didWait = !state.queue.isEmpty
            if state.queue.count >= limit {
                state.dropped += 1
                if overflow == .newest { return false }
                state.queue.removeFirst()
            }
            state.queue.append(topic.newest)
            return !didWait
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

    /// Sends what waits; returns whether nothing waits any more.
    func flush() -> Bool {
        state.withLock { state in
            guard state.isConnected, !state.queue.isEmpty else { return true }
            while !Self.flush(&state) {
                // Asked after the queue was full, so that the moment at which it is not any more is told.
                guard state.socket?.hasRoom == true else { return false }
            }
            return true
        }
    }

    /// Goes on after the connection is there: all that waited at the first time, later the newest of each topic only.
    func connected() {
        state.withLock { state in
            state.isConnected = true
            guard state.wasConnected else {
                state.wasConnected = true
                Self.flush(&state)
                return
            }
            // A queue of old messages would pass for live ones.
            state.dropped += state.queue.removeAll()
            for topic in state.topics.values {
                guard let again = topic.again() else { continue }
                if !Self.send(again, &state) { state.queue.append(again) }
            }
        }
    }

    /// Stops sending until the connection is there again.
    func disconnected() {
        state.withLock { state in state.isConnected = false }
    }

    /// What has gone out so far.
    var figures: Figures {
        state.withLock { state in
            Figures(
                published: state.published,
                publishedBytes: state.publishedBytes,
                dropped: state.dropped,
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
            // A socket that fails takes nothing more; the message waits and is counted like any other.
            (try? state.socket?.send(bytes)) == .sent
        }
    }
}
