/// A sample of an inertial measurement unit in the device frame.
public struct IMU: Message, Hashable {
    /// The first segment of the topics that carry inertial samples.
    public static let kind = "imu"

    /// When it was measured, Unix seconds.
    public var time: Double
    /// The specific force, metres per second squared: at rest +g on the axis that points up.
    public var acceleration: Vector?
    /// The rate of turn about each axis, radians per second, right-handed.
    public var rotationRate: Vector?

    /// Creates a sample of what was measured.
    public init(time: Double, acceleration: Vector? = nil, rotationRate: Vector? = nil) {
        self.time = time
        self.acceleration = acceleration
        self.rotationRate = rotationRate
    }
}
