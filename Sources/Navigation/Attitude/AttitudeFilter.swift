internal import Glibc

/// How a device lies, from gyro and accelerometer: its rotation into a level frame that does not turn with it.
///
/// The rate of turn, less its offset, carries the device frame into a frame that all but stands still; there the
/// specific force is low-passed, so that accelerations of motion cancel out, and what is left is righted to the
/// vertical (V. Laidig and T. Seel, Information Fusion 91, 2023, section 3). The level frame's z axis is up; which way
/// its y axis points is arbitrary and drifts by what the gyro gets wrong. The magnetometer has no part in this.
struct AttitudeFilter: Sendable {
    /// Seconds of the specific force's low-pass: longer than a step or a wave, shorter than a gyro's drift shows.
    private static let timeConstant = 3.0
    /// Seconds that accelerometers report later than gyros: their filters at the same bandwidth differ by 4 to 6 ms
    /// in the usual sensors (TDK MPU-9250's register map, section 4.5: 11.8 against 5.9 ms at 41 Hz).
    private static let accelerationDelay = 0.005
    /// Seconds in which up is seen to move about: curves and braking last for less, and a gyro drifts little meanwhile.
    private static let wanderTime = 10.0
    /// What counts at most of it, radians²: 0.1 rad an axis are 1 m/s² that last, and more is a fall or a knock.
    private static let largestSway = 0.01
    /// What a gyro drifts by in a second, radians² (0.1° in its root), and about the mean of that time.
    private static let gyroDrift = (0.1 * .pi / 180) * (0.1 * .pi / 180)
    private static let gyroWander = 0.5 * wanderTime * gyroDrift
    /// Seconds for which an acceleration of motion lasts, as that of steps: what a new horizon's mean is made of.
    private static let swayTime = 0.5
    /// Seconds between two samples above which a rate of turn counts as unknown.
    static let longestStep = 0.25
    /// The same of accelerations, which are low-passed and so may come less often.
    private static let longestPause = 0.5

    /// The rate of turn without its offset, rad/s in the device frame; absent before the first sample.
    private(set) var rate: Vector3?
    /// Whether the newest rate came so long after the one before that nobody knows the turn between them.
    private(set) var isSparse = false
    /// The time of the newest rate, Unix seconds.
    private(set) var time = 0.0
    /// The integral of the squared rate of turn, rad²/s: what a gyro's error of scale grows with.
    private(set) var effort = 0.0
    /// The sum of the variances about an axis of what the device may have turned by in holes of the samples, radians².
    private(set) var unseen = 0.0
    private var unseenTurn = UnseenTurn()
    /// What of it is not righted yet, and seconds of accelerations since the horizon began.
    private var unrighted = 0.0
    private var levelAge = 0.0
    /// Whether there has been an acceleration, and so a horizon.
    private(set) var isLevelled = false
    /// The mean square of the specific force's horizontal part in the level frame, (m/s²)².
    private var unrest = 0.0
    /// The mean square of what up moves about by in the gyro's frame, radians² an axis, and the mean that it is about.
    private var wander = 0.0
    private var wanderAge = 0.0
    /// What up may have drifted by since the specific force was last looked at, radians².
    private var drifted = 0.0
    private var meanUp = VectorLowPass(timeConstant: wanderTime)
    private(set) var bias: GyroBias

    /// The rate before the newest one, and the seconds between these two.
    private var earlier: (rate: Vector3, step: Double)?
    private var strapdown = Quaternion.identity
    private var righting = Quaternion.identity
    private var motion = MotionAcceleration()
    private var force = VectorLowPass(timeConstant: timeConstant)
    private var rest = RestDetector()
    private var forceTime: Double?
    // The averages of the rotation's rows and of the turned offset, over the same time as the force's.
    private var averages = (
        x: VectorLowPass(timeConstant: timeConstant), y: VectorLowPass(timeConstant: timeConstant),
        z: VectorLowPass(timeConstant: timeConstant), bias: VectorLowPass(timeConstant: timeConstant)
    )

