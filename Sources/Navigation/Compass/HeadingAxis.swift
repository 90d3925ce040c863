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
        let elevation = forward.dot(up)
        let back = Vector3(x: 0, y: 0, z: -1)
        // From 76 degrees on, and fully from 84 degrees on; an axis along z has no back beside it.
        let share = min(1, max(0, (abs(elevation) - 0.97) / (0.995 - 0.97))) * (1 - abs(forward.z))
        return forward + (elevation < 0 ? -share : share) * back
    }
}
