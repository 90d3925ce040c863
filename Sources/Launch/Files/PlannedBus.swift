/// What a launch file wants of the bus.
public struct PlannedBus: Hashable, Sendable {
    /// Where nodes meet; nil where the file leaves it open.
    public var address: String?
    /// Where the address is written.
    public var addressLocation: SourceLocation?
    /// Where those are let in who have a key.
    public var secured: [Secured] = []
    /// Whether the address may be one that other machines can reach.
    public var isInsecure = false
    /// Whether nodes follow the bus's clock; nil where the file leaves it open.
    public var followsClock: Bool?

    /// An address for who has a key.
    public struct Secured: Hashable, Sendable {
        /// The address.
        public let text: String
        /// Where it is written.
        public let location: SourceLocation
    }

    /// Creates what leaves all open.
    public init() {}
}
