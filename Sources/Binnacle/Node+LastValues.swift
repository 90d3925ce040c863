public import Messages

extension Node {
    /// Returns the instances of this node's topics of a kind that the bus has last values of.
    ///
    /// A node that starts takes off the bus what is left there of its life before and is true no more.
    /// - Throws: when the bus does not answer.
    public func keptInstances<Payload: Message>(of type: Payload.Type) async throws(RequestError) -> [String]
    {
        let prefix = "\(Payload.kind)/\(name)/"
        let kept = try await request(
            "bus/last",
            BusRequests.Prefix(prefix: prefix),
            as: BusRequests.LastValues.self
        )
        return kept.messages.map { String($0.topic.dropFirst(prefix.count)) }
    }
}
