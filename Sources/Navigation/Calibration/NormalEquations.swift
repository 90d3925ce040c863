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
        guard let factor = factor(damping: damping) else { return nil }
        var negative = gradient
        for i in 0..<5 { negative[i] = -negative[i] }
        return Self.solve(factor, negative)
    }

    /// The covariance of the first three unknowns.
    var covariance: Matrix3? {
        guard let factor = factor(damping: 0) else { return nil }
        func column(_ index: Int) -> Vector3 {
            var unit = Row(repeating: 0)
            unit[index] = 1
            let solution = Self.solve(factor, unit)
            return Vector3(x: solution[0], y: solution[1], z: solution[2])
        }
        return Matrix3(x: column(0), y: column(1), z: column(2)).symmetrized
    }

    /// The lower triangle L of L Lᵀ; `nil` for a matrix that is not positive definite.
    private func factor(damping: Double) -> InlineArray<5, Row>? {
        var lower = matrix
        for i in 0..<5 {
            for j in 0...i {
                var sum = matrix[i][j] * (i == j ? 1 + damping : 1)
                for k in 0..<j { sum -= lower[i][k] * lower[j][k] }
                if i == j {
                    guard sum > 0, sum.isFinite else { return nil }
                    lower[i][i] = sum.squareRoot()
                } else {
                    lower[i][j] = sum / lower[j][j]
                }
            }
        }
        return lower
    }

    private static func solve(_ lower: InlineArray<5, Row>, _ right: Row) -> Row {
        var solution = right
        for i in 0..<5 {
            for k in 0..<i { solution[i] -= lower[i][k] * solution[k] }
            solution[i] /= lower[i][i]
        }
        for i in (0..<5).reversed() {
            for k in (i + 1)..<5 { solution[i] -= lower[k][i] * solution[k] }
            solution[i] /= lower[i][i]
        }
        return solution
    }
}
