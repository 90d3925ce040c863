internal import Binnacle
internal import Navigation

/// The fusion without a bus: messages in, with their source and the time of their arrival; messages out.
///
/// Arrivals are seconds of a monotonic clock, by which it is judged what is old: a recording's own times are past.
struct FusionEngine: Sendable {
    private var parameters: FusionParameters
    var estimator: HeadingEstimator
    var calibration: CalibrationWatch
    private let filter: HeadingFilter
    private var filtered = FilterMemory<Heading>()
    private var smoother: DirectionLowPass
    private var smoothedHeading: SmoothedHeading?
    private var faults = FaultReport()
    private var lastRestarts = 0
    private var restartsTold = -Double.infinity
    private var arbiter: CourseHeadingArbiter
    private var fixes: SourceChooser
    private var fields: SourceChooser
    private var motions: SourceChooser
    private var compasses: SourceChooser
    private var watch: Watch
    private var isLocationEnabled = true
    private var lastHeading: Heading?
    /// The last one of a compass that was taken, as it came.
    private var lastTaken: Heading?
    private var lastNote: String?
    private var hasSaidLevel = false
    private var wasCompassBad = false

    init(
        _ parameters: FusionParameters,
        axis: HeadingAxis = .portrait,
        kept: CalibrationStore = CalibrationStore(),
        model: MagneticModel? = nil,
        start: Double
    ) {
        self.parameters = parameters
        estimator = HeadingEstimator(
            widestAccuracy: parameters.widestAccuracy,
            axis: axis,
            model: model
        )
        calibration = CalibrationWatch(kept)
        filter = HeadingFilter(headingFilter: parameters.headingFilter > 0 ? parameters.headingFilter : nil)
        smoother = DirectionLowPass(timeConstant: parameters.smoothing)
        arbiter = CourseHeadingArbiter(limits: parameters.limits)
        fixes = SourceChooser(
            silence: parameters.silence,
            hold: parameters.hold,
            unit: "m",
            priority: parameters.priority
        )
        fields = SourceChooser(silence: parameters.silence, hold: .infinity)
        motions = SourceChooser(silence: parameters.silence, hold: .infinity)
        compasses = SourceChooser(
            silence: parameters.silence,
            hold: parameters.hold,
            unit: "degrees",
            priority: parameters.priority
        )
        watch = Watch(patience: parameters.patience, start: start)
    }

    /// Takes another profile, and speeds and times in place of its own; everything else stays as it was.
    mutating func change(_ changed: FusionParameters) {
        parameters.profile = changed.profile
        parameters.lowestSpeed = changed.lowestSpeed
        parameters.certainSpeed = changed.certainSpeed
        parameters.directionHold = changed.directionHold
        parameters.standstill = changed.standstill
        arbiter.limits = parameters.limits
    }

    /// A fix of one of the sources.
    ///
    /// A last value says where the device was, for the declination, and no more.
    mutating func add(_ fix: Fix, from source: String, isLastValue: Bool, arrival: Double) -> FusionOutput {
        var output = FusionOutput()
        // What has a source was chosen by another fusion.
        guard fix.source == nil else { return output }
        if isLastValue {
            if fixes.chosen == nil { locate(fix) }
            return output
        }
        switch fixes.add(source, Self.worth(of: fix), at: arrival) {
        case .passed: return output
        case .changed(let why): output.notes.append("fixes: \(why)")
        case .chosen: break
        }
        locate(fix)
        if let speed = fix.speed {
            estimator.add(speed: speed, course: fix.course, accuracy: fix.speedAccuracy, time: fix.time)
        }
        if watch.sawFix(time: fix.time, at: arrival) { output.notes.append("there are fixes again") }
        var chosen = fix
        chosen.source = source
        output.fix = chosen
        arbiter.add(
            course: fix.course,
            accuracy: fix.courseAccuracy,
            speed: fix.speed,
            speedAccuracy: fix.speedAccuracy,
            time: fix.time,
            arrival: arrival
        )
        decide(at: arrival, time: fix.time, &output)
        return output
    }

    /// A sample of the acceleration and the rate of turn.
    mutating func add(_ imu: IMU, from source: String, arrival: Double) -> FusionOutput {
        var output = FusionOutput()
        let verdict = motions.add(source, .init(badness: 1), at: arrival)
        // The inertial sensor that goes with the magnetometer has its frame; without one, any will do.
        if let field = fields.chosen, source != field {
            let age = motions.age(of: field, at: arrival) ?? .infinity
            if age <= parameters.silence || verdict == .passed { return output }
        }
        if case .changed(let why) = verdict { output.notes.append("acceleration: \(why)") }
        estimator.add(
            acceleration: imu.acceleration.map(Vector3.init),
            rotationRate: imu.rotationRate.map(Vector3.init),
            time: imu.time
        )
        return output
    }