    /// Creates a filter that knows no more than, maybe, the gyro's offset.
    init(bias: GyroBias = GyroBias()) {
        self.bias = bias
    }

    /// The standard error of up at a moment, radians.
    var uncertainty: Double { steadyUncertainty + swayUncertainty }

    /// The part of it that is always there: what the low-pass leaves of the accelerations of motion.
    var steadyUncertainty: Double { 0.003 + 0.008 * unrest.squareRoot() / 9.81 }

    /// The part of it that comes and goes within seconds, with accelerations that last as long as the low-pass does.
    ///
    /// Up stands still in the frame of the gyro, and so what it moves about by there is the low-pass's error, but for
    /// what the gyro drifts by meanwhile.
    /// Where fixes tell the acceleration of motion, it is what they leave open besides; where they are out, what the gyro
    /// drifts by meanwhile.
    var swayUncertainty: Double {
        let open = (motion.packet?.error ?? 0) / 9.81
        return (max(0, wander - Self.gyroWander) + open * open + drifted + passing).squareRoot()
    }

    /// What passes of the variance of up, radians²: that of a horizon that is new, of turns that nobody saw, and of what the
    /// gyro drifts by while there are no accelerations.
    private var passing: Double {
        // The mean of accelerations is a change of velocity by the time that it took, and a hand's velocity does not grow.
        let share = Self.swayTime / (Self.swayTime + levelAge)
        let fresh = unrest / (9.81 * 9.81) * share * share * exp(-levelAge / Self.timeConstant)
        let blind = forceTime.map { time - $0 } ?? 0
        return fresh + unrighted + (blind > Self.longestPause ? drift(blind) : 0)
    }

    /// The variance of up that the gyro drifts by in some seconds, radians².
    private func drift(_ seconds: Double) -> Double {
        let lasting = seconds * offsetErrors.level
        return Self.gyroDrift * seconds + lasting * lasting
    }

    /// The standard error of the ``orientation(at:)`` by the turn since the newest rate, radians.
    func turnError(at moment: Double) -> Double { unseenTurn.error(after: moment - time) }

    /// The rotation from the device frame into the level frame at a time shortly after the newest rate.
    func orientation(at moment: Double) -> Quaternion {
        var turned = righting * strapdown
        if let rate, moment > time {
            turned = turned * Quaternion(rotation: min(moment - time, Self.longestStep) * rate)
        }
        return turned
    }

    /// Takes in a rate of turn, rad/s; `false` after a gap, when the level frame has turned by nobody knows what.
    mutating func add(rate sample: Vector3, at newTime: Double) -> Bool {
        let step = newTime - time
        let isContinued = rate != nil && step <= Self.longestStep
        let isAfterHole = rate != nil && !isContinued
        if !isContinued { restart() }
        isSparse = isAfterHole
        let next = sample - bias.value
        if isContinued, step > 0 {
            let last = rate ?? next
            let mean = mean(from: last, to: next, step: step)
            // Turns about axes that change do not just add up: for a rate that changes evenly, by this much (Magnus).
            let coning = (step * step / 12) * last.cross(next)
            strapdown = (strapdown * Quaternion(rotation: step * mean + coning)).normalized
            earlier = (last, step)
            effort += mean.dot(mean) * step
            let variance = unseenTurn.add(change: next - last, step: step)
            unseen += variance
            unrighted += variance
            if let reading = rest.add(rate: sample, step: step), !motion.isUnderWay { bias.rest(reading) }
        }
        rate = next
        time = newTime
        return isContinued
    }

    /// How the device lies is not known any more; how restless it is, and the gyro's offset, are.
    mutating func restart() {
        var new = AttitudeFilter(bias: bias)
        new.effort = effort
        new.unseen = unseen
        new.unseenTurn = unseenTurn
        new.unrest = unrest
        new.wander = wander
        new.wanderAge = wanderAge
        self = new
    }

