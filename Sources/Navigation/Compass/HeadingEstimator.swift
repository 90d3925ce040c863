internal import Glibc

/// Turns samples of a magnetometer and an inertial sensor into headings, and learns the hard iron on the way.
///
/// Times are those of the measurements, in Unix seconds, and may lie in the past. A jump back by more than a second
/// or a gap of more than two starts the filters anew and keeps what was learnt of the hard iron. Numbers that no
/// sensor can mean are passed over and counted.
///
/// A heading is valid while its 95 % bound is at most ``widestAccuracy``, calibrated or not: the bound is made up of
/// the hard iron's uncertainty across the heading, of how far strength and dip are from the magnetic model's, of the
/// accelerometer's unrest, and of the model's own error.
public struct HeadingEstimator: Sendable {
    /// The widest 95 % bound in degrees of a heading that counts as valid.
    public let widestAccuracy: Double
    /// How many samples and fixes were passed over.
    public private(set) var ignored = 0
    /// What is known of the hard iron.
    public private(set) var calibration = HardIronCalibration()

    private var gravity = GravityFilter()
    private var rotations = RotationTracker()
    private var reference: HeadingReference?
    private var smoothed: Vector3?
    /// The mean square of what smoothing takes off the field, µT².
    private var restlessness = 0.0
    private var fieldTime: Double?
    private var inertialTime: Double?
    private var gravityTime = -Double.infinity
    private var chooser = IronChooser()

    private static let longestGap = GravityFilter.longestGap
    /// A step back in time up to this many seconds is a late sample, above it a new beginning.
    private static let longestDelay = 1.0
    /// Seconds in which the field's low-pass follows a step to 63 %: as long as the gravity's, so that both are
    /// of the same moment.
    private static let timeConstant = 0.5

    /// Creates an estimator that knows nothing yet.
    public init(widestAccuracy: Double = 60) {
        self.widestAccuracy = widestAccuracy
    }

    /// From true to magnetic north at the newest fix, degrees, positive to the east; absent where it cannot be told.
    public var declination: Double? {
        reference.flatMap { $0.problem == nil ? $0.field.declination : nil }
    }

    /// Why there is no ``declination``, in words; absent when there is one.
    public var declinationProblem: String? {
        guard let reference else { return "no fix yet: the declination of the place is not known" }
        return reference.problem
    }

    /// Takes in a sample of an inertial sensor in the device frame; either part may be absent.
    /// - Parameters:
    ///   - acceleration: The specific force, m/s²: at rest +g on the axis that points up.
    ///   - rotationRate: The rate of turn, rad/s, right-handed.
    ///   - time: Unix seconds.
    public mutating func add(acceleration: Vector3?, rotationRate: Vector3?, time: Double) {
        let isSound =
            time.isFinite && (acceleration.map { $0.isFinite && $0.length < 500 } ?? true)
            && (rotationRate.map { $0.isFinite && $0.length < 100 } ?? true)
        guard isSound, accept(time, after: inertialTime) else {
            ignored += 1
            return
        }
        inertialTime = time
        if let rotationRate { rotations.add(rotationRate, at: time) }
        // In free fall nothing points up.
        if let acceleration, acceleration.length > 1 {
            let rotation = rotations.takeSinceAcceleration()
            gravity.add(acceleration, at: time, rotation: rotation?.matrix)
            gravityTime = time
        }
    }

    /// Takes in where the device is.
    /// - Parameters:
    ///   - latitude: Degrees, in [-90, 90].
    ///   - longitude: Degrees.
    ///   - altitude: Metres above the ellipsoid or, nearly the same here, above the sea; 0 if not known.
    ///   - time: Unix seconds; the magnetic model is evaluated for it.
    public mutating func add(latitude: Double, longitude: Double, altitude: Double?, time: Double) {
        let isSound =
            Coordinate(latitude: latitude, longitude: longitude).isValid
            && !MagneticModel.decimalYear(unixSeconds: time).isNaN
        guard isSound else {
            ignored += 1
            return
        }
        let height = altitude.flatMap { abs($0) < 1e6 ? $0 : nil } ?? 0
        reference = HeadingReference(latitude: latitude, longitude: longitude, altitude: height, time: time)
    }

