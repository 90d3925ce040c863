internal import Glibc

/// A gyro-aided Kalman filter of the magnetic field, its local deviation, the hard iron, the sensor's delay and drift.
///
/// In the level frame of ``AttitudeFilter`` the earth's field h stands still, but for what the gyro gets wrong about
/// the vertical; a deviation d of the place comes and goes as the device moves about; the hard iron b stands still in
/// the device frame. A magnetometer that is late by τ at the rate of turn ω reads
///
///     z = R(t − τ)ᵀ (h + d) + b,   R(t − τ) = R(t) exp(−[ω] τ).
///
/// Any turn tells b apart from h + d, with no need to know either beforehand. When a magnet is put on the device, or
/// the device comes near one, both b and d are reopened, and the next turn decides between them, while h, which is
/// what the heading is taken from, keeps what the gyro says. The vertical part of the gyro's offset, which no
/// accelerometer sees, turns the level frame by β, and h with it: unless β were known, h would lag behind for as long
/// as the filter takes to believe a change. Eleven unknowns: h, d and b in µT, τ in seconds, β in rad/s.
struct FieldFilter: Sendable {
    /// What is assumed; standard errors.
    struct Assumptions: Sendable {
        /// Of the hard iron, µT an axis: before anything is known, what it wanders by in a second, and when it jumps.
        var openIron: Double
        var ironWander: Double
        var ironJump: Double

        /// Whether the hard iron counts as known.
        var isHeld: Bool { ironJump == 0 }

        /// Nothing is known of the hard iron.
        static let free = Assumptions(openIron: 120, ironWander: 0.02, ironJump: 30)
        /// The hard iron is known but for what soft iron has passed off as some.
        static let bent = Assumptions(openIron: 15, ironWander: 0.02, ironJump: 30)
        /// The hard iron is what it was.
        static let held = Assumptions(openIron: 0.02, ironWander: 0, ironJump: 0)
    }

    /// A magnetometer's noise, µT.
    private static let noise = 0.5
    /// Seconds within which samples are off by the same: what a magnetometer, or who interpolates, tells more often than
    /// that is no news.
    private static let noiseTime = 0.01
    /// Seconds of a delay that is not the same for each sample.
    private static let jitter = 0.01
    /// Seconds of delay before anything is known: of a magnetometer's conversion and of buses.
    private static let openDelay = 0.02
    private static let longestDelay = 0.1
    /// What the field of a place differs from that of the place before, µT, and seconds until a device that moves has
    /// left one for the other: 1 to 2 µT indoors, over a hand's breadth to a step.
    private static let deviation = 1.5
    private static let deviationTime = 2.0
    /// What a magnet nearby makes of a deviation, µT.
    private static let strongDeviation = 20.0
    /// Seconds in which a strong deviation would be taken for the field, and in which that is forgotten again.
    private static let leakTime = 12.0
    private static let doubtTime = 30.0
    /// What the field itself wanders by in the root of a second, µT.
    private static let fieldWander = 0.1
    /// The drift of the heading by the gyro: radians in the root of a second (0.1°), and the share of the turn.
    private static let gyroWander = 0.1 * .pi / 180
    private static let gyroScale = 0.003
    /// The squared distance of a sample from its prediction, in standard errors, that counts as a jump (three degrees
    /// of freedom: 10⁻⁵ by chance), and seconds that it lasts until it is believed.
    private static let jump = 25.0
    private static let patience = 0.2
    /// Seconds over which the distances are averaged, and the largest that counts.
    private static let distanceTime = 0.5
    private static let largestDistance = 400.0

    /// What the vertical part of a gyro's offset wanders by in the root of a second, rad/s: that which rest or the
    /// horizon have not told, 0.1 degrees a second in 100 s.
    private static let driftWander = 0.01 * .pi / 180

    /// Samples from one look at the whole covariance to the next: it takes as long as all the rest.
    private static let checking = 16

    typealias Row = InlineArray<11, Double>
    typealias Covariance = InlineArray<11, Row>