    /// A sample of the magnetic field.
    mutating func add(_ sample: MagneticField, from source: String, arrival: Double) -> FusionOutput {
        var output = FusionOutput()
        switch fields.add(source, .init(badness: 1), at: arrival) {
        case .passed: return output
        case .changed(let why):
            output.notes.append("magnetic field: \(why)")
            // Another magnetometer has another hard iron.
            estimator.recalibrate(from: calibration.use(source, &output))
        case .chosen: break
        }
        guard let estimate = estimator.add(field: Vector3(sample.field), time: sample.time) else {
            return output
        }
        if estimate.isLevelAssumed, !hasSaidLevel {
            hasSaidLevel = true
            output.notes.append(
                "no acceleration: the device is taken to lie level, and the accuracy is wider"
            )
        }
        let found = estimator.faults
        // Turning about mends no sensor.
        let canCalibrate = !found.contains { $0.identity.quantity == .magneticField }
        calibration.add(estimator.calibration, mayAsk: canCalibrate, at: arrival, &output)
        report(found, at: arrival, &output)
        tell(
            smoothed(Heading(estimate), of: source),
            // The filters that have an orientation have found the hard iron by turns that the gyro saw.
            isProven: estimate.orientation != nil && estimate.invalidity == nil,
            at: arrival,
            &output
        )
        return output
    }

    /// The heading of a compass that works by itself, used while there is no magnetometer of one's own.
    mutating func add(_ heading: Heading, from source: String, arrival: Double) -> FusionOutput {
        var output = FusionOutput()
        // One with a field is a fusion's.
        guard heading.field == nil, !fields.isAlive(at: arrival) else { return output }
        let isUsable = heading.magneticHeading != nil || heading.trueHeading != nil
        let badness = isUsable ? heading.headingAccuracy ?? 30 : 180
        switch compasses.add(source, .init(badness: badness), at: arrival) {
        case .passed: return output
        case .changed(let why): output.notes.append("compass: \(why)")
        case .chosen: break
        }
        // It came back from another fusion, which may have smoothed it: then it comes again as it did.
        guard lastHeading?.isRepeated(by: heading) != true, lastTaken?.isRepeated(by: heading) != true else {
            return output
        }
        lastTaken = heading
        tell(smoothed(completed(heading), of: source), at: arrival, &output)
        return output
    }

    /// Location services have been switched for all: off, no fix comes any more.
    mutating func setLocation(enabled: Bool) -> FusionOutput {
        var output = FusionOutput()
        if isLocationEnabled, !enabled {
            let what = "location services are switched off, so there are no fixes"
            output.failures.append((.denied, "\(what); 'binnacle location on' switches them on"))
        }
        isLocationEnabled = enabled
        return output
    }

    /// Notices what has not come; to be called some times a second.
    mutating func tick(at now: Double) -> FusionOutput {
        var output = FusionOutput()
        // Why there are none is known and was said.
        if watch.misses(.fix, at: now), isLocationEnabled {
            output.failures.append((.locationUnknown, watch.complaint(.fix)))
        }
        if let time = watch.silentFix(at: now, after: parameters.silence) {
            decide(at: now, time: time, &output)
        }
        if let time = watch.silentHeading(at: now, after: parameters.silence) {
            let estimate = estimator.withoutField(time: time)
            tell(Heading(estimate), at: now, &output)
        }
        if watch.misses(.heading, at: now) {
            output.failures.append((.headingFailure, watch.complaint(.heading)))
        }
        return output
    }

    /// Whether there are fixes, by the last ``tick(at:)``.
    var isLocated: Bool { !watch.isMissing(.fix) }

    private mutating func locate(_ fix: Fix) {
        estimator.add(
            latitude: fix.latitude,
            longitude: fix.longitude,
            altitude: fix.ellipsoidalAltitude ?? fix.altitude,
            time: fix.time
        )
    }

