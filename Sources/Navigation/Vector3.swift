/// Three components along the axes of a right-handed frame, most often the device's: x right, y forward, z up.
///
/// Apart from the messages' own vector, because this module knows no messages; who has both converts.
public struct Vector3: Hashable, Sendable {
    /// Along the first axis.
    public var x: Double
    /// Along the second axis.
    public var y: Double
    /// Along the third axis.
    public var z: Double

    /// Creates a vector from its components.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// No direction, no length.
    public static let zero = Vector3(x: 0, y: 0, z: 0)

    /// The length.
    public var length: Double { dot(self).squareRoot() }

    /// The vector of length 1 in the same direction; `nil` for one without a direction.
    public var unit: Vector3? {
        let length = length
        return length > 0 && length.isFinite ? (1 / length) * self : nil
    }

    /// Whether all components are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// A component, 0 to 2.
    subscript(axis: Int) -> Double {
        switch axis {
        case 0: x
        case 1: y
        default: z
        }
    }

    /// The scalar product.
    public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    /// The vector product.
    public func cross(_ other: Vector3) -> Vector3 {
        Vector3(
            x: y * other.z - z * other.y,
            y: z * other.x - x * other.z,
            z: x * other.y - y * other.x
        )
    }

    /// The sum.
    public static func + (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    /// The difference.
    public static func - (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    /// A multiple.
    public static func * (factor: Double, vector: Vector3) -> Vector3 {
        Vector3(x: factor * vector.x, y: factor * vector.y, z: factor * vector.z)
    }
}
