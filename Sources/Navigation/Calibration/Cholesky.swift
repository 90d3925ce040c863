/// The Cholesky factor of a symmetric positive definite 5×5 matrix, with which equations are solved.
struct Cholesky: Sendable {
    typealias Row = InlineArray<5, Double>

    /// The lower triangle L of L Lᵀ.
    private var lower: InlineArray<5, Row>

    /// Takes the lower triangle of a matrix apart; `nil` for one that is not positive definite to working precision.
    init?(_ matrix: InlineArray<5, Row>) {
        lower = matrix
        for i in 0..<5 {
            for j in 0...i {
                var sum = matrix[i][j]
                for k in 0..<j { sum -= lower[i][k] * lower[j][k] }
                if i == j {
                    guard sum > 0, sum.isFinite else { return nil }
                    lower[i][i] = sum.squareRoot()
                } else {
                    lower[i][j] = sum / lower[j][j]
                }
            }
        }
    }

    /// The solution x of L Lᵀ x = b.
    func solve(_ right: Row) -> Row {
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

    /// A column of the inverse.
    func inverse(column: Int) -> Row {
        var unit = Row(repeating: 0)
        unit[column] = 1
        return solve(unit)
    }

    /// The inverse of the matrix.
    var inverse: InlineArray<5, Row> { InlineArray<5, Row> { inverse(column: $0) } }
}
