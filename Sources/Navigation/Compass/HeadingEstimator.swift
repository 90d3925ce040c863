internal import Glibc

/// Turns samples of a magnetometer and an inertial sensor into headings, and learns the hard iron on the way.
///
/// Times are those of the measurements, in Unix seconds, and may lie in the past. A jump back by more than a second
/// or a gap of more than two starts the filters anew and keeps what was learnt of the hard iron. Numbers that no
/// sensor can mean are passed over and counted, and sensors that are at fault are told in ``faults``.
///
/// With a gyro the heading comes from ``FieldFilter`` once turns have told the hard iron; until then, and without a
/// gyro, from the field, the accelerometer's up, and the better one of a sphere and no hard iron at all. A heading is
/// valid while its 95 % bound is at most ``widestAccuracy``: the bound is made up of the filter's own uncertainty, of
/// how far strength and dip are from the magnetic model's, of the deviation of the place, of up, and of the model.
public struct HeadingEstimator: Sendable {
    /// The widest 95 % bound in degrees of a heading that counts as valid.
    public let widestAccuracy: Double
    /// The axis of the device that headings are told of.
    public let axis: HeadingAxis
    /// How many samples and fixes were passed over.
    public private(set) var ignored = 0
    /// How often the filters started anew because the samples' clock jumped, or for a gap between them.
    public private(set) var restarts = 0
    /// What is known of the iron.
    public private(set) var calibration: HardIronCalibration
    /// What is wrong with the sensors; empty while nothing is.
    public var faults: [SensorFault] {
        [fieldHealth.fault ?? doubt, accelerationHealth.fault, rateHealth.fault].compactMap { $0 }
    }
    /// A field that is too strong for the earth's, as that of milligauss is, and that no iron which is known explains.
    var doubt: SensorFault? {
        guard let doubt = fieldHealth.doubt else { return nil }
        let isExplained =
            calibration.filter.map { $0.field.length < Self.strongestField }
            ?? (calibration.best?.isCalibrated == true)
        return isExplained ? nil : doubt
    }

    private let model: MagneticModel?
    private var attitude = AttitudeFilter()
    private var gravity = GravityFilter()
    private var reference: HeadingReference?
    /// Which of the places that the device has been to it is in.
    private var places = PlaceCounter()
    /// When it has last moved faster than on foot, and faster than a bicycle.
    private var carriedTime = -Double.infinity
    private var fastTime = -Double.infinity
    private var smoothed: Vector3?
    /// The mean square of what smoothing takes off the field, µT².
    private var restlessness = 0.0
    private var fieldTime: Double?
    private var inertialTime: Double?
    private var gravityTime = -Double.infinity
    private var effort = 0.0
    private var unseen = 0.0
    /// The gyro's offset at the last sample of the field, rad/s.
    private var offset = Vector3.zero
    private var chooser = IronChooser()
    private var fieldHealth = SensorHealth(.magneticField)
    private var accelerationHealth = SensorHealth(.acceleration)
    private var rateHealth = SensorHealth(.rotationRate)

    /// Twice the earth's strongest field, µT.
    private static let strongestField = 134.0
    private static let longestGap = GravityFilter.longestGap
    /// A step back in time up to this many seconds is a late sample, above it a new beginning.
    private static let longestDelay = 1.0
    /// Seconds in which the field's low-pass follows a step to 63 %: as long as the gravity's, so that both are
    /// of the same moment.
    private static let timeConstant = 0.5
    /// The standard error of up, radians, where a device is taken to lie level: as it does in a hand or on a dashboard.
    private static let levelError = 0.15

    /// The standard error of a speed that comes with none, and that up to which who has no course stands, m/s.
    private static let speedError = 0.3
    private static let slowest = 1.0
    /// Metres per second from which on it is a car, a train or a motor boat, which no bicycle reaches in a city.
    private static let vehicleSpeed = 12.0
    /// Seconds for which who has moved fast is taken to be in a vehicle yet: those of a jam.
    private static let vehicleTime = 600.0

