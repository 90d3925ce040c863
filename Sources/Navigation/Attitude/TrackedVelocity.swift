/// A velocity over ground, as a receiver measures it.
struct TrackedVelocity: Sendable {
    /// Unix seconds.
    var time: Double
    /// Metres per second.
    var east: Double
    var north: Double
    /// The standard error of each, metres per second.
    var error: Double

    var square: Double { east * east + north * north }
}
