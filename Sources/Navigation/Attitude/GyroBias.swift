/// The offset of a gyro: a Kalman filter of three constants that drift slowly.
///
/// At rest the gyro's own reading is the offset. In motion, what the accelerometer has to right in the horizon is the
/// offset's horizontal part, while nothing tells the vertical one, which is only kept from growing (V. Laidig and
/// T. Seel, VQF: highly accurate IMU orientation estimation with bias estimation and magnetic disturbance rejection,
/// Information Fusion 91, 2023, section 3.5).
struct GyroBias: Sendable {
    /// Standard errors, rad/s: of the offset of a gyro that is just switched on; after long rest; in long motion.
    private static let initial = 0.5 * .pi / 180
    private static let atRest = 0.03 * .pi / 180
    private static let inMotion = 0.1 * .pi / 180
    /// Seconds in which a standard error of nothing grows to ``inMotion``: the warming up of a gyro.
    private static let drift = 100.0
    /// How much less the vertical offset is believed in motion than the horizontal one.
    private static let verticalShare = 1e-4

    /// The offset, rad/s in the device frame.
    private(set) var value = Vector3.zero
    private var covariance = Matrix3.diagonal(initial * initial)

    /// The standard error along a direction of length 1 in the device frame, rad/s.
    func uncertainty(along direction: Vector3) -> Double {
        max(0, covariance.quadratic(direction)).squareRoot()
    }

    /// Takes in what a gyro read while its device lay still; the more it changed meanwhile, the less it says.
    mutating func rest(_ reading: RestDetector.Reading) {
        drift(reading.duration)
        let change = reading.change
        let unrest = Vector3(x: change.x * change.x, y: change.y * change.y, z: change.z * change.z)
        update(
            innovation: reading.rate - value,
            direction: .identity,
            variance: Self.settled(Self.atRest, step: reading.duration) + unrest
        )
    }

    /// Takes in the error of the offset as it shows in a horizon that is being righted.
    ///
    /// The error is the offset less what is known of it, rad/s in the level frame; its z is not looked at. The average
    /// is that of the rotation into the level frame over the time in which the error built up, and what is predicted
    /// that of the known offset, turned into the level frame.
    mutating func motion(error: Vector3, average: Matrix3, predicted: Vector3, step: Double) {
        drift(step)
        let expected = average * value
        let innovation = Vector3(
            x: error.x + predicted.x - expected.x,
            y: error.y + predicted.y - expected.y,
            z: -expected.z
        )
        let variance = Self.settled(Self.inMotion, step: step)
        update(
            innovation: innovation,
            direction: average,
            variance: Vector3(x: variance.x, y: variance.y, z: variance.z / Self.verticalShare)
        )
    }

    private mutating func drift(_ step: Double) {
        let growth = Self.inMotion * Self.inMotion * step / Self.drift
        covariance = covariance + .diagonal(growth)
        // Never less sure than when it was switched on.
        let limit = 3 * Self.initial * Self.initial
        if covariance.trace > limit { covariance = (limit / covariance.trace) * covariance }
    }

    /// The variance of a measurement each `step` with which a constant that drifts settles at a standard error.
    private static func settled(_ error: Double, step: Double) -> Vector3 {
        let variance = error * error
        let growth = inMotion * inMotion * step / drift
        let value = variance * variance / growth + variance
        return Vector3(x: value, y: value, z: value)
    }

    private mutating func update(innovation: Vector3, direction: Matrix3, variance: Vector3) {
        let limit = RestDetector.largestBias
        func clipped(_ value: Double) -> Double { min(max(value, -limit), limit) }
        let innovation = Vector3(
            x: clipped(innovation.x),
            y: clipped(innovation.y),
            z: clipped(innovation.z)
        )
        let carried = covariance * direction.transposed
        var spread = direction * carried
        spread.x.x += variance.x
        spread.y.y += variance.y
        spread.z.z += variance.z
        guard let weight = spread.inverse else { return }
        let gain = carried * weight
        let next = value + gain * innovation
        value = Vector3(x: clipped(next.x), y: clipped(next.y), z: clipped(next.z))
        // Joseph's form: no rounding makes it surer than it is.
        let left = Matrix3.identity - gain * direction
        let noise = Matrix3(
            x: Vector3(x: variance.x * gain.x.x, y: variance.y * gain.x.y, z: variance.z * gain.x.z),
            y: Vector3(x: variance.x * gain.y.x, y: variance.y * gain.y.y, z: variance.z * gain.y.z),
            z: Vector3(x: variance.x * gain.z.x, y: variance.y * gain.z.y, z: variance.z * gain.z.z)
        )
        covariance = (left * covariance * left.transposed + noise * gain.transposed).symmetrized
    }
}
