internal import Glibc

/// A 3×3 matrix by its rows.
struct Matrix3: Sendable {
    var x: Vector3
    var y: Vector3
    var z: Vector3

    static let zero = Matrix3(x: .zero, y: .zero, z: .zero)
    static let identity = diagonal(1)

    static func diagonal(_ value: Double) -> Matrix3 {
        Matrix3(
            x: Vector3(x: value, y: 0, z: 0),
            y: Vector3(x: 0, y: value, z: 0),
            z: Vector3(x: 0, y: 0, z: value)
        )
    }

    /// a bᵀ.
    static func outer(_ a: Vector3, _ b: Vector3) -> Matrix3 {
        Matrix3(x: a.x * b, y: a.y * b, z: a.z * b)
    }

    /// The matrix that turns a vector by a rotation vector (axis times angle in radians), by Rodrigues' formula.
    static func rotation(_ vector: Vector3) -> Matrix3 {
        let angle = vector.length
        guard let axis = vector.unit else { return identity }
        let (sine, cosine) = (sin(angle), cos(angle))
        let cross = Matrix3(
            x: Vector3(x: 0, y: -axis.z, z: axis.y),
            y: Vector3(x: axis.z, y: 0, z: -axis.x),
            z: Vector3(x: -axis.y, y: axis.x, z: 0)
        )
        return diagonal(cosine) + sine * cross + (1 - cosine) * outer(axis, axis)
    }

    var transposed: Matrix3 {
        Matrix3(
            x: Vector3(x: x.x, y: y.x, z: z.x),
            y: Vector3(x: x.y, y: y.y, z: z.y),
            z: Vector3(x: x.z, y: y.z, z: z.z)
        )
    }

    /// The inverse; `nil` for a matrix that has none to working precision.
    var inverse: Matrix3? {
        let (a, b, c) = (y.cross(z), z.cross(x), x.cross(y))
        let determinant = x.dot(a)
        let scale = x.length * y.length * z.length
        guard abs(determinant) > scale * 1e-14, determinant.isFinite else { return nil }
        return (1 / determinant) * Matrix3(x: a, y: b, z: c).transposed
    }

    /// The mean of the matrix and its transpose, which rounding lets drift apart in a covariance.
    var symmetrized: Matrix3 { 0.5 * (self + transposed) }

    /// vᵀ M v.
    func quadratic(_ vector: Vector3) -> Double { vector.dot(self * vector) }

    var trace: Double { x.x + y.y + z.z }

    /// A row, 0 to 2.
    subscript(row: Int) -> Vector3 {
        switch row {
        case 0: x
        case 1: y
        default: z
        }
    }

    static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    static func * (factor: Double, matrix: Matrix3) -> Matrix3 {
        Matrix3(x: factor * matrix.x, y: factor * matrix.y, z: factor * matrix.z)
    }

    static func * (matrix: Matrix3, vector: Vector3) -> Vector3 {
        Vector3(x: matrix.x.dot(vector), y: matrix.y.dot(vector), z: matrix.z.dot(vector))
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        let columns = right.transposed
        return Matrix3(x: columns * left.x, y: columns * left.y, z: columns * left.z)
    }
}
