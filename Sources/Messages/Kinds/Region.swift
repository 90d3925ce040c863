/// Whether we are inside a region that is watched.
public struct Region: Message, Hashable {
    /// Where we are, seen from a region.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Within its bounds.
        case inside
        /// Beyond its bounds.
        case outside
        /// Not known: no fix, or one too inaccurate to tell.
        case unknown
    }

    /// The first segment of the topics that carry regions.
    public static let kind = "region"

    /// The time of the fix that decided it, Unix seconds.
    public var time: Double
    /// The identifier of the region.
    public var region: String
    /// Where we are, seen from it.
    public var state: State

    /// Creates the state of a region.
    public init(time: Double, region: String, state: State) {
        self.time = time
        self.region = region
        self.state = state
    }
}
