extension FieldFilter {
    /// How the device turned, where that is known.
    struct Motion: Sendable {
        /// From the device frame into the level frame.
        var orientation: Quaternion
        /// rad/s in the device frame.
        var rate: Vector3
        /// The integral of the squared rate of turn since the last sample of the field, rad²/s.
        var effort: Double
        /// The standard error of up that comes and goes within seconds, radians.
        var upError = 0.0
        /// The variance about an axis of turns since the last sample that nobody saw, in a hole of the gyro's samples, radians².
        var unseen = 0.0
        /// The standard error of the turn since the newest rate, which is taken to go on, radians.
        var turnError = 0.0
        /// By how much what the gyro's offset is held to be about up has changed since the last sample, rad/s.
        var offset = 0.0
        /// The standard error of the gyro's offset about up without the field's help, rad/s.
        var offsetError = Double.infinity
        /// Which of the places that the device has been to it is in.
        var place = 0
        /// Whether it moves, or has lately moved, faster than on foot: what carries it has iron of its own.
        var isCarried = false
        /// Whether that was faster than a bicycle.
        var isInVehicle = false
    }
}
