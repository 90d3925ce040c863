/// The way from where we are to a pin.
public struct Arrow: Message, Hashable {
    /// The first segment of the topics that carry arrows.
    public static let kind = "arrow"

    /// The time of the fix that it starts from, Unix seconds.
    public var time: Double
    /// The identifier of the pin.
    public var pin: String
    /// Metres along the geodesic.
    public var distance: Double
    /// The initial bearing of the geodesic, degrees clockwise from true north, in [0, 360); absent at the pin itself.
    public var bearing: Double?
    /// Degrees to turn from the current direction, clockwise, in [-180, 180); absent while no true direction is known.
    public var relative: Double?
    /// Whether the pin is far enough away for an arrow to mean something.
    public var visible: Bool

    /// Creates an arrow.
    public init(time: Double, pin: String, distance: Double, bearing: Double? = nil, visible: Bool) {
        self.time = time
        self.pin = pin
        self.distance = distance
        self.bearing = bearing
        self.visible = visible
    }
}
