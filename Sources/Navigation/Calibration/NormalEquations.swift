/// Least squares in five unknowns: JᵀJ and Jᵀr of weighted equations, and their solution by Cholesky's method.
struct NormalEquations: Sendable {
    typealias Row = InlineArray<5, Double>

    private var matrix = InlineArray<5, Row>(repeating: Row(repeating: 0))
    private var gradient = Row(repeating: 0)
    /// The sum of the squared residuals in units of their standard errors.
    private(set) var cost = 0.0

    /// Adds an equation: its derivatives by the unknowns, its residual, and the residual's standard error.
    mutating func add(_ row: Row, residual: Double, error: Double) {
        let weight = 1 / (error * error)
        for i in 0..<5 {
            for j in 0...i { matrix[i][j] += weight * row[i] * row[j] }
            gradient[i] += weight * row[i] * residual
        }
        cost += weight * residual * residual
    }

    /// The step that minimises the sum of squares, with the diagonal enlarged by a share of itself.
    func solution(damping: Double) -> Row? {
        var damped = matrix
        for i in 0..<5 { damped[i][i] *= 1 + damping }
        return Cholesky(damped)?.solve(Row { -gradient[$0] })
    }

    /// The covariance of the first three unknowns.
    var covariance: Matrix3? {
        guard let factor = Cholesky(matrix) else { return nil }
        func column(_ index: Int) -> Vector3 {
            let solution = factor.inverse(column: index)
            return Vector3(x: solution[0], y: solution[1], z: solution[2])
        }
        return Matrix3(x: column(0), y: column(1), z: column(2)).symmetrized
    }
}