    /// The mean rate between two samples: of the parabola through these and the one before, where they come evenly.
    private func mean(from last: Vector3, to next: Vector3, step: Double) -> Vector3 {
        guard let earlier, abs(earlier.step - step) < 0.1 * step else { return 0.5 * (last + next) }
        // Adams and Moulton's method of the third order.
        return (5.0 / 12) * next + (8.0 / 12) * last - (1.0 / 12) * earlier.rate
    }

    /// Takes in a velocity over ground: what it changes by is no gravity.
    mutating func add(_ velocity: TrackedVelocity) {
        motion.add(velocity)
    }

    /// Takes in a specific force, m/s², in the device frame.
    mutating func add(acceleration sample: Vector3, at newTime: Double) {
        // How a device turns whose gyro is silent nobody knows.
        guard let rate, newTime - time <= Self.longestStep else { return }
        let gap = forceTime.map { newTime - $0 } ?? 0
        forceTime = newTime
        guard gap >= 0 else { return }
        // The first one after a hole says no more about it than any other.
        let step = min(gap, Self.longestPause)
        if gap > step {
            unrighted += drift(gap)
            motion.reset()
        }
        rest.add(acceleration: sample, step: step)
        // What was measured a little earlier, as it would be seen from where the device is now.
        let timely = Quaternion(rotation: -Self.accelerationDelay * rate).matrix * sample
        let turned = strapdown.matrix * timely
        let offsetErrors = motion.isActive ? offsetErrors : (level: 0, upright: 0)
        var acceleration = Vector3.zero
        switch motion.add(
            force: turned,
            righting: righting,
            offsetErrors: offsetErrors,
            time: newTime,
            step: step
        ) {
        case .none: force.add(turned, step: step)
        case .known(let packet):
            acceleration = packet.acceleration
            force.add(packet.force, step: step)
        case .unknown:
            // The gyro alone says how the device lies.
            drifted = drift(motion.blindness ?? 0)
            return
        }
        drifted = 0
        right(turned - acceleration, step: step, isAfterHole: gap > step)
    }

    /// The standard errors of the gyro's offset about an axis along the ground and about up, rad/s.
    private var offsetErrors: (level: Double, upright: Double) {
        let axes = (righting * strapdown).matrix
        return (bias.uncertainty(along: axes.x), bias.uncertainty(along: axes.z))
    }

    /// Rights the horizon to the low-passed force; the one of now, without the acceleration of motion, says how restless it is.
    private mutating func right(_ turned: Vector3, step: Double, isAfterHole: Bool) {
        let level = righting.matrix * force.value
        guard let up = level.unit else { return }
        let horizontal = righting.matrix * turned
        let square = horizontal.x * horizontal.x + horizontal.y * horizontal.y
        unrest -= expm1(-step / Self.timeConstant) * (square - unrest)
        levelAge += step
        unrighted *= exp(-2 * step / Self.timeConstant)
        righting = (Quaternion(lifting: up) * righting).normalized
        defer { isLevelled = true }
        guard isLevelled, step > 0 else { return }
        let vertical = righting.matrix.z
        meanUp.add(vertical, step: step)
        let error = vertical - meanUp.value
        wanderAge += step
        let share = max(-expm1(-step / Self.wanderTime), step / wanderAge)
        wander += share * (min(0.5 * error.dot(error), Self.largestSway) - wander)
        if !isAfterHole { learnBias(from: up, step: step) }
    }

    private mutating func learnBias(from up: Vector3, step: Double) {
        let turn = (righting * strapdown).matrix
        averages.x.add(turn.x, step: step)
        averages.y.add(turn.y, step: step)
        averages.z.add(turn.z, step: step)
        averages.bias.add(turn * bias.value, step: step)
        guard !rest.isResting || motion.isUnderWay else { return }
        bias.motion(
            error: Vector3(x: -up.y / step, y: up.x / step, z: 0),
            average: Matrix3(x: averages.x.value, y: averages.y.value, z: averages.z.value),
            predicted: averages.bias.value,
            step: step
        )
    }
}
