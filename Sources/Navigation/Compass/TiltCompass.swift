internal import Glibc

/// A compass reading that allows for the tilt of the device: which way its y axis points along the ground.
///
/// With the up direction u from the accelerometer and the field m, east is m × u (the field has a part to the north
/// and a part along u, and north × up is east), and north is u × east.
public struct TiltCompass: Hashable, Sendable {
    /// The direction of the device's y axis, degrees clockwise from magnetic north, in [0, 360).
    ///
    /// Absent where it has none: with a field that stands vertical, or with the y axis steeper than
    /// ``steepest``.
    public let magneticHeading: Double?
    /// From the horizon down to the field, degrees in [-90, 90].
    public let dip: Double
    /// The angle between the device's z axis and up, degrees in [0, 180]: 180 is face down.
    public let tilt: Double
    /// The elevation of the device's y axis above the horizon, degrees in [-90, 90].
    public let elevation: Double
    /// The length of the field's horizontal part, in the field's unit.
    public let horizontal: Double

    /// The elevation of the y axis, up or down, from which on it is too near the vertical: 80 degrees.
    public static let steepest = 80.0

    /// Whether the y axis is too near the vertical to have a direction.
    public var isTilted: Bool { abs(elevation) > Self.steepest }

    /// Reads the compass; `nil` when one of the vectors has no direction.
    /// - Parameters:
    ///   - field: The magnetic field in the device frame, in any unit.
    ///   - acceleration: The specific force in the device frame, which at rest points up, in any unit.
    public init?(field: Vector3, acceleration: Vector3) {
        guard let up = acceleration.unit, field.unit != nil else { return nil }
        let east = field.cross(up)
        let north = up.cross(east)
        horizontal = east.length
        dip = Angle.degrees(atan2(-field.dot(up), east.length))
        tilt = Angle.degrees(atan2(hypot(up.x, up.y), up.z))
        elevation = Angle.degrees(atan2(up.y, hypot(up.x, up.z)))
        let hasDirection = abs(elevation) <= Self.steepest && east.length > field.length * 1e-9
        magneticHeading = hasDirection ? Angle.normalized(Angle.degrees(atan2(east.y, north.y))) : nil
    }
}
