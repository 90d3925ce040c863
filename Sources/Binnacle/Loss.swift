public import Messages

/// Messages of one publisher and topic that did not arrive, as their sequences show.
public struct Loss: Hashable, Sendable {
    /// The topic.
    public let topic: Topic
    /// The publisher in the stamps.
    public let publisher: UInt64
    /// How many were lost since the subscription.
    public let count: Int
}