    /// Creates an estimator that knows nothing but, maybe, the hard iron of a run before.
    /// - Parameters:
    ///   - widestAccuracy: Degrees; see the property.
    ///   - axis: Of the device.
    ///   - iron: The hard iron of a run before, µT in the device frame.
    ///   - model: A release of the magnetic model that goes before the built-in ones, in its years.
    public init(
        widestAccuracy: Double = 60,
        axis: HeadingAxis = .portrait,
        iron: Vector3 = .zero,
        model: MagneticModel? = nil
    ) {
        self.widestAccuracy = widestAccuracy
        self.axis = axis
        self.model = model
        calibration = HardIronCalibration(reference: iron)
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

    /// Starts the calibration anew, from a hard iron that is held to be likely, or from an earlier calibration.
    public mutating func recalibrate(from calibration: HardIronCalibration = HardIronCalibration()) {
        self.calibration = calibration
        self.calibration.restart()
        chooser.reset()
        smoothed = nil
    }

    /// Takes in a sample of an inertial sensor in the device frame; either part may be absent.
    /// - Parameters:
    ///   - acceleration: The specific force, m/s²: at rest +g on the axis that points up.
    ///   - rotationRate: The rate of turn, rad/s, right-handed.
    ///   - time: Unix seconds.
    public mutating func add(acceleration: Vector3?, rotationRate: Vector3?, time: Double) {
        let isNumber =
            time.isFinite && acceleration?.isFinite ?? true && rotationRate?.isFinite ?? true
        guard isNumber, accept(time, after: inertialTime) else {
            ignored += 1
            return
        }
        inertialTime = time
        if let rotationRate { rateHealth.add(rotationRate, at: time) }
        if let acceleration { accelerationHealth.add(acceleration, at: time) }
        guard acceleration?.length ?? 0 < 500, rotationRate?.length ?? 0 < 100 else {
            ignored += 1
            return
        }
        if let rotationRate, rateHealth.fault == nil { add(rate: rotationRate, time: time) }
        // In free fall nothing points up.
        if let acceleration, acceleration.length > 1 {
            guard accelerationHealth.fault == nil else { return }
            gravity.add(acceleration, at: time)
            attitude.add(acceleration: acceleration, at: time)
            gravityTime = time
        }
    }

    private mutating func add(rate: Vector3, time: Double) {
        let wasSparse = attitude.isSparse
        guard !attitude.add(rate: rate, at: time) else { return }
        calibration.restart()
        // Nor can the fields before a hole be turned to where the device is now.
        if !wasSparse { smoothed = nil }
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
        places.add(latitude: latitude, longitude: longitude)
        let height = altitude.flatMap { abs($0) < 1e6 ? $0 : nil } ?? 0
        reference = HeadingReference(
            latitude: latitude,
            longitude: longitude,
            altitude: height,
            time: time,
            model: model
        )
        // Where the earth's field is weak, the iron of a phone alone is as strong as three times that.
        if let field = reference?.field { fieldHealth.strongest = max(120, 3 * field.total / 1000) }
    }

    /// Takes in how the device moves over ground, as its fixes tell, so that its accelerations do not pass for the vertical.
    /// - Parameters:
    ///   - speed: Metres per second.
    ///   - course: Degrees clockwise from true north; absent while standing.
    ///   - accuracy: The standard error of the speed, metres per second; absent where unknown.
    ///   - time: Of the measurement, Unix seconds, on the clock of the inertial sensor; it may come later by up to 4 s.
    public mutating func add(speed: Double, course: Double?, accuracy: Double?, time: Double) {
        guard time.isFinite, (0..<1000).contains(speed), course?.isFinite ?? true else {
            ignored += 1
            return
        }
        if speed >= MotionAcceleration.fast { carriedTime = max(carriedTime, time) }
        if speed >= Self.vehicleSpeed { fastTime = max(fastTime, time) }
        let error = accuracy.flatMap { (0...100).contains($0) ? $0 : nil } ?? Self.speedError
        if let course {
            let angle = Angle.radians(course)
            attitude.add(
                TrackedVelocity(time: time, east: speed * sin(angle), north: speed * cos(angle), error: error)
            )
        } else if speed < Self.slowest {
            attitude.add(TrackedVelocity(time: time, east: 0, north: 0, error: hypot(error, speed)))
        }
    }

    /// Takes in a sample of the magnetometer, µT in the device frame, and tells the heading.
    ///
    /// `nil` for a sample that was passed over: not finite, zero, stronger than 2000 µT, or older than the last one.
    public mutating func add(field: Vector3, time: Double) -> HeadingEstimate? {
        guard time.isFinite, field.isFinite, accept(time, after: fieldTime) else {
            ignored += 1
            return nil
        }
        fieldHealth.add(field, at: time)
        if let fault = fieldHealth.fault {
            fieldTime = time
            var estimate = withoutField(time: time)
            estimate.note = fault.description
            return estimate
        }
        guard field.length > 0, field.length < 2000 else {
            ignored += 1
            return nil
        }
        let step = fieldTime.map { time - $0 } ?? 0
        fieldTime = time
        let motion = motion(at: time)
        let up = up(at: time, motion: motion)
        calibration.add(
            field,
            up: up,
            motion: motion,
            expected: reference.map { ExpectedField($0.field) } ?? .anywhere,
            time: time,
            step: step
        )
        smooth(field, motion: motion, step: step)
        if let motion, let filter = calibration.filter {
            return estimate(filter, motion: motion, time: time)
        }
        return estimate(smoothed ?? field, up: up, time: time, step: step)
    }

    /// What is to be told while no sample of the field comes in.
    public func withoutField(time: Double) -> HeadingEstimate {
        var estimate = HeadingEstimate(time: time)
        estimate.invalidity = .noField
        return estimate
    }

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
        restarts += 1
        attitude.restart()
        gravity.reset()
        calibration.restart()
        chooser.reset()
        smoothed = nil
        restlessness = 0
        fieldTime = nil
        (carriedTime, fastTime) = (-.infinity, -.infinity)
        inertialTime = nil
        gravityTime = -.infinity
    }

