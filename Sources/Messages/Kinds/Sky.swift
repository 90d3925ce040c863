/// The satellites in view of a receiver.
public struct Sky: Message, Hashable {
    /// The first segment of the topics that carry skies.
    public static let kind = "sky"

    /// When it was reported, Unix seconds.
    public var time: Double
    /// The satellites, in the receiver's order.
    public var satellites: [Satellite]

    /// Creates a view of the sky.
    public init(time: Double, satellites: [Satellite]) {
        self.time = time
        self.satellites = satellites
    }
}
