/// A gyro-aided linear Kalman filter of the earth's field and the hard iron, both in the device frame.
///
/// The magnetometer reads z = m + b. When the device turns, the field m turns with exp(−[ω]dt) and the hard iron b
/// does not: so that any turn tells them apart. The covariance is kept in 3×3 blocks [A C; Cᵀ B]. Constants are
/// standard errors of ordinary parts: a magnetometer's noise of 0.5 µT, a rate's scale of 3 %.
struct FieldKalmanFilter: Sendable {
    /// What is assumed of the hard iron before anything is known, µT an axis.
    private static let openIron = 60.0
    /// The field's own change as the device moves about, µT for the root of a second.
    private static let fieldWander = 0.5
    private static let ironWander = 0.02
    private static let noise = 0.5
    /// The share of a turn that the rates miss, and rad/s of their offset.
    private static let scaleError = 0.03
    private static let rateError = 0.01
    /// Seconds that a sample of the field may be late against the rates.
    private static let delay = 0.02
    /// The squared distance of a sample from its prediction, in standard errors, that counts as a jump (three
    /// degrees of freedom: one in 10⁵ by chance), and for how long it may last until all is open again.
    private static let jump = 25.0
    private static let longestJump = 0.5

    /// The field, µT in the device frame.
    private(set) var field = Vector3.zero
    /// The hard iron, µT in the device frame.
    private(set) var iron = Vector3.zero
    private(set) var fieldCovariance = Matrix3.zero
    private(set) var ironCovariance = Matrix3.zero
    private var crossCovariance = Matrix3.zero
    private var isStarted = false
    private var jumpDuration = 0.0

    /// Takes in a sample of the field.
    /// - Parameters:
    ///   - sample: What the magnetometer reads, µT in the device frame.
    ///   - rotation: How the device turned since the last one; `nil` if that is not known.
    ///   - rate: The rate of turn now, rad/s.
    ///   - step: Seconds since the last sample.
    mutating func add(_ sample: Vector3, rotation: FrameRotation?, rate: Double, step: Double) {
        guard isStarted, let rotation else {
            start(sample)
            return
        }
        predict(rotation, step: step)
        update(sample, rate: rate, step: step)
    }

    /// The hard iron stays as well known as it is; of the field, nothing is but what the sample says.
    private mutating func start(_ sample: Vector3) {
        if !isStarted { ironCovariance = .diagonal(Self.openIron * Self.openIron) }
        isStarted = true
        field = sample - iron
        fieldCovariance = ironCovariance + .diagonal(Self.noise * Self.noise)
        crossCovariance = -1 * ironCovariance
        jumpDuration = 0
    }

    private mutating func predict(_ rotation: FrameRotation, step: Double) {
        let turn = rotation.matrix
        field = turn * field
        fieldCovariance = turn * fieldCovariance * turn.transposed
        crossCovariance = turn * crossCovariance
        let strength = field.dot(field)
        let turnVariance =
            rotation.variance + Self.scaleError * Self.scaleError * rotation.angle
            + Self.rateError * Self.rateError * step
        fieldCovariance =
            fieldCovariance
            + .diagonal(strength * turnVariance + Self.fieldWander * Self.fieldWander * step)
        ironCovariance = ironCovariance + .diagonal(Self.ironWander * Self.ironWander * step)
    }

    private mutating func update(_ sample: Vector3, rate: Double, step: Double) {
        let late = field.length * rate * Self.delay
        let noise = Matrix3.diagonal(Self.noise * Self.noise + late * late)
        let fieldGain = fieldCovariance + crossCovariance
        let ironGain = crossCovariance.transposed + ironCovariance
        guard let weight = (fieldGain + ironGain + noise).inverse else { return }
        let innovation = sample - field - iron
        if innovation.dot(weight * innovation) > Self.jump {
            jumpDuration += step
            guard jumpDuration > Self.longestJump else { return }
            ironCovariance = ironCovariance + .diagonal(Self.openIron * Self.openIron / 4)
            start(sample)
            return
        }
        jumpDuration = 0
        field = field + fieldGain * (weight * innovation)
        iron = iron + ironGain * (weight * innovation)
        // P − K H P, with H P = [A + Cᵀ, C + B].
        let (towardsField, towardsIron) = (fieldGain.transposed, ironGain.transposed)
        fieldCovariance = (fieldCovariance - fieldGain * weight * towardsField).symmetrized
        crossCovariance = crossCovariance - fieldGain * weight * towardsIron
        ironCovariance = (ironCovariance - ironGain * weight * towardsIron).symmetrized
    }
}
