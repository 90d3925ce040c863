/// How a node does, once a second.
public struct Status: Message, Hashable {
    /// Where a node is in its life.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It has said hello and is not yet at work.
        case starting
        /// It is at work.
        case ready
        /// It is at work, but not as it should be.
        case degraded
        /// It has ended or is not heard of any more.
        case gone
    }

    /// The first segment of the topics that carry statuses.
    public static let kind = "status"

    /// When it was written, Unix seconds.
    public var time: Double
    /// Where the node is in its life.
    public var state: State
    /// Why the node is degraded, in words, or what it is doing.
    public var note: String?
    /// The node's process.
    public var pid: Int?
    /// Seconds since the node started, monotonic.
    public var uptime: Double?
    /// Messages published since the start.
    public var published: Int?
    /// Messages received since the start.
    public var received: Int?
    /// Bytes published since the start, topics and stamps included.
    public var publishedBytes: Int?
    /// Bytes received since the start, topics and stamps included.
    public var receivedBytes: Int?
    /// Messages published a second, over the last second.
    public var publishRate: Double?
    /// Messages received a second, over the last second.
    public var receiveRate: Double?
    /// Messages given up before they reached the bus since the start, because a queue was full.
    public var dropped: Int?
    /// Messages of others that did not arrive since the start, as their sequences show.
    public var lost: Int?
    /// Messages that arrived and were given up since the start, because who reads them was too slow.
    public var overflowed: Int?
    /// Messages waiting to be sent.
    public var queued: Int?
    /// Resident memory, bytes.
    public var memory: Int?

    /// Creates a status of a time and state; everything else is unknown until it is set.
    public init(time: Double, state: State) {
        self.time = time
        self.state = state
    }
}
