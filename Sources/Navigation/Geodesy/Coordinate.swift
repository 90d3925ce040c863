/// A place on the WGS84 ellipsoid, in degrees.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, in [-90, 90].
    public var latitude: Double
    /// Degrees east of Greenwich; any finite number of turns is allowed.
    public var longitude: Double

    /// Creates a place from its geodetic latitude and longitude.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both numbers are finite and the latitude is no further than a pole.
    public var isValid: Bool {
        abs(latitude) <= 90 && longitude.isFinite
    }
}
