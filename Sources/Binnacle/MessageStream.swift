public import Messages

/// The messages of a subscription as an asynchronous sequence, for one reader.
///
/// It ends when the reading task is cancelled; the subscription ends with it, or when the sequence is let go of.
public struct MessageStream<Payload: Message>: AsyncSequence, Sendable {
    /// What reads the messages, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let buffer: MessageBuffer<Payload>

        /// Waits for the next message; `nil` when the task is cancelled.
        public mutating func next() async -> Received<Payload>? {
            await next(isolation: #isolation)
        }

        /// Waits for the next message; `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Received<Payload>? {
            await buffer.next()
        }
    }

    private let buffer: MessageBuffer<Payload>

    init(_ buffer: MessageBuffer<Payload>) {
        self.buffer = buffer
    }

    /// Returns what reads the messages; there is one reader only.
    public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }
}
