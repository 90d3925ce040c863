extension Node {
    /// Publishes what `body` publishes, on whatever topics, as one batch: with one write where each message is one otherwise.
    ///
    /// For who has several messages at once. What else is published meanwhile goes out with them, and a long batch in
    /// pieces; nothing waits longer than `body` takes.
    /// - Returns: what `body` returns.
    public func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
        outlet.beginBatch()
        defer { if outlet.endBatch() { loop.flushSoon() } }
        return try body()
    }
}