    /// Takes in a sample of the magnetometer, µT in the device frame, and tells the heading.
    ///
    /// `nil` for a sample that was passed over: not finite, zero, stronger than 2000 µT, or older than the last one.
    public mutating func add(field: Vector3, time: Double) -> HeadingEstimate? {
        guard time.isFinite, field.isFinite, field.length > 0, field.length < 2000,
            accept(time, after: fieldTime)
        else {
            ignored += 1
            return nil
        }
        let step = fieldTime.map { time - $0 } ?? 0
        fieldTime = time
        let isGravityFresh = abs(time - gravityTime) <= Self.longestGap
        let acceleration = isGravityFresh ? gravity.acceleration : nil
        let upError = acceleration == nil ? Self.levelError : gravity.uncertainty
        calibration.add(
            field,
            up: acceleration?.unit,
            upUncertainty: upError,
            motion: (rotations.takeSinceField(until: time), rotations.rate?.length ?? 0),
            expected: reference.map { ExpectedField($0.field) } ?? .anywhere,
            time: time,
            step: step
        )
        let smooth = smooth(field, step: step)
        smoothed = smooth
        let residue = field - smooth
        restlessness -= expm1(-step) * (residue.dot(residue) - restlessness)
        return estimate(
            smooth,
            acceleration: acceleration,
            upError: upError,
            time: time,
            step: step
        )
    }

    /// What is to be told while no sample of the field comes in.
    public func withoutField(time: Double) -> HeadingEstimate {
        var estimate = HeadingEstimate(time: time)
        estimate.invalidity = .noField
        return estimate
    }

    /// The standard error of up, radians, where a device is taken to lie level: as it does in a hand or on a dashboard.
    private static let levelError = 0.15

    /// Whether a sample is newer than the last of its kind; a jump starts the filters anew.
    private mutating func accept(_ time: Double, after last: Double?) -> Bool {
        guard let last else { return true }
        let step = time - last
        if step < -Self.longestDelay || step > Self.longestGap {
            restart()
            return true
        }
        return step > 0
    }

    private mutating func restart() {
        gravity.reset()
        rotations.reset()
        chooser.reset()
        smoothed = nil
        restlessness = 0
        fieldTime = nil
        inertialTime = nil
        gravityTime = -.infinity
    }

    /// The field with less noise: by the calibration's filter where the turn is known, else by a low-pass.
    private func smooth(_ field: Vector3, step: Double) -> Vector3 {
        if let filtered = calibration.smoothed { return filtered }
        guard let smoothed else { return field }
        return smoothed - expm1(-step / Self.timeConstant) * (field - smoothed)
    }

    private mutating func estimate(
        _ field: Vector3,
        acceleration: Vector3?,
        upError: Double,
        time: Double,
        step: Double
    ) -> HeadingEstimate {
        var estimate = HeadingEstimate(time: time)
        estimate.isLevelAssumed = acceleration == nil
        let up = acceleration ?? Vector3(x: 0, y: 0, z: 1)
        let choice = chooser.choose(
            field,
            // What a low-pass takes off is noise, or a turn that it lags behind.
            noise: max(0.3, restlessness.squareRoot()),
            up: up,
            upError: upError,
            estimates: calibration.estimates,
            expected: reference.map { ExpectedField($0.field) },
            step: step
        )
        let corrected = field - choice.offset
        estimate.field = corrected
        estimate.fieldStrength = corrected.length
        estimate.declination = declination
        estimate.note = declinationProblem
        guard let compass = TiltCompass(field: corrected, acceleration: up) else {
            estimate.invalidity = .uncalibrated
            return estimate
        }
        estimate.dip = compass.dip
        if compass.isTilted {
            estimate.invalidity = .tilted
            return estimate
        }
        var accuracy = choice.bound
        if estimate.declination != nil, let reference {
            accuracy = hypot(accuracy, 1.96 * reference.field.declinationUncertainty)
        }
        guard let heading = compass.magneticHeading, accuracy <= widestAccuracy else {
            estimate.invalidity = choice.isCalibrated ? .interference : .uncalibrated
            return estimate
        }
        estimate.magneticHeading = heading
        estimate.accuracy = accuracy
        estimate.trueHeading = estimate.declination.map { Angle.normalized(heading + $0) }
        return estimate
    }
}