    let assumptions: Assumptions
    /// The earth's field, µT in the level frame.
    private(set) var field = Vector3.zero
    /// What the place adds to it, µT in the level frame.
    private(set) var deviation = Vector3.zero
    /// The hard iron, µT in the device frame.
    private(set) var iron: Vector3
    /// Seconds that the magnetometer is late.
    private(set) var delay = 0.0
    /// The rate at which the level frame turns about up, rad/s: the vertical part of the gyro's unknown offset.
    private(set) var drift = 0.0
    /// Of field, deviation, iron, delay and drift, in this order.
    private(set) var covariance = Covariance(repeating: Row(repeating: 0))
    /// The mean squared distance of samples from their predictions, in units of what is expected: about 1.
    private(set) var distance = 1.0
    /// What strong deviations may have left in the field, µT along the ground.
    private(set) var doubt = 0.0
    private(set) var isStarted = false
    /// Whether its numbers can be read: one that has no finite, positive covariance has to be given up.
    private(set) var isSound = true
    /// Samples until the covariance is looked at in every direction.
    private var unchecked = 0
    private var jumpDuration = 0.0
    /// What a magnetometer reads of a field is this times the field, and the hard iron.
    private var bend: Matrix3
    /// Learns that, if it is learnt.
    private(set) var soft: SoftIronStage?

    init(_ assumptions: Assumptions, iron: Vector3 = .zero, softIron: SoftIron = .none) {
        self.assumptions = assumptions
        self.iron = iron
        bend = softIron.matrix
        let variance = assumptions.openIron * assumptions.openIron
        for axis in 6..<9 { covariance[axis][axis] = variance }
        covariance[9][9] = Self.openDelay * Self.openDelay
        // More than any gyro's: the first sample comes with what is known of it.
        covariance[10][10] = 1
    }

    /// Takes in a sample, µT in the device frame; tells whether field and prediction have fallen apart.
    ///
    /// The step is seconds since the last sample.
    mutating func add(_ sample: Vector3, motion: Motion, step: Double) -> Bool {
        let (orientation, rate) = (motion.orientation.matrix, motion.rate)
        let then = orientation * Matrix3.rotation((-delay) * rate)
        learn(motion.offset, error: motion.offsetError)
        guard isStarted else {
            start(sample, motion: motion, orientation: then)
            check()
            return false
        }
        predict(motion, step: step)
        let hasJumped = update(sample, motion: motion, orientation: then, step: step)
        if let change = soft?.judge(up: motion.orientation.matrix.z, step: step) {
            shift(change)
            bend = soft?.applied.matrix ?? bend
        }
        check()
        return hasJumped
    }

    private mutating func check() {
        unchecked -= 1
        isSound = field.isFinite && deviation.isFinite && iron.isFinite
        for unknown in 0..<11 {
            let variance = covariance[unknown][unknown]
            if !(variance > 0 && variance.isFinite) { isSound = false }
        }
        guard isSound, unchecked <= 0 else { return }
        unchecked = Self.checking
        isSound = covariance.isPositive
    }

    /// What the gyro's offset is held to be has changed by so much about up, rad/s, and is known with this standard
    /// error: what is left of it is zero with that.
    private mutating func learn(_ change: Double, error: Double) {
        drift -= change
        let variance = error * error
        guard covariance[10][10] > variance else { return }
        // As by a measurement of zero that leaves just this variance.
        let column = covariance[10]
        let share = (1 - variance / column[10]) / column[10]
        soft?.measured(10, gains: Row { share * column[$0] })
        shift(Row { -share * column[$0] * drift })
        for row in 0..<10 {
            for other in 0..<10 { covariance[row][other] -= share * column[row] * column[other] }
            covariance[row][10] = variance / column[10] * column[row]
            covariance[10][row] = covariance[row][10]
        }
        covariance[10][10] = variance
    }

    private mutating func shift(_ change: Row) {
        field = field + change.block(0)
        deviation = deviation + change.block(3)
        iron = iron + change.block(6)
        delay = min(max(delay + change[9], -Self.longestDelay), Self.longestDelay)
        drift += change[10]
    }

    /// The level frame has turned by nobody knows what: the field starts anew, the iron stays as well known as it is.
    mutating func restart() {
        isStarted = false
        jumpDuration = 0
        distance = 1
        doubt = 0
        deviation = .zero
        for row in 0..<11 {
            for column in 0..<11 where row < 6 || column < 6 { covariance[row][column] = 0 }
        }
    }

    /// The same filter for which the iron is a given one; its field is what goes with it.
    func holding(_ held: Vector3, softIron: SoftIron) -> FieldFilter {
        var other = FieldFilter(.held, iron: iron, softIron: softIron)
        other.field = field
        other.deviation = deviation
        other.delay = delay
        other.drift = drift
        other.covariance = covariance
        other.distance = distance
        other.doubt = doubt
        other.isStarted = isStarted
        let variance = Assumptions.held.openIron * Assumptions.held.openIron
        let spread = block(6) + .diagonal(variance)
        guard let weight = spread.inverse else { return other }
        let shared = InlineArray<11, Vector3> { covariance[$0].block(6) }
        other.shift(of: shared, by: weight * (held - iron))
        other.covariance.update(shared: shared, spread: spread, weight: weight)
        return other
    }

