/// How something moves over ground.
struct Motion: Sendable {
    /// The international nautical mile an hour.
    static let metresPerSecondOfKnot = 1852.0 / 3600

    /// Metres per second.
    var speed: Double?
    /// Degrees clockwise from true north, in [0, 360).
    var course: Double?

    /// Whether what both say is the same but for rounding to tenths of knots and degrees.
    func agrees(with other: Motion) -> Bool {
        if let speed, let theirs = other.speed,
            abs(speed - theirs) > 0.055 * Self.metresPerSecondOfKnot
        {
            return false
        }
        guard let course, let theirs = other.course else { return true }
        let turn = abs(course - theirs)
        return min(turn, 360 - turn) <= 0.055
    }
}
