internal import Messages

/// A node's interest in some topics.
public final class Subscription: Sendable {
    private let ids: [UInt64]
    private let loop: NodeLoop

    init(ids: [UInt64], loop: NodeLoop) {
        self.ids = ids
        self.loop = loop
    }

    /// Ends the interest: no message comes to its handler any more, once this has reached the node's thread.
    ///
    /// A subscription that is let go of goes on.
    public func cancel() {
        let ids = ids
        loop.perform { core in
            for id in ids { core?.inlet.remove(id) }
        }
    }
}
