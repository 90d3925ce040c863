internal import Glibc

/// A compass reading that allows for the tilt of the device: which way an axis of it points along the ground.
///
/// With the up direction u and the field m, east is m × u (the field has a part to the north and a part along u, and
/// north × up is east), and north is u × east.
public struct TiltCompass: Hashable, Sendable {
    /// The direction of the device's axis, degrees clockwise from magnetic north, in [0, 360).
    ///
    /// Absent where it has none: with a field that stands vertical, or for a bare z axis that does.
    public let magneticHeading: Double?
    /// From the horizon down to the field, degrees in [-90, 90].
    public let dip: Double
    /// The angle between the device's z axis and up, degrees in [0, 180]: 180 is face down.
    public let tilt: Double
    /// The elevation of the device's axis above the horizon, degrees in [-90, 90].
    public let elevation: Double
    /// The length of the field's horizontal part, in the field's unit.
    public let horizontal: Double

    /// The sine of the steepest angle at which what points forward still has a direction along the ground.
    private static let least = 0.17

    /// Reads the compass; `nil` when one of the vectors has no direction.
    /// - Parameters:
    ///   - field: The magnetic field in the device frame, in any unit.
    ///   - acceleration: The specific force in the device frame, which at rest points up, in any unit.
    ///   - axis: The axis of the device that is asked about.
    public init?(field: Vector3, acceleration: Vector3, axis: HeadingAxis = .portrait) {
        guard let up = acceleration.unit, field.unit != nil else { return nil }
        let east = field.cross(up)
        let north = up.cross(east)
        horizontal = east.length
        dip = Angle.degrees(atan2(-field.dot(up), east.length))
        tilt = Angle.degrees(atan2(hypot(up.x, up.y), up.z))
        let rise = axis.forward.dot(up)
        elevation = Angle.degrees(asin(min(1, max(-1, rise))))
        let pointing = axis.pointing(up: up)
        let across = pointing.dot(east)
        let along = pointing.dot(north)
        let hasDirection =
            east.length > field.length * 1e-9 && hypot(across, along) > Self.least * east.length
        magneticHeading = hasDirection ? Angle.normalized(Angle.degrees(atan2(across, along))) : nil
    }
}
