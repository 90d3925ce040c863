/// Which way the device points, as a compass tells it.
///
/// A heading that is not valid carries no angle and says why in ``invalid``.
public struct Heading: Message, Hashable {
    /// Why there is no heading.
    public enum Invalidity: String, Hashable, Sendable, CaseIterable {
        /// The disturbance that moves with the device is not known yet.
        case uncalibrated
        /// The field is not the earth's.
        case interference
        /// The device stands so that its axis has no direction.
        case tilted
        /// There is no sample of the field, or only an old one.
        case noField = "no-field"
    }

    /// The first segment of the topics that carry headings.
    public static let kind = "heading"

    /// When it was measured, Unix seconds.
    public var time: Double
    /// Degrees clockwise from magnetic north, in [0, 360).
    public var magneticHeading: Double?
    /// Degrees clockwise from true north, in [0, 360); absent without a fix or a magnetic model for its date.
    public var trueHeading: Double?
    /// Degrees within which the heading is with 95 % probability, in [0, 180].
    public var headingAccuracy: Double?
    /// Degrees from true north to magnetic north, positive to the east, in [-180, 180].
    public var declination: Double?
    /// The length of the field vector, microtesla.
    public var fieldStrength: Double?
    /// Degrees from the horizon down to the field vector, in [-90, 90].
    public var dip: Double?
    /// The field less what moves with the device, microtesla, in the device frame.
    public var field: Vector?
    /// Degrees, positive with the right side (starboard) down, in [-180, 180].
    public var roll: Double?
    /// Degrees, positive with the front (bow) up, in [-90, 90].
    public var pitch: Double?
    /// How fast the heading changes, degrees a second, positive clockwise.
    public var turnRate: Double?
    /// Why there is no heading.
    public var invalid: Invalidity?
    /// Why there is no true heading although there is a magnetic one, or what is wrong with the sensor, in words.
    public var note: String?

    /// Creates a heading of a time; everything else is unknown until it is set.
    public init(time: Double) {
        self.time = time
    }
}
