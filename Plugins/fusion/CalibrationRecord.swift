internal import Navigation

/// What is kept of the calibration of one magnetometer.
struct CalibrationRecord: Codable, Hashable, Sendable {
    /// Which one it is: the node, and the instance where there is one, that its samples come from.
    var magnetometer: String
    /// When it was found, Unix seconds by the clock of the machine.
    var time: Double
    /// The hard iron, µT in the device frame.
    var x: Double
    var y: Double
    var z: Double
    /// The standard error of an axis, µT.
    var uncertainty: Double
    /// Absent where there is none to be allowed for; the form 2 had none.
    var softIron: SoftIronElements?

    var iron: Vector3 { Vector3(x: x, y: y, z: z) }
}