    /// How the device lies and turns; `nil` where there is no gyro, or no horizon for it.
    private mutating func motion(at time: Double) -> FieldFilter.Motion? {
        // Of a gyro that is asked once a second nobody knows how it turned meanwhile.
        guard let rate = attitude.rate, !attitude.isSparse, attitude.isLevelled,
            abs(time - attitude.time) <= AttitudeFilter.longestStep, rateHealth.fault == nil
        else { return nil }
        let spent = attitude.effort - effort
        effort = attitude.effort
        let unseen = attitude.unseen - self.unseen
        self.unseen = attitude.unseen
        let orientation = attitude.orientation(at: time)
        let up = orientation.matrix.z
        let change = (attitude.bias.value - offset).dot(up)
        offset = attitude.bias.value
        return .init(
            orientation: orientation,
            rate: rate,
            effort: spent,
            upError: attitude.swayUncertainty,
            unseen: unseen,
            turnError: attitude.turnError(at: time),
            offset: change,
            offsetError: attitude.bias.uncertainty(along: up),
            place: places.count,
            isCarried: time - carriedTime < Self.vehicleTime,
            isInVehicle: time - fastTime < Self.vehicleTime
        )
    }

    private func up(
        at time: Double,
        motion: FieldFilter.Motion?
    ) -> (direction: Vector3, error: Double)? {
        guard abs(time - gravityTime) <= Self.longestGap, accelerationHealth.fault == nil else { return nil }
        if let motion { return (motion.orientation.matrix.z, attitude.uncertainty) }
        return gravity.acceleration?.unit.map { ($0, gravity.uncertainty) }
    }

