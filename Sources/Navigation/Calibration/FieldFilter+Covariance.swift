extension InlineArray where Element == FieldFilter.Row, count == 11 {
    /// What a measurement H x of the unknowns x is of: the field and its deviation, the hard iron, and the delay.
    struct Measurement: Sendable {
        /// What turns and bends a field of the level frame.
        var back: Matrix3
        /// What a second of delay makes of it.
        var late: Vector3
        /// The variance of each of its axes.
        var noise: Double

        /// H times a row of the covariance.
        func of(_ row: FieldFilter.Row) -> Vector3 {
            back * (row.block(0) + row.block(3)) + row.block(6) + row[9] * late
        }
    }

    /// Makes of a covariance P what it is after a measurement, of which C = P Hᵀ and its weight W, the inverse of H C + R.
    ///
    /// Joseph's form, (1 − K H) P (1 − K H)ᵀ + K R Kᵀ with K = C W: no error of the gain K, nor of rounding in W, makes the
    /// unknowns surer than they are.
    mutating func update(_ measurement: Measurement, shared: InlineArray<11, Vector3>, weight: Matrix3) {
        let gains = InlineArray<11, Vector3> { weight * shared[$0] }
        for row in 0..<11 {
            let gain = gains[row]
            var left = self[row]
            for column in 0..<11 { left[column] -= gain.dot(shared[column]) }
            let open = measurement.noise * gain - measurement.of(left)
            for column in row..<11 { left[column] += open.dot(gains[column]) }
            self[row] = left
        }
        for row in 0..<11 {
            for column in 0..<row { self[row][column] = self[column][row] }
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
