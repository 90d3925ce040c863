public import Messages
internal import Platform

extension Node {
    /// Calls a handler with those messages of some topics that a filter lets through.
    ///
    /// Each topic is filtered by itself; an erased last value passes. What does not pass is no loss. Everything else is as
    /// with ``subscribe(to:_:lastValues:handler:)``.
    @discardableResult
    public func subscribe<Filter: MessageFilter>(
        to topics: TopicFilter,
        filteredBy filter: Filter,
        lastValues: Bool = true,
        handler: @escaping @Sendable (Received<Filter.Payload>) -> Void
    ) -> Subscription {
        let memories = Lock([Topic: FilterMemory<Filter.Payload>]())
        return subscribe(to: Filter.Payload.self, topics, lastValues: lastValues) { received in
            let passes = memories.withLock { memories in
                received.message.map { filter.passes($0, after: &memories[received.topic, default: .init()]) }
            }
            if passes ?? true { handler(received) }
        }
    }
}