    /// Publishes a heading, and the direction that follows.
    private mutating func tell(
        _ heading: Heading,
        isProven: Bool = false,
        at arrival: Double,
        _ output: inout FusionOutput
    ) {
        lastHeading = heading
        arbiter.add(
            magnetic: heading.magneticHeading,
            true: heading.trueHeading,
            accuracy: heading.headingAccuracy,
            problem: heading.invalid?.rawValue,
            isProven: isProven,
            time: heading.time,
            arrival: arrival
        )
        let heading = arbiter.isCompassBad ? heading.contradicted : heading
        let isValid = heading.invalid == nil && (heading.magneticHeading ?? heading.trueHeading) != nil
        if watch.sawHeading(isValid: isValid, why: heading.invalid?.rawValue, time: heading.time, at: arrival)
        {
            output.notes.append("there is a heading again")
        }
        // What is invalid has another reason.
        if heading.invalid == nil {
            if let note = heading.note, note != lastNote { output.notes.append("no true heading: \(note)") }
            lastNote = heading.note
        }
        if filter.passes(heading, after: &filtered) { output.heading = heading }
        decide(at: arrival, time: heading.time, &output)
    }

    /// Says what is wrong with a sensor, once, and that the clock of the samples has jumped, once a minute at most.
    private mutating func report(_ found: [SensorFault], at now: Double, _ output: inout FusionOutput) {
        let (news, areSoundAgain) = faults.take(found, at: now)
        output.failures += news.map { (.headingFailure, $0.description) }
        if areSoundAgain { output.notes.append("the sensors are sound again") }
        if estimator.restarts != lastRestarts, now - restartsTold >= 60 {
            output.notes.append("a gap or a jump in the times of the samples: the filters start anew")
            restartsTold = now
        }
        lastRestarts = estimator.restarts
    }

    /// A heading with its low-pass, on the circle; what another source said before does not count.
    private mutating func smoothed(_ heading: Heading, of source: String) -> Heading {
        guard parameters.smoothing > 0 else { return heading }
        let (magnetic, geographic) = (heading.magneticHeading, heading.trueHeading)
        // The declination moves the true heading at once.
        let base = SmoothedHeading(source: source, isMagnetic: magnetic != nil)
        if base != smoothedHeading { smoother.reset() }
        smoothedHeading = base
        guard let direction = magnetic ?? geographic else {
            smoother.reset()
            return heading
        }
        guard let smooth = smoother.add(direction, at: heading.time) else { return heading }
        let turn = Angle.turn(from: direction, to: smooth)
        var heading = heading
        heading.magneticHeading = magnetic.map { Angle.normalized($0 + turn) }
        heading.trueHeading = geographic.map { Angle.normalized($0 + turn) }
        return heading
    }

    /// A compass's heading with what the declination of the place adds to it.
    private func completed(_ heading: Heading) -> Heading {
        var heading = heading
        guard let declination = estimator.declination else {
            heading.note = heading.trueHeading == nil ? estimator.declinationProblem : nil
            return heading
        }
        heading.declination = declination
        if let magnetic = heading.magneticHeading {
            heading.trueHeading = Angle.normalized(magnetic + declination)
        } else if let geographic = heading.trueHeading {
            heading.magneticHeading = Angle.normalized(geographic - declination)
        }
        return heading
    }

    /// Decides for course or heading, and notes when that is another than before.
    private mutating func decide(at now: Double, time: Double, _ output: inout FusionOutput) {
        if arbiter.isCompassBad != wasCompassBad {
            wasCompassBad.toggle()
            output.notes.append(
                wasCompassBad
                    ? "the compass contradicts the course: it is not used"
                    : "the compass agrees with the course again"
            )
        }
        let decision = arbiter.decide(at: now)
        output.direction = Direction(decision, time: time)
        guard decision.isSwitch else { return }
        let source =
            switch decision.source {
            case .course?: "the course"
            case .heading?: "the heading"
            case nil: "none"
            }
        output.notes.append("direction: \(source) now, \(decision.reason)")
    }

    /// How fixes are compared: by metres, which grow by the speed while the next fix is overdue.
    private static func worth(of fix: Fix) -> SourceChooser.Offer {
        // No place that anyone has been in is as good as one.
        let penalty = fix.technology == .simulated ? 1e6 : 0
        return SourceChooser.Offer(badness: metres(of: fix) + penalty, worsening: fix.speed ?? 0)
    }

    /// The accuracy of a fix; of one that does not say, what its technology usually reaches.
    private static func metres(of fix: Fix) -> Double {
        if let accuracy = fix.horizontalAccuracy { return accuracy }
        switch fix.technology {
        case .wifi: return 40
        case .cell: return 1000
        case .deadReckoning: return 100
        case .gnss, .simulated, nil: return (fix.hdop ?? 2) * 5
        }
    }
}

/// What the low-pass of headings follows.
private struct SmoothedHeading: Hashable, Sendable {
    let source: String
    let isMagnetic: Bool
}
