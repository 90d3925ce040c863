internal import Glibc

/// Decides which way something goes or points: by its course over ground or by its compass.
///
/// One of the two is told, never a blend. The course is of use in motion only, the heading needs an undisturbed
/// compass, and neither is used when it is old. Both accuracies are compared at 68 %. What is in use is kept until
/// the other is clearly better, and for some time, so that the source does not change to and fro. A compass that
/// contradicts a good course is bad until it agrees with one again. Where the motion stops, the last good course may be
/// held for a while (``ArbitrationLimits/standstill``).
///
/// What is old is judged by arrivals; times of holding are the measurements' own, so that a recording that is replayed
/// fast gives the same decisions.
public struct CourseHeadingArbiter: Sendable {
    /// The limits that decisions follow.
    public var limits: ArbitrationLimits
    private var course: Course?
    private var heading: Heading?
    private var current: DirectionDecision.Source?
    private var wasCertain = false
    private var switched = -Double.infinity
    private var check = CompassCheck()
    private var lastGood: Held?

    /// Creates an arbiter that has seen nothing.
    public init(limits: ArbitrationLimits = ArbitrationLimits()) {
        self.limits = limits
    }

    /// Takes in the motion that a fix reports; an absent course or speed means that there is no course now.
    /// - Parameters:
    ///   - course: Degrees clockwise from true north.
    ///   - accuracy: Degrees, 68 %; where it is not known, or better than the speed allows, the speed's decides.
    ///   - speed: m/s.
    ///   - speedAccuracy: m/s, 68 %.
    ///   - time: Of the measurement, Unix seconds.
    ///   - arrival: Of the message, seconds of a monotonic clock.
    public mutating func add(
        course: Double?,
        accuracy: Double?,
        speed: Double?,
        speedAccuracy: Double?,
        time: Double,
        arrival: Double
    ) {
        let speed = speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        let course = course.flatMap { $0.isFinite ? Angle.normalized($0) : nil }
        let error = speedAccuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? limits.usualSpeedError
        let reported = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 0
        let sideways = speed.map { $0 > 0 ? Angle.degrees(asin(min(1, error / $0))) : 180 } ?? 180
        self.course = Course(
            direction: course,
            accuracy: min(180, max(reported, sideways)),
            speed: speed,
            time: time,
            arrival: arrival
        )
        compare(at: time, arrival)
        if let course, let speed, speed >= limits.lowestSpeed,
            self.course?.accuracy ?? 180 <= limits.goodCourse
        {
            lastGood = Held(
                course: course,
                accuracy: self.course?.accuracy ?? 180,
                time: time,
                heading: heading?.angle
            )
        }
    }

    /// Takes in a heading; without an angle it means that there is no heading now.
    /// - Parameters:
    ///   - magnetic: Degrees clockwise from magnetic north.
    ///   - true: Degrees clockwise from true north, where that is known.
    ///   - accuracy: Degrees, 95 %; where it is not known, 30.
    ///   - problem: Why there is no heading, in words.
    ///   - isProven: Whether a gyro has shown that the compass turns with the device, so that no magnet on it turns it.
    ///   - time: Of the measurement, Unix seconds.
    ///   - arrival: Of the message, seconds of a monotonic clock.
    public mutating func add(
        magnetic: Double?,
        true: Double?,
        accuracy: Double?,
        problem: String? = nil,
        isProven: Bool = false,
        time: Double,
        arrival: Double
    ) {
        let bound = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 30
        heading = Heading(
            magnetic: magnetic.flatMap { $0.isFinite ? Angle.normalized($0) : nil },
            true: `true`.flatMap { $0.isFinite ? Angle.normalized($0) : nil },
            accuracy: min(180, bound / 1.96),
            problem: problem,
            isProven: isProven,
            time: time,
            arrival: arrival
        )
        compare(at: time, arrival)
    }

    /// Whether the compass contradicts a good course, and has not agreed with one since.
    public var isCompassBad: Bool { check.isBad }

    /// Compares the compass with a good course where the motion is fast.
    private mutating func compare(at time: Double, _ now: Double) {
        // A passenger may point the device anywhere.
        if !limits.pointsAhead, heading?.isProven == true { return check.acquit() }
        guard let course, let heading, let direction = course.direction, let angle = heading.angle,
            course.speed ?? 0 >= CompassCheck.speed, course.accuracy <= limits.goodCourse,
            now - course.arrival <= limits.courseLife, now - heading.arrival <= limits.headingLife
        else { return check.take(nil, at: time) }
        check.take(abs(Angle.turn(from: direction, to: angle)), at: time)
    }

    /// The direction at a moment of the monotonic clock, in seconds.
    public mutating func decide(at now: Double) -> DirectionDecision {
        let courseProblem = problemOfCourse(at: now)
        let headingProblem = problemOfHeading(at: now)
        var decision: DirectionDecision
        switch (courseProblem, headingProblem) {
        case (let why?, let alsoWhy?):
            decision =
                heldCourse(at: now, hasHeading: false)
                ?? bridgedCourse(at: now)
                ?? DirectionDecision(
                    time: newestTime,
                    speed: freshSpeed(at: now),
                    reason: "\(why); \(alsoWhy)"
                )
        case (nil, let why?): decision = byCourse(why)
        case (let why?, nil): decision = heldCourse(at: now, hasHeading: true) ?? byHeading(why, at: now)
        case (nil, nil): decision = comparison(at: now)
        }
        if decision.source != current {
            decision.isSwitch = true
            switched = clock
        }
        current = decision.source
        return decision
    }

