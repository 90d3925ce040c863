/// A place to find the way back to.
public struct Pin: Message, Hashable {
    /// The first segment of the topics that carry pins.
    public static let kind = "pin"

    /// When it was dropped, Unix seconds.
    public var time: Double
    /// The last segment of its topic.
    public var id: String
    /// What its owner calls it.
    public var label: String?
    /// Degrees north on WGS84, in [-90, 90].
    public var latitude: Double
    /// Degrees east on WGS84, in [-180, 180].
    public var longitude: Double
    /// Metres above mean sea level.
    public var altitude: Double?
    /// The 68 % radius in metres of the fix that it was dropped at.
    public var horizontalAccuracy: Double?

    /// Creates a pin at a place.
    public init(time: Double, id: String, label: String? = nil, latitude: Double, longitude: Double) {
        self.time = time
        self.id = id
        self.label = label
        self.latitude = latitude
        self.longitude = longitude
    }
}
