public import Messages
internal import Platform

extension Node {
    /// Calls a handler with those fixes of some topics that a filter lets through.
    ///
    /// Each topic is filtered by itself; an erased last value passes. What does not pass is no loss. Everything else is as
    /// with ``subscribe(to:_:lastValues:handler:)``.
    @discardableResult
    public func subscribe(
        to topics: TopicFilter,
        filteredBy filter: FixFilter,
        lastValues: Bool = true,
        handler: @escaping @Sendable (Received<Fix>) -> Void
    ) -> Subscription {
        let memories = Lock([Topic: FixFilter.Memory]())
        return subscribe(to: Fix.self, topics, lastValues: lastValues) { received in
            let passes = memories.withLock { memories in
                received.message.map { filter.passes($0, after: &memories[received.topic, default: .init()]) }
            }
            if passes ?? true { handler(received) }
        }
    }

    /// Calls a handler with those headings of some topics that a filter lets through.
    ///
    /// Each topic is filtered by itself; an erased last value passes. What does not pass is no loss. Everything else is as
    /// with ``subscribe(to:_:lastValues:handler:)``.
    @discardableResult
    public func subscribe(
        to topics: TopicFilter,
        filteredBy filter: HeadingFilter,
        lastValues: Bool = true,
        handler: @escaping @Sendable (Received<Heading>) -> Void
    ) -> Subscription {
        let memories = Lock([Topic: HeadingFilter.Memory]())
        return subscribe(to: Heading.self, topics, lastValues: lastValues) { received in
            let passes = memories.withLock { memories in
                received.message.map { filter.passes($0, after: &memories[received.topic, default: .init()]) }
            }
            if passes ?? true { handler(received) }
        }
    }
}
