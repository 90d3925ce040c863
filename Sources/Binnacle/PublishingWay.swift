public import Messages

/// The way of a topic's messages out of the node, whatever their type.
@usableFromInline final class PublishingWay: Sendable {
    let topic: Topic
    let outgoing: OutgoingTopic
    let outlet: Outlet
    private let loop: NodeLoop
    private let logger: Logger

    init(_ topic: Topic, isEvent: Bool, outlet: Outlet, loop: NodeLoop, logger: Logger) {
        self.topic = topic
        self.outlet = outlet
        self.loop = loop
        self.logger = logger
        outgoing = outlet.topic(topic, isEvent: isEvent)
    }

    /// Stamps and sends what `encode` appends; what it cannot write is logged.
    @usableFromInline func write(_ encoding: Encoding, _ encode: (inout [UInt8]) throws(MessageError) -> Void)
    {
        do {
            if try outlet.publish(on: outgoing, encoding: encoding, encode) { loop.flushSoon() }
        } catch {
            logger.write(.error, "a message for \(topic) cannot be written: \(error)")
        }
    }
}
