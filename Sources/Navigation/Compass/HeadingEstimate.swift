/// Which way a device points, at the time of a sample of its magnetometer.
public struct HeadingEstimate: Hashable, Sendable {
    /// Why there is no heading.
    public enum Invalidity: Hashable, Sendable, CaseIterable {
        /// The hard iron is not known well enough yet.
        case uncalibrated
        /// The field without the hard iron is not the earth's.
        case interference
        /// The device's axis is too near the vertical to have a direction.
        case tilted
        /// There is no sample of the field, or only an old one.
        case noField
    }

    /// The time of the sample, Unix seconds.
    public let time: Double
    /// Degrees clockwise from magnetic north, in [0, 360).
    public internal(set) var magneticHeading: Double?
    /// Degrees clockwise from true north, in [0, 360).
    public internal(set) var trueHeading: Double?
    /// Degrees within which the heading is with 95 % probability, in [0, 180].
    public internal(set) var accuracy: Double?
    /// Degrees from true to magnetic north, positive to the east; absent where ``trueHeading`` could not be told.
    public internal(set) var declination: Double?
    /// The length of ``field``, µT.
    public internal(set) var fieldStrength: Double?
    /// From the horizon down to ``field``, degrees in [-90, 90].
    public internal(set) var dip: Double?
    /// The field without the hard iron, µT in the device frame.
    public internal(set) var field: Vector3?
    /// The rotation from the device frame to magnetic east, north and up; absent without a gyro, and before turns have
    /// told the hard iron.
    public internal(set) var orientation: Quaternion?
    /// Why there is no heading; absent for one that is valid.
    public internal(set) var invalidity: Invalidity?
    /// Why there is no true heading, in words, whether or not there is a magnetic one.
    public internal(set) var note: String?
    /// Whether the device was taken to lie level, for want of an acceleration.
    public internal(set) var isLevelAssumed = false

    init(time: Double) {
        self.time = time
    }
}