    /// A filter that begins with what is known of the hard iron and learns the soft iron with it.
    func bending(_ stage: SoftIronStage) -> FieldFilter {
        var other = FieldFilter(.bent, iron: iron, softIron: stage.applied)
        other.delay = delay
        other.soft = stage
        other.soft?.restart()
        return other
    }

    /// Of the hard iron, µT², with what the soft iron adds to it.
    var ironCovariance: Matrix3 { spread(6) }

    /// Of the field, µT², with what the soft iron adds to it.
    var fieldCovariance: Matrix3 { spread(0) }

    /// The standard error of the field's direction along the ground, radians.
    var directionError: Double {
        let square = field.x * field.x + field.y * field.y
        guard square > 0 else { return .pi }
        let across = Vector3(x: -field.y, y: field.x, z: 0)
        return max(0, fieldCovariance.quadratic(across)).squareRoot() / square
    }

    /// What the direction of a field is off by, radians, whose filter sees the same and does not allow for soft iron.
    var neglectedError: Double {
        let square = field.x * field.x + field.y * field.y
        guard let soft, square > 0 else { return 0 }
        return max(0, soft.neglect(along: Vector3(x: -field.y, y: field.x, z: 0))).squareRoot() / square
    }

    private func spread(_ start: Int) -> Matrix3 {
        soft.map { block(start) + $0.spread(start) } ?? block(start)
    }

    private func block(_ start: Int) -> Matrix3 {
        Matrix3(
            x: covariance[start].block(start),
            y: covariance[start + 1].block(start),
            z: covariance[start + 2].block(start)
        )
    }

    /// Takes the field from a sample: what the iron and the delay are off by, and how the device lies, the field is off by too.
    private mutating func start(_ sample: Vector3, motion: Motion, orientation: Matrix3) {
        isStarted = true
        deviation = .zero
        let unbend = bend.inverse ?? .identity
        let straight = unbend * (sample - iron)
        field = orientation * straight
        let late = bend * motion.rate.cross(straight)
        soft?.start(straight, orientation: orientation, late: late)
        let out = -1 * (orientation * unbend)
        let carried = InlineArray<11, Vector3> {
            $0 < 6 ? .zero : out * (covariance[$0].block(6) + covariance[$0][9] * late)
        }
        let aside = Self.deviation * Self.deviation
        let tilted = motion.upError * motion.upError
        let (level, upright) = tilts(tilted)
        let deviations: InlineArray<3, Double> = [aside + level, aside + level, aside + upright]
        let noise = Self.noise(of: late, turned: motion.turnError, field: straight)
        let iron = Matrix3(x: carried[6], y: carried[7], z: carried[8]).transposed * out.transposed
        let spread =
            (iron + .outer(carried[9], out * late)).symmetrized + .diagonal(noise)
        for row in 0..<3 {
            for column in 0..<3 { covariance[row][column] = spread[row][column] }
            for other in 6..<11 {
                covariance[row][other] = carried[other][row]
                covariance[other][row] = carried[other][row]
            }
            covariance[row][row] += deviations[row]
            covariance[3 + row][3 + row] = deviations[row]
            covariance[row][3 + row] = -deviations[row]
            covariance[3 + row][row] = -deviations[row]
        }
    }

    /// What a horizon that is off by a variance adds to that of the level field and of the upright one, µT².
    private func tilts(_ variance: Double) -> (level: Double, upright: Double) {
        (variance * field.z * field.z, variance * (field.x * field.x + field.y * field.y))
    }

    /// The variance of a sample, of which a second of delay makes so much, and which was turned by an unknown angle.
    private static func noise(of late: Vector3, turned angle: Double, field: Vector3) -> Double {
        noise * noise + jitter * jitter * late.dot(late) + angle * angle * field.dot(field)
    }

