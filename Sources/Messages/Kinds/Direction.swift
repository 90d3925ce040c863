/// Which way something goes or points: the course or the heading, whichever is to be trusted now.
public struct Direction: Message, Hashable {
    /// What a direction was taken from.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The direction of motion over ground.
        case course
        /// The direction in which the device points.
        case heading
    }

    /// The north that a direction counts from.
    public enum Reference: String, Hashable, Sendable, CaseIterable {
        /// The geographic pole.
        case trueNorth = "true"
        /// Where a compass points.
        case magneticNorth = "magnetic"
    }

    /// The first segment of the topics that carry directions.
    public static let kind = "direction"

    /// The time of the fix or the heading that it was taken from, Unix seconds.
    public var time: Double
    /// Degrees clockwise from the reference, in [0, 360); absent when neither course nor heading is to be trusted.
    public var direction: Double?
    /// Degrees within which the direction is with 68 % probability, in [0, 180].
    public var accuracy: Double?
    /// What it was taken from.
    public var source: Source?
    /// The north that it counts from.
    public var reference: Reference?
    /// The speed that it was chosen by, metres per second.
    public var speed: Double?
    /// Whether it is the last course before the motion stopped, with the time of then; else absent.
    public var held: Bool?
    /// Why this source was chosen, in words.
    public var reason: String?

    /// Creates a direction of a time; everything else is unknown until it is set.
    public init(time: Double) {
        self.time = time
    }
}
