internal import Glibc

/// What a device is accelerated by along the ground, from the velocities of fixes: what is no gravity in the specific force.
///
/// In the frame of the gyro, gravity stands still. Between two fixes the specific force adds up to gravity's share and the
/// change of velocity, turned by however far that frame is from east and north. Up and that turn are unknowns of a Kalman
/// filter of one step a fix: the mean force along the ground is g ε + r a, with ε the error of the frame's up, a the mean
/// acceleration over ground and r the turn, both as complex numbers. Beforehand any turn is as likely, r = 0 on the average,
/// so that nothing is taken for an acceleration of motion which the force has not shown to be one. That a device is turned
/// about in a hand does not matter, nor that fixes come late: the force is counted between their own times.
struct MotionAcceleration: Sendable {
    /// What is to be done with the specific force of a moment.
    enum Advice: Sendable {
        /// Nothing is known of the motion: the force is what there is.
        case none
        /// Fixes have told how the device was accelerated.
        case known(Packet)
        /// The device may be accelerated, and nobody knows how.
        case unknown
    }

    /// The force between two fixes.
    struct Packet: Sendable {
        /// The mean of the specific force less the acceleration of motion, m/s² in the gyro's frame.
        var force: Vector3
        /// The acceleration of motion, m/s² in the gyro's frame.
        var acceleration: Vector3
        /// The standard error of an axis of that by an unknown direction, m/s².
        var error: Double
    }

    private static let gravity = 9.81
    /// Seconds between two fixes, least and most, for which they tell what was between them.
    private static let shortestInterval = 0.4
    private static let longestInterval = 2.5
    /// Metres per second from which on it is a vehicle that has no fixes for a while, as in a tunnel (nobody runs as fast),
    /// and the seconds for which a gyro knows better than the force how it lies.
    static let fast = 7.0
    private static let blindTime = 60.0
    /// Metres per second up to which who moves may as well stand, and a receiver's place wander.
    private static let slow = 0.5
    /// Seconds of the force that are kept for fixes that come late, and between two entries.
    private static let memory = 5.0
    private static let spacing = 0.02
    /// The standard error of up before anything is known, radians; of the mean force over a second by shaking, m/s².
    private static let openTilt = 0.1
    private static let shaking = 0.15
    /// The variance of either part of a turn that may be any.
    private static let openTurn = 0.5
    /// What a gyro drifts by in the root of a second, radians (0.1°).
    private static let gyroWander = 0.1 * .pi / 180
    /// Seconds for which the error of a gyro's offset goes the same way.
    private static let offsetTime = 10.0

    /// The newest packet, and for how many seconds it still counts.
    private(set) var packet: Packet?
    private var left = 0.0

    private struct Entry: Sendable {
        var time: Double
        /// The integral of the specific force, m/s in the gyro's frame.
        var velocity: Vector3
    }

    private var history: [Entry] = []
    private var oldest = 0
    private var now: Entry?
    /// The newest fix that is waiting for the force of its time, and the last that was used.
    private var waiting: TrackedVelocity?
    private var last: (velocity: TrackedVelocity, entry: Entry)?
    /// From the gyro's frame into a level one.
    private var level: Quaternion?
    /// Of up, two axes, radians, and of the turn from east and north into the level frame, two parts.
    private var state = InlineArray<4, Double>(repeating: 0)
    private var covariance = InlineArray<4, InlineArray<4, Double>>(repeating: InlineArray(repeating: 0))

    /// Seconds since the last fix that told something; absent where there was none.
    private(set) var blindness: Double?

    /// Whether there are fixes; without them there is nothing to do.
    var isActive: Bool { waiting != nil || last != nil }

    /// Whether the device is known to move over ground, so that what its gyro reads may be a long curve and not its offset.
    var isUnderWay: Bool {
        guard let last, blindness != nil else { return false }
        let error = 3 * last.velocity.error
        return last.velocity.square > max(Self.slow * Self.slow, error * error)
    }

    /// The gyro's frame is a new one.
    mutating func reset() {
        self = MotionAcceleration()
    }

    /// Takes in a velocity over ground.
    mutating func add(_ velocity: TrackedVelocity) {
        waiting = velocity
    }

    /// Takes in a specific force, m/s² in the gyro's frame, and says what is to be made of it.
    ///
    /// `righting` turns the gyro's frame into a level one, and is where this begins; the errors are those of the gyro's
    /// offset about an axis along the ground and about up, rad/s.
    mutating func add(
        force: Vector3,
        righting: Quaternion,
        offsetErrors: (level: Double, upright: Double),
        time: Double,
        step: Double
    ) -> Advice {
        guard isActive else { return .none }
        guard step <= Self.longestInterval else {
            reset()
            return .none
        }
        let entry = Entry(time: time, velocity: (now?.velocity ?? .zero) + step * force)
        now = entry
        remember(entry)
        if let fix = waiting, fix.time <= time {
            waiting = nil
            if let then = self.entry(at: fix.time) {
                use(fix, then, righting: righting, offsetErrors: offsetErrors)
            }
        }
        return advice(at: time, step: step)
    }

