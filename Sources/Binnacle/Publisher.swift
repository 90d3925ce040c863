public import Messages

/// A topic that a node publishes on.
///
/// Safe to use from any thread; publishing never blocks.
public final class Publisher<Payload: Message>: AnyPublisher, Sendable {
    /// The topic.
    public let topic: Topic
    private let outgoing: OutgoingTopic
    private let outlet: Outlet
    private let loop: NodeLoop
    private let logger: Logger

    init(_ topic: Topic, outlet: Outlet, loop: NodeLoop, logger: Logger) {
        self.topic = topic
        self.outlet = outlet
        self.loop = loop
        self.logger = logger
        outgoing = outlet.topic(topic, isEvent: Payload.isEvent)
    }

    /// Publishes a message: hands it to the bus, or queues it while the bus is away or busy.
    ///
    /// A full queue gives up messages by the node's choice and counts them in `status/<node>`.
    /// A message that cannot be encoded (a `Codable` type that holds NaN, say) is not published but logged.
    public func publish(_ message: Payload) {
        write { buffer throws(MessageError) in try message.encode(into: &buffer) }
    }

    /// Erases the topic's last value, and tells the subscribers.
    public func erase() {
        write { _ in }
    }

    private func write(_ encode: (inout [UInt8]) throws(MessageError) -> Void) {
        do {
            if try outlet.publish(on: outgoing, encoding: Payload.encoding, encode) { loop.flushSoon() }
        } catch {
            logger.write(.error, "a message for \(topic) cannot be written: \(error)")
        }
    }

    /// The publisher in the stamps.
    public var publisher: UInt64 { outlet.publisher }

    /// The position of the newest message, or `nil` before the first.
    public var newest: UInt64? { outlet.newest(outgoing) }
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
