/// Where something is, and how it moves: one epoch of a position source.
///
/// Accuracies are 68 % radii, as in Core Location's `CLLocation`; what is not known is `nil`.
public struct Fix: Message, Hashable {
    /// What a fix was computed from.
    public enum Technology: String, Hashable, Sendable, CaseIterable {
        /// Satellites.
        case gnss
        /// Stations of a wireless network.
        case wifi
        /// Cells of a mobile network.
        case cell
        /// An earlier fix carried on by speed and heading.
        case deadReckoning = "dead-reckoning"
        /// A simulator: no place anyone has been.
        case simulated
    }

    /// The state of a carrier-phase solution.
    public enum RTK: String, Hashable, Sendable, CaseIterable {
        /// Ambiguities are estimated as real numbers: decimetres.
        case float
        /// Ambiguities are fixed to whole numbers: centimetres.
        case fixed
    }

    /// The first segment of the topics that carry fixes.
    public static let kind = "fix"

    /// When it was measured, Unix seconds.
    public var time: Double
    /// Degrees north of the equator on WGS84, in [-90, 90].
    public var latitude: Double
    /// Degrees east of Greenwich on WGS84, in [-180, 180].
    public var longitude: Double
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres above the WGS84 ellipsoid.
    public var ellipsoidalAltitude: Double?
    /// The radius in metres within which the place is with 68 % probability.
    public var horizontalAccuracy: Double?
    /// Metres above or below within which the altitude is with 68 % probability.
    public var verticalAccuracy: Double?
    /// The direction of motion over ground, degrees clockwise from true north, in [0, 360).
    public var course: Double?
    /// Degrees within which the course is with 68 % probability, in [0, 180].
    public var courseAccuracy: Double?
    /// The speed over ground, metres per second.
    public var speed: Double?
    /// Metres per second within which the speed is with 68 % probability.
    public var speedAccuracy: Double?
    /// What the fix was computed from.
    public var technology: Technology?
    /// 2 for a fix without altitude, 3 for one with.
    public var mode: Int?
    /// The number of satellites used.
    public var satellites: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// Vertical dilution of precision.
    public var vdop: Double?
    /// Position dilution of precision.
    public var pdop: Double?
    /// The state of the carrier-phase solution, where there is one.
    public var rtk: RTK?
    /// Whether it is less accurate than was asked of its source, which passes such fixes on marked; else absent.
    public var coarse: Bool?
    /// On a chosen fix, the topic's source that it was taken from.
    public var source: String?

    /// Creates a fix of a place at a time; everything else is unknown until it is set.
    public init(time: Double, latitude: Double, longitude: Double) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
    }
}