    /// A low-pass of the field, for who has no filter; carried along by the turn where that is known.
    private mutating func smooth(_ field: Vector3, motion: FieldFilter.Motion?, step: Double) {
        guard let last = smoothed else {
            smoothed = field
            return
        }
        let carried = motion.map { Matrix3.rotation((-step) * $0.rate) * last } ?? last
        let next = carried - expm1(-step / Self.timeConstant) * (field - carried)
        smoothed = next
        let residue = field - next
        restlessness -= expm1(-step) * (residue.dot(residue) - restlessness)
    }

    private func begin(_ time: Double) -> HeadingEstimate {
        var estimate = HeadingEstimate(time: time)
        estimate.declination = declination
        estimate.note = declinationProblem
        return estimate
    }

    /// What the filters of a device with a gyro say.
    private func estimate(
        _ filter: FieldFilter,
        motion: FieldFilter.Motion,
        time: Double
    ) -> HeadingEstimate {
        var estimate = begin(time)
        let orientation = motion.orientation
        let level = orientation.matrix
        let earth = level.transposed * filter.field
        let north = atan2(filter.field.x, filter.field.y)
        estimate.orientation = Quaternion(rotation: Vector3(x: 0, y: 0, z: north)) * orientation
        estimate.field = earth
        estimate.fieldStrength = earth.length
        let bound = HeadingBound(
            filter,
            upError: attitude.steadyUncertainty,
            neglected: calibration.neglectedError,
            expected: reference.map { ExpectedField($0.field) }
        )
        guard let compass = TiltCompass(field: earth, acceleration: level.z, axis: axis) else {
            estimate.invalidity = .uncalibrated
            return estimate
        }
        let swing = Angle.degrees(axis.swing(up: level.z, upError: 1.96 * attitude.uncertainty))
        let turned = 1.96 * Angle.degrees(motion.turnError)
        let whole = hypot(hypot(bound.degrees, swing), turned)
        conclude(&estimate, compass, bound: min(180, whole), isCalibrated: true)
        return estimate
    }

    /// What field and up of a moment say, with what is known of the hard iron so far.
    private mutating func estimate(
        _ field: Vector3,
        up: (direction: Vector3, error: Double)?,
        time: Double,
        step: Double
    ) -> HeadingEstimate {
        var estimate = begin(time)
        estimate.isLevelAssumed = up == nil
        let direction = up?.direction ?? Vector3(x: 0, y: 0, z: 1)
        let (estimates, guess) = (calibration.estimates, calibration.reference)
        let straight = calibration.softIron.straight
        let best = estimates.min { $0.uncertainty < $1.uncertainty }
        let neglected = calibration.neglected(in: field - (best?.offset ?? guess))
        let choice = chooser.choose(
            field,
            // What a low-pass takes off is noise, or a turn that it lags behind.
            noise: max(0.3, restlessness.squareRoot()),
            up: direction,
            upError: up?.error ?? Self.levelError,
            estimates: estimates,
            guess: guess,
            straight: straight,
            neglected: neglected,
            expected: reference.map { ExpectedField($0.field) },
            step: step
        )
        estimate.field = choice.field
        estimate.fieldStrength = choice.field.length
        guard let compass = TiltCompass(field: choice.field, acceleration: direction, axis: axis) else {
            estimate.invalidity = .uncalibrated
            return estimate
        }
        conclude(&estimate, compass, bound: choice.bound, isCalibrated: choice.isCalibrated)
        return estimate
    }

    private func conclude(
        _ estimate: inout HeadingEstimate,
        _ compass: TiltCompass,
        bound: Double,
        isCalibrated: Bool
    ) {
        estimate.dip = compass.dip
        guard let heading = compass.magneticHeading else {
            estimate.invalidity = .tilted
            return
        }
        var accuracy = bound
        if estimate.declination != nil, let reference {
            accuracy = hypot(accuracy, 1.96 * reference.field.declinationUncertainty)
        }
        guard accuracy <= widestAccuracy else {
            estimate.invalidity = isCalibrated ? .interference : .uncalibrated
            return
        }
        estimate.magneticHeading = heading
        estimate.accuracy = accuracy
        estimate.trueHeading = estimate.declination.map { Angle.normalized(heading + $0) }
    }
}