    private func problemOfCourse(at now: Double) -> String? {
        guard let course else { return "no fix yet" }
        guard now - course.arrival <= limits.courseLife else { return "the last fix is old" }
        guard let speed = course.speed else { return "the speed is not known" }
        // Never below the lowest speed itself: the hysteresis is above it, while the heading is in use.
        let needed = limits.lowestSpeed * (current == .heading ? 1 + limits.speedHysteresis : 1)
        guard speed >= needed else { return "too slow for a course" }
        guard course.direction != nil else { return "the course is not known" }
        guard course.accuracy <= limits.widestCourse else { return "the course is too uncertain" }
        return nil
    }

    private func problemOfHeading(at now: Double) -> String? {
        guard let heading else { return "no compass yet" }
        guard now - heading.arrival <= limits.headingLife else { return "the last heading is old" }
        guard heading.magnetic != nil || heading.true != nil else {
            return heading.problem.map { "no heading: \($0)" } ?? "no heading"
        }
        if check.isBad { return "the compass contradicts the course" }
        return nil
    }

    private mutating func comparison(at now: Double) -> DirectionDecision {
        guard let course, let heading, let speed = course.speed else {
            return byHeading("the course is not known", at: now)
        }
        let certain = limits.certainSpeed * (wasCertain ? 1 - limits.speedHysteresis : 1)
        wasCertain = speed >= certain && course.accuracy <= limits.goodCourse
        if current == .heading, isHeld { return byHeading("in use since a moment ago", at: now) }
        if wasCertain { return byCourse("fast enough for the course") }
        switch current {
        case nil:
            return course.accuracy <= heading.accuracy
                ? byCourse("more accurate than the heading")
                : byHeading("more accurate than the course", at: now)
        case .course:
            return !isHeld && heading.accuracy < limits.improvement * course.accuracy
                ? byHeading("more accurate than the course", at: now)
                : byCourse("moving, and the heading is not clearly better")
        case .heading:
            return !isHeld && course.accuracy < limits.improvement * heading.accuracy
                ? byCourse("more accurate than the heading")
                : byHeading("the course is not clearly better", at: now)
        }
    }

    private func byCourse(_ why: String) -> DirectionDecision {
        var decision = DirectionDecision(time: course?.time, speed: course?.speed, reason: why)
        decision.direction = course?.direction
        decision.accuracy = course?.accuracy
        decision.source = .course
        decision.reference = .trueNorth
        return decision
    }

    private func byHeading(_ why: String, at now: Double) -> DirectionDecision {
        var decision = DirectionDecision(time: heading?.time, speed: freshSpeed(at: now), reason: why)
        decision.direction = heading?.true ?? heading?.magnetic
        decision.accuracy = heading?.accuracy
        decision.source = .heading
        decision.reference = heading?.true == nil ? .magneticNorth : .trueNorth
        return decision
    }

    /// The newest time that a measurement had.
    private var clock: Double { max(course?.time ?? -.infinity, heading?.time ?? -.infinity) }

    /// Whether the source has changed a moment ago.
    private var isHeld: Bool { (0..<limits.hold).contains(clock - switched) }

    /// The last good course, where the motion has stopped a while ago and the compass has not turned since.
    private func heldCourse(at now: Double, hasHeading: Bool) -> DirectionDecision? {
        guard let course, let lastGood, let speed = course.speed, speed < limits.lowestSpeed,
            now - course.arrival <= limits.courseLife,
            (0...limits.standstill).contains(course.time - lastGood.time), limits.standstill > 0
        else { return nil }
        if hasHeading, let before = lastGood.heading, let angle = heading?.angle,
            abs(Angle.turn(from: before, to: angle)) > CompassCheck.disagreement
        {
            return nil
        }
        return held(lastGood, speed: speed, "standing still: the last course is held")
    }

    /// The last good course, where in motion a fix is too uncertain: for a moment, and no surer than a good one must be.
    private func bridgedCourse(at now: Double) -> DirectionDecision? {
        guard current == .course, let course, let lastGood, let speed = course.speed,
            speed >= limits.lowestSpeed, course.direction != nil,
            now - course.arrival <= limits.courseLife,
            (0...limits.hold).contains(course.time - lastGood.time)
        else { return nil }
        var decision = held(
            lastGood,
            speed: speed,
            "the newest course is too uncertain: the last one is held"
        )
        decision.accuracy = max(lastGood.accuracy, limits.goodCourse)
        return decision
    }

    private func held(_ good: Held, speed: Double, _ why: String) -> DirectionDecision {
        var decision = DirectionDecision(time: good.time, speed: speed, reason: why)
        decision.direction = good.course
        decision.accuracy = good.accuracy
        decision.source = .course
        decision.reference = .trueNorth
        decision.isHeld = true
        return decision
    }

    private func freshSpeed(at now: Double) -> Double? {
        course.flatMap { now - $0.arrival <= limits.courseLife ? $0.speed : nil }
    }

    private var newestTime: Double? {
        guard let course, let heading else { return course?.time ?? heading?.time }
        return course.arrival >= heading.arrival ? course.time : heading.time
    }

    private struct Course: Sendable {
        var direction: Double?
        var accuracy: Double
        var speed: Double?
        var time: Double
        var arrival: Double
    }

    private struct Heading: Sendable {
        var magnetic: Double?
        var `true`: Double?
        var accuracy: Double
        var problem: String?
        var isProven: Bool
        var time: Double
        var arrival: Double

        /// The heading as it is compared with a course.
        var angle: Double? { `true` ?? magnetic }
    }

    /// The course that is held where the motion stops, or while a fix is uncertain.
    private struct Held: Sendable {
        var course: Double
        var accuracy: Double
        var time: Double
        /// What the compass said then, if anything.
        var heading: Double?
    }
}
