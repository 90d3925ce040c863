extension InlineArray where Element == FieldFilter.Row, count == 11 {
    /// Makes of a covariance P what it is after a measurement, of which C = P Hᵀ, S = H C + R, and its weight W the inverse of S.
    ///
    /// Joseph's form, (1 − K H) P (1 − K H)ᵀ + K R Kᵀ with K = C W, multiplied out to P − K Cᵀ − (C − K S) Kᵀ: no error of the
    /// gain K, such as that of a W of numbers of very different size, makes the unknowns surer than they are.
    mutating func update(shared: InlineArray<11, Vector3>, spread: Matrix3, weight: Matrix3) {
        let gains = InlineArray<11, Vector3> { weight * shared[$0] }
        for row in 0..<11 {
            let (gain, rest) = (gains[row], shared[row] - spread * gains[row])
            for column in row..<11 {
                let value = self[row][column] - gain.dot(shared[column]) - rest.dot(gains[column])
                self[row][column] = value
                self[column][row] = value
            }
        }
    }

    /// Whether it is one: finite, and positive in every direction to working precision.
    var isPositive: Bool {
        // L D Lᵀ, column by column; D is what each unknown varies by with those before it known.
        var lower = self
        for pivot in 0..<11 {
            let rest = lower[pivot][pivot]
            guard rest > 0, rest.isFinite else { return false }
            for row in (pivot + 1)..<11 {
                let share = lower[row][pivot] / rest
                for column in (pivot + 1)..<(row + 1) { lower[row][column] -= share * lower[column][pivot] }
            }
        }
        return true
    }
}