    private mutating func predict(_ motion: Motion, step: Double) {
        // The drift turns the field about up.
        let (x, y) = (-step * field.y, step * field.x)
        field = field + drift * Vector3(x: x, y: y, z: 0)
        for column in 0..<11 {
            covariance[0][column] += x * covariance[10][column]
            covariance[1][column] += y * covariance[10][column]
        }
        for row in 0..<11 {
            covariance[row][0] += x * covariance[row][10]
            covariance[row][1] += y * covariance[row][10]
        }
        covariance[10][10] += Self.driftWander * Self.driftWander * step
        let kept = exp(-step / Self.deviationTime)
        soft?.predict(x, y, kept: kept)
        let turn =
            Self.gyroWander * Self.gyroWander * step + Self.gyroScale * Self.gyroScale * motion.effort
            + motion.unseen
        // A turn about the vertical moves the field across its direction.
        covariance[0][0] += turn * field.y * field.y
        covariance[1][1] += turn * field.x * field.x
        covariance[0][1] -= turn * field.x * field.y
        covariance[1][0] -= turn * field.x * field.y
        // A horizon that is off shows the field turned, which comes and goes like a deviation of the place.
        let growth = max(1, distance) * (1 - kept * kept)
        let square = Self.deviation * Self.deviation
        let tilted = tilts(motion.upError * motion.upError)
        // What nobody saw has tilted it at once.
        let unseen = tilts(motion.unseen)
        let level = growth * (square + tilted.level) + unseen.level
        let upright = growth * (square + tilted.upright) + unseen.upright
        // Of a strong deviation that lasts, some is counted to the earth's field before it is over.
        let strength = hypot(deviation.x, deviation.y)
        doubt += step / Self.leakTime * max(0, strength - 2 * Self.deviation)
        doubt *= exp(-step / Self.doubtTime)
        deviation = kept * deviation
        let ironGrowth = assumptions.ironWander * assumptions.ironWander * step
        for axis in 0..<3 {
            covariance[axis][axis] += Self.fieldWander * Self.fieldWander * step
            for other in 0..<11 {
                covariance[3 + axis][other] *= kept
                covariance[other][3 + axis] *= kept
            }
            covariance[3 + axis][3 + axis] += axis < 2 ? level : upright
            covariance[6 + axis][6 + axis] += ironGrowth
        }
    }

    private mutating func update(_ sample: Vector3, motion: Motion, orientation: Matrix3, step: Double)
        -> Bool
    {
        let straight = orientation.transposed * (field + deviation)
        let back = bend * orientation.transposed
        let earth = bend * straight
        let late = bend * motion.rate.cross(straight)
        let repeats = step > 0 ? max(1, Self.noiseTime / step) : 1
        let noise = repeats * Self.noise(of: late, turned: motion.turnError, field: straight)
        // The covariance of each unknown with what is measured.
        var carried = InlineArray<11, Vector3> { row in
            let entry = covariance[row]
            return back * (entry.block(0) + entry.block(3)) + entry.block(6) + entry[9] * late
        }
        let expected =
            back
            * Matrix3(
                x: carried[0] + carried[3],
                y: carried[1] + carried[4],
                z: carried[2] + carried[5]
            ) + Matrix3(x: carried[6], y: carried[7], z: carried[8]) + .outer(late, carried[9])
        let spread = (expected + .diagonal(noise)).symmetrized
        guard let weight = spread.inverse else { return false }
        let innovation = sample - earth - iron
        let square = innovation.dot(weight * innovation)
        distance -= expm1(-step / Self.distanceTime) * (min(square / 3, Self.largestDistance) - distance)
        guard square <= Self.jump else {
            jumpDuration += step
            guard jumpDuration > Self.patience else { return false }
            reopen()
            return true
        }
        jumpDuration = 0
        let before = (drift: drift, variance: covariance[10][10])
        shift(of: carried, by: weight * innovation)
        covariance.update(shared: carried, spread: spread, weight: weight)
        // A magnet nearby that is left behind must not pass for a gyro that drifts.
        if hypot(deviation.x, deviation.y) > 2 * Self.deviation {
            drift = before.drift
            covariance[10][10] = before.variance
            carried[10] = .zero
        }
        soft?.add(
            innovation,
            weight: weight,
            shared: carried,
            field: straight,
            back: back,
            late: late,
            motion: motion
        )
        return false
    }

    private mutating func reopen() {
        jumpDuration = 0
        for axis in 0..<3 {
            covariance[3 + axis][3 + axis] += Self.strongDeviation * Self.strongDeviation
            covariance[6 + axis][6 + axis] += assumptions.ironJump * assumptions.ironJump
        }
    }

    /// Shifts each unknown by what it shares with a measurement times a correction.
    private mutating func shift(of shared: InlineArray<11, Vector3>, by correction: Vector3) {
        shift(Row { shared[$0].dot(correction) })
    }
}

extension InlineArray where Element == Double, count == 11 {
    /// Three neighbours as a vector.
    func block(_ start: Int) -> Vector3 {
        Vector3(x: self[start], y: self[start + 1], z: self[start + 2])
    }
}
