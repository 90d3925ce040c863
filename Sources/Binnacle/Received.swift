public import Messages

/// A message as it came from the bus.
public struct Received<Payload: Message>: Sendable {
    /// The topic that it came on.
    public let topic: Topic
    /// Its stamp.
    public let stamp: Stamp
    /// The message, or `nil` when the topic's last value was erased.
    public let message: Payload?
    /// When it arrived, monotonic nanoseconds.
    public let arrival: Int64
    /// How many messages of the same publisher and topic were lost just before it.
    public internal(set) var lost: Int

    /// Whether it is a last value that was asked for, and not live.
    public var isLastValue: Bool { stamp.flags.contains(.lastValue) }

    /// Creates a message as it would have come.
    public init(topic: Topic, stamp: Stamp, message: Payload?, arrival: Int64, lost: Int = 0) {
        self.topic = topic
        self.stamp = stamp
        self.message = message
        self.arrival = arrival
        self.lost = lost
    }
}
