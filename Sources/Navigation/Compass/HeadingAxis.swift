internal import Glibc

/// Which way a device is held: the axis whose direction along the ground is its heading.
public struct HeadingAxis: Hashable, Sendable {
    /// In the device frame, of length 1.
    public let forward: Vector3

    /// The top of the device, as it is held to be read.
    public static let portrait = HeadingAxis(x: 0, y: 1, z: 0)
    /// The bottom of the device.
    public static let upsideDown = HeadingAxis(x: 0, y: -1, z: 0)
    /// The right side of the device, which is up when its top is turned to the left.
    public static let landscapeLeft = HeadingAxis(x: 1, y: 0, z: 0)
    /// The left side of the device, which is up when its top is turned to the right.
    public static let landscapeRight = HeadingAxis(x: -1, y: 0, z: 0)

    private init(x: Double, y: Double, z: Double) {
        forward = Vector3(x: x, y: y, z: z)
    }

    /// Any axis of the device; `nil` for a vector without a direction.
    public init?(_ vector: Vector3) {
        guard let unit = vector.unit else { return nil }
        forward = unit
    }

    /// The direction, in the device frame, whose part along the ground is the heading.
    ///
    /// It is the axis itself while that lies flat. As the device comes to stand upright, what its back faces takes over
    /// (and what its front faces when it is lowered): both point the same way, so that there is no jump and no
    /// attitude in use without a direction. Up is in the device frame, of length 1.
    func pointing(up: Vector3) -> Vector3 {
        let share = share(elevation: forward.dot(up))
        return share == 0 ? forward : forward + share * Self.back
    }

    private static let back = Vector3(x: 0, y: 0, z: -1)
    /// The sines of the elevations, 76 and 84 degrees, between which the back takes over.
    private static let steep = 0.97
    private static let upright = 0.995

    /// How much of the back is added to the axis; of the front where it is negative.
    private func share(elevation: Double) -> Double {
        let share = min(1, max(0, (abs(elevation) - Self.steep) / (Self.upright - Self.steep)))
        // An axis along z has no back beside it.
        return (elevation < 0 ? -share : share) * (1 - abs(forward.z))
    }

    /// How far the direction along the ground moves where up is off by a small angle, radians.
    ///
    /// An axis turns with the horizon the more the steeper it stands, and while the back takes over, what is pointed to moves
    /// from where the one points to where the other does.
    func swing(up: Vector3, upError: Double) -> Double {
        let elevation = forward.dot(up)
        guard abs(elevation) > Self.steep - upError else {
            return upError * abs(elevation) / (1 - elevation * elevation).squareRoot()
        }
        let pointing = pointing(up: up)
        guard let ahead = (pointing - pointing.dot(up) * up).unit else { return .pi }
        let right = ahead.cross(up)
        var (aside, along) = (0.0, 0.0)
        for error in [-upError, upError] {
            // Up errs to the right, and ahead; what is taken for level errs with it.
            if let tilted = (up + error * right).unit {
                let turned = self.pointing(up: tilted)
                aside = max(aside, abs(atan2(turned.dot(right - error * up), turned.dot(ahead))))
            }
            if let tilted = (up + error * ahead).unit {
                let turned = self.pointing(up: tilted)
                along = max(along, abs(atan2(turned.dot(right), turned.dot(ahead - error * up))))
            }
        }
        return min(.pi, hypot(aside, along))
    }
}
