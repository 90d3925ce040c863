public import Messages

/// What really is at a moment of a simulated trip, which no sensor knows.
public struct TripTruth: Hashable, Sendable {
    /// The moment, Unix seconds.
    public internal(set) var time: Double
    /// Degrees north on WGS84.
    public internal(set) var latitude: Double
    /// Degrees east on WGS84.
    public internal(set) var longitude: Double
    /// Metres east of the start.
    public internal(set) var east: Double
    /// Metres north of the start.
    public internal(set) var north: Double
    /// Metres per second over ground.
    public internal(set) var speed: Double
    /// The direction of motion, degrees clockwise from true north, in [0, 360); while standing, the last one.
    public internal(set) var course: Double
    /// What a perfect compass tells: where the top of the device points or, as it stands upright, its back; degrees
    /// clockwise from true north, in [0, 360).
    public internal(set) var trueHeading: Double
    /// Whether the receiver sees none of the sky.
    public internal(set) var isBlind: Bool
    /// What the device itself, and what carries it, adds to the field, microtesla, in the device frame.
    public internal(set) var hardIron: Vector
}
