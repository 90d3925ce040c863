/// How something moves over ground.
struct Motion: Sendable {
    /// The international nautical mile an hour.
    static let metresPerSecondOfKnot = 1852.0 / 3600

    /// Metres per second.
    var speed: Double?
    /// Degrees clockwise from true north, in [0, 360).
    var course: Double?
}
