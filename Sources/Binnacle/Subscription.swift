internal import Messages

/// A node's interest in some topics.
public final class Subscription: Sendable {
    private let id: UInt64
    private let loop: NodeLoop

    init(id: UInt64, loop: NodeLoop) {
        self.id = id
        self.loop = loop
    }

    /// Ends the interest: no message comes to its handler any more, once this has reached the node's thread.
    ///
    /// A subscription that is let go of goes on.
    public func cancel() {
        let id = id
        loop.perform { core in core?.inlet.remove(id) }
    }
}
