public import Messages

/// A topic that a node publishes on.
///
/// Safe to use from any thread; publishing never blocks.
public final class Publisher<Payload: Message>: AnyPublisher, Sendable {
    // What does not depend on the payload's type, so that a plugin compiles the rest for its own types.
    @usableFromInline let way: PublishingWay

    init(_ topic: Topic, outlet: Outlet, loop: NodeLoop, logger: Logger) {
        way = PublishingWay(topic, isEvent: Payload.isEvent, outlet: outlet, loop: loop, logger: logger)
    }

    /// Publishes a message: hands it to the bus, or queues it while the bus is away or busy.
    ///
    /// A full queue gives up messages by the node's choice and counts them in `status/<node>`.
    /// A message that cannot be encoded (a `Codable` type that holds NaN, say) is not published but logged.
    @inlinable public func publish(_ message: Payload) {
        way.write(Payload.encoding) { buffer throws(MessageError) in try message.encode(into: &buffer) }
    }

    /// Erases the topic's last value, and tells the subscribers.
    public func erase() { way.write(Payload.encoding) { _ in } }

    /// The topic.
    public var topic: Topic { way.topic }

    /// The publisher in the stamps.
    public var publisher: UInt64 { way.outlet.publisher }

    /// The position of the newest message, or `nil` before the first.
    public var newest: UInt64? { way.outlet.newest(way.outgoing) }
}

/// A publisher of whatever type.
public protocol AnyPublisher: Sendable {
    /// The topic.
    var topic: Topic { get }
    /// The publisher in the stamps.
    var publisher: UInt64 { get }
    /// The position of the newest message, or `nil` before the first.
    var newest: UInt64? { get }
}
