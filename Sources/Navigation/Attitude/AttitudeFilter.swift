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
    /// Seconds between two samples above which a rate of turn counts as unknown.
    static let longestStep = 0.25

    /// The rate of turn without its offset, rad/s in the device frame; absent before the first sample.
    private(set) var rate: Vector3?
    /// The time of the newest rate, Unix seconds.
    private(set) var time = 0.0
    /// The integral of the squared rate of turn, rad²/s: what a gyro's error of scale grows with.
    private(set) var effort = 0.0
    /// Whether there has been an acceleration, and so a horizon.
    private(set) var isLevelled = false
    /// The mean square of the specific force's horizontal part in the level frame, (m/s²)².
    private var unrest = 0.0
    private(set) var bias: GyroBias

    private var strapdown = Quaternion.identity
    private var righting = Quaternion.identity
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

    /// The standard error of up, radians: what the low-pass leaves of the accelerations of motion.
    var uncertainty: Double { 0.003 + 0.008 * unrest.squareRoot() / 9.81 }

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
        let next = sample - bias.value
        if isContinued, step > 0 {
            let mean = 0.5 * ((rate ?? next) + next)
            strapdown = (strapdown * Quaternion(rotation: step * mean)).normalized
            effort += mean.dot(mean) * step
            rest.add(rate: sample, step: step)
            if rest.isResting, let average = rest.rate { bias.rest(rate: average, step: step) }
        }
        rate = next
        time = newTime
        return isContinued
    }

    /// Takes in a specific force, m/s², in the device frame.
    mutating func add(acceleration sample: Vector3, at newTime: Double) {
        let step = forceTime.map { newTime - $0 } ?? 0
        forceTime = newTime
        guard step >= 0, let rate else { return }
        rest.add(acceleration: sample, step: step)
        // What was measured a little earlier, as it would be seen from where the device is now.
        let timely = Quaternion(rotation: -Self.accelerationDelay * rate).matrix * sample
        force.add(strapdown.matrix * timely, step: step)
        let level = righting.matrix * force.value
        guard let up = level.unit else { return }
        let horizontal = (righting * strapdown).matrix * timely
        let square = horizontal.x * horizontal.x + horizontal.y * horizontal.y
        unrest -= expm1(-step / Self.timeConstant) * (square - unrest)
        righting = (Quaternion(lifting: up) * righting).normalized
        defer { isLevelled = true }
        guard isLevelled, step > 0 else { return }
        learnBias(from: up, step: step)
    }

    private mutating func learnBias(from up: Vector3, step: Double) {
        let turn = (righting * strapdown).matrix
        averages.x.add(turn.x, step: step)
        averages.y.add(turn.y, step: step)
        averages.z.add(turn.z, step: step)
        averages.bias.add(turn * bias.value, step: step)
        guard !rest.isResting else { return }
        bias.motion(
            error: Vector3(x: -up.y / step, y: up.x / step, z: 0),
            average: Matrix3(x: averages.x.value, y: averages.y.value, z: averages.z.value),
            predicted: averages.bias.value,
            step: step
        )
    }
}
