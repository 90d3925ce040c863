/// What a ``CourseHeadingArbiter`` decided.
public struct DirectionDecision: Hashable, Sendable {
    /// What a direction was taken from.
    public enum Source: Hashable, Sendable {
        /// The direction of motion over ground.
        case course
        /// The direction in which the device points.
        case heading
    }

    /// The north that a direction counts from.
    public enum Reference: Hashable, Sendable {
        /// The geographic pole.
        case trueNorth
        /// Where a compass points.
        case magneticNorth
    }

    /// The time of the measurement that it was taken from, Unix seconds; absent before the first one.
    public let time: Double?
    /// Degrees clockwise from the reference, in [0, 360); absent when neither source is to be trusted.
    public internal(set) var direction: Double?
    /// Degrees within which the direction is with 68 % probability, in [0, 180].
    public internal(set) var accuracy: Double?
    /// What it was taken from.
    public internal(set) var source: Source?
    /// The north that it counts from.
    public internal(set) var reference: Reference?
    /// The speed that it was chosen by, m/s; absent while none is known.
    public let speed: Double?
    /// Whether it is an earlier course: the last one before the motion stopped, or before a fix that is too uncertain.
    public internal(set) var isHeld = false
    /// Whether the source is another than that of the decision before.
    public internal(set) var isSwitch = false
    /// Why this source was chosen, or why there is none, in words.
    public let reason: String

    init(time: Double?, speed: Double?, reason: String) {
        self.time = time
        self.speed = speed
        self.reason = reason
    }
}
