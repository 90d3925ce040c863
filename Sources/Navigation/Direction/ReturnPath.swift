/// The way back to a place, and whether it is worth an arrow.
///
/// Holds the one thing that must be remembered: whether the arrow is shown, so that it does not flicker at the limit.
public struct ReturnPath: Sendable {
    /// The way at one moment.
    public struct Step: Hashable, Sendable {
        /// Metres along the geodesic.
        public let distance: Double
        /// The initial bearing, degrees clockwise from true north, in [0, 360); absent at the place itself.
        public let bearing: Double?
        /// Whether the place is far enough for an arrow to mean something.
        public let isVisible: Bool

        /// Degrees to turn from a true direction, clockwise, in [-180, 180); `nil` when either is not known.
        public func turn(from direction: Double?) -> Double? {
            guard let direction, let bearing, direction.isFinite else { return nil }
            return Angle.turn(from: direction, to: bearing)
        }
    }

    /// Where it leads.
    public let goal: Coordinate
    /// From this distance on the arrow is shown, metres.
    public let visibleFrom: Double
    private var isVisible = false

    /// The share of the limit below which an arrow that is shown is hidden.
    private static let hiddenBelow = 0.9

    /// Creates the way to a place; the arrow is shown from 50 m on unless said otherwise.
    public init(to goal: Coordinate, visibleFrom: Double = 50) {
        self.goal = goal
        self.visibleFrom = visibleFrom
    }

    /// The way from a place; `nil` when one of the places is not valid.
    public mutating func step(from place: Coordinate) -> Step? {
        guard let geodesic = Geodesic.inverse(from: place, to: goal) else { return nil }
        isVisible = geodesic.distance >= visibleFrom * (isVisible ? Self.hiddenBelow : 1)
        return Step(distance: geodesic.distance, bearing: geodesic.initialBearing, isVisible: isVisible)
    }
}
