/// What a client proves itself with, and what it knows its server by.
public struct CurveClient: Hashable, Sendable {
    /// The client's own keys.
    public let pair: CurvePair
    /// The public key of the server; one that has another is not spoken to.
    public let serverKey: CurveKey

    /// Creates it from the client's keys and the server's public one.
    public init(pair: CurvePair, serverKey: CurveKey) {
        (self.pair, self.serverKey) = (pair, serverKey)
    }
}