    /// Each packet counts for as long as it is the mean of.
    private mutating func advice(at time: Double, step: Double) -> Advice {
        guard let last else { return .none }
        blindness = time - last.velocity.time
        if let packet, left > 0 {
            left -= step
            return .known(packet)
        }
        let isFast = last.velocity.square >= Self.fast * Self.fast
        if packet != nil, time - last.velocity.time <= (isFast ? Self.blindTime : Self.longestInterval) {
            return .unknown
        }
        packet = nil
        blindness = nil
        return .none
    }

    private mutating func remember(_ entry: Entry) {
        guard entry.time - (history.last?.time ?? -.infinity) >= Self.spacing else { return }
        history.append(entry)
        while oldest < history.count, entry.time - history[oldest].time > Self.memory { oldest += 1 }
        guard oldest > 512 else { return }
        history.removeFirst(oldest)
        oldest = 0
    }

    /// What had added up at a time, between two entries; `nil` if that is not kept.
    private func entry(at time: Double) -> Entry? {
        guard let now, let index = history[oldest...].lastIndex(where: { $0.time <= time }) else {
            return nil
        }
        let (before, next) = (history[index], index + 1 < history.count ? history[index + 1] : now)
        let span = next.time - before.time
        let share = span > 0 ? min(1, (time - before.time) / span) : 0
        return Entry(time: time, velocity: before.velocity + share * (next.velocity - before.velocity))
    }

    private mutating func use(
        _ fix: TrackedVelocity,
        _ then: Entry,
        righting: Quaternion,
        offsetErrors: (level: Double, upright: Double)
    ) {
        guard let last, let level else {
            last = (fix, then)
            begin(righting)
            return
        }
        let interval = fix.time - last.velocity.time
        // One that is older than the last was overtaken, unless its clock has been set back.
        guard interval >= Self.shortestInterval || interval < -Self.memory else { return }
        self.last = (fix, then)
        predict(abs(interval), offsetErrors)
        // What has changed in all the time without fixes says little of how.
        guard (0...Self.longestInterval).contains(interval) else { return }
        let (east, north) = (
            (fix.east - last.velocity.east) / interval, (fix.north - last.velocity.north) / interval
        )
        let force = (1 / interval) * (then.velocity - last.entry.velocity)
        let noise = hypot(fix.error, last.velocity.error) / interval
        update(level.matrix * force, east: east, north: north, noise: noise)
        let moved = Vector3(
            x: state[2] * east - state[3] * north,
            y: state[3] * east + state[2] * north,
            z: 0
        )
        let acceleration = level.matrix.transposed * moved
        // What a receiver's noise makes of it is no acceleration.
        let square = max(0, east * east + north * north - 2 * noise * noise)
        packet = Packet(
            force: force - acceleration,
            acceleration: acceleration,
            error: (0.5 * (covariance[2][2] + covariance[3][3]) * square).squareRoot()
        )
        left = interval
        straighten(level)
    }

    private mutating func begin(_ righting: Quaternion) {
        level = righting
        for index in 0..<2 {
            covariance[index][index] = Self.openTilt * Self.openTilt
            covariance[2 + index][2 + index] = Self.openTurn
        }
    }

    private mutating func predict(_ interval: Double, _ offsetErrors: (level: Double, upright: Double)) {
        let wander = Self.gyroWander * Self.gyroWander * interval
        let lasting = interval * max(interval, Self.offsetTime)
        for index in 0..<2 {
            covariance[index][index] += wander + lasting * offsetErrors.level * offsetErrors.level
            covariance[2 + index][2 + index] += wander + lasting * offsetErrors.upright * offsetErrors.upright
        }
        // Never less known than before anything was.
        for (index, limit) in [Self.openTilt * Self.openTilt, Self.openTurn].enumerated() {
            for row in (2 * index)..<(2 * index + 2) where covariance[row][row] > limit {
                let share = (limit / covariance[row][row]).squareRoot()
                for other in 0..<4 {
                    covariance[row][other] *= share
                    covariance[other][row] *= share
                }
            }
        }
    }

    /// The Kalman update by the mean force along the ground, one axis after the other.
    private mutating func update(_ force: Vector3, east: Double, north: Double, noise: Double) {
        let variance = Self.shaking * Self.shaking + noise * noise
        for axis in 0..<2 {
            let row: InlineArray<4, Double> =
                axis == 0 ? [Self.gravity, 0, east, -north] : [0, Self.gravity, north, east]
            let shared = InlineArray<4, Double> { index in
                (0..<4).reduce(0) { $0 + covariance[index][$1] * row[$1] }
            }
            let spread = (0..<4).reduce(variance) { $0 + row[$1] * shared[$1] }
            let expected = (0..<4).reduce(0) { $0 + row[$1] * state[$1] }
            let innovation = force[axis] - expected
            for index in 0..<4 { state[index] += shared[index] * innovation / spread }
            for index in 0..<4 {
                for other in 0..<4 { covariance[index][other] -= shared[index] * shared[other] / spread }
            }
        }
        let length = max(1, hypot(state[2], state[3]))
        (state[2], state[3]) = (state[2] / length, state[3] / length)
    }

    /// The frame is levelled by what up has turned out to be.
    private mutating func straighten(_ frame: Quaternion) {
        guard let up = Vector3(x: state[0], y: state[1], z: 1).unit else { return }
        level = (Quaternion(lifting: up) * frame).normalized
        (state[0], state[1]) = (0, 0)
    }
}
