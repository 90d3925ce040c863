internal import Glibc

/// A unit quaternion: a rotation that takes vectors from one frame into another.
public struct Quaternion: Hashable, Sendable {
    /// The cosine of half the angle.
    public internal(set) var w: Double
    /// The axis' part along the first axis, times the sine of half the angle.
    public internal(set) var x: Double
    /// The axis' part along the second axis, times the sine of half the angle.
    public internal(set) var y: Double
    /// The axis' part along the third axis, times the sine of half the angle.
    public internal(set) var z: Double

    static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

    init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The rotation by a vector: its direction is the axis, its length the angle in radians.
    init(rotation vector: Vector3) {
        let angle = vector.length
        // Exact to rounding below, where the quotient of sine and angle would lose digits.
        let scale = angle > 1e-6 ? sin(angle / 2) / angle : 0.5
        self.init(w: cos(angle / 2), x: scale * vector.x, y: scale * vector.y, z: scale * vector.z)
    }

    /// The shortest rotation that takes a unit vector to the z axis.
    init(lifting vector: Vector3) {
        let w = max(0, (vector.z + 1) / 2).squareRoot()
        guard w > 1e-9 else {
            self.init(w: 0, x: 1, y: 0, z: 0)
            return
        }
        self.init(w: w, x: 0.5 * vector.y / w, y: -0.5 * vector.x / w, z: 0)
    }

    /// The rotation that the right one and then the left one make.
    public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w
        )
    }

    /// The same rotation without what rounding has added to its length.
    var normalized: Quaternion {
        let length = (w * w + x * x + y * y + z * z).squareRoot()
        guard length > 0 else { return .identity }
        return Quaternion(w: w / length, x: x / length, y: y / length, z: z / length)
    }

    /// The cosine of half the angle between two rotations, or its negative.
    func dot(_ other: Quaternion) -> Double { w * other.w + x * other.x + y * other.y + z * other.z }

    /// The matrix of the rotation.
    var matrix: Matrix3 {
        Matrix3(
            x: Vector3(
                x: 1 - 2 * (y * y + z * z),
                y: 2 * (x * y - w * z),
                z: 2 * (x * z + w * y)
            ),
            y: Vector3(
                x: 2 * (x * y + w * z),
                y: 1 - 2 * (x * x + z * z),
                z: 2 * (y * z - w * x)
            ),
            z: Vector3(
                x: 2 * (x * z - w * y),
                y: 2 * (y * z + w * x),
                z: 1 - 2 * (x * x + y * y)
            )
        )
    }
}
