/// Which messages of a topic are wanted, judged by the last one that was let through.
public protocol MessageFilter: Sendable {
    /// The messages that it judges.
    associatedtype Payload: Message

    /// Whether a message is let through after those before it, which is noted.
    func passes(_ message: Payload, after memory: inout FilterMemory<Payload>) -> Bool
}

/// What a filter remembers of a topic: the last message that was let through.
public struct FilterMemory<Payload: Message>: Sendable {
    var last: Payload?

    /// Of nothing yet.
    public init() {}
}
