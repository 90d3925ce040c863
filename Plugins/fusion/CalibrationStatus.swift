/// What the method `calibration` answers.
struct CalibrationStatus: Encodable, Hashable, Sendable {
    enum State: String, Encodable, Sendable {
        /// Turns have not told the hard iron yet.
        case uncalibrated
        /// The iron is that of a run before, or none, as turns have shown.
        case confirmed
        /// The iron is another one, and known.
        case calibrated
    }

    var state: State
    /// Whether the device should be turned about.
    var needsMotion: Bool
    /// Whose calibration it is: the source of the samples; absent before the first.
    var magnetometer: String?
    /// How the hard iron was found: `rotation` or `sphere`.
    var method: String?
    /// The hard iron, µT in the device frame, and the standard error of an axis.
    var x: Double?
    var y: Double?
    var z: Double?
    var uncertainty: Double?
    /// The soft iron that is allowed for; absent for none.
    var softIron: SoftIronElements?
    /// The standard error, degrees, that the soft iron leaves in the heading of a device that turns about as it lies now.
    var softIronError: Double?
    /// Seconds that the magnetometer is behind the gyro.
    var delay: Double?
    /// How often a magnet has come or gone, on the device or beside it.
    var jumps: Int
    /// Seconds since the calibration of a run before was found.
    var age: Double?
    /// Of a guided run, in [0, 1].
    var progress: Double?
}
