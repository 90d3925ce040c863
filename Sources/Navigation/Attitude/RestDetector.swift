internal import Glibc

/// Tells whether a device lies still: neither its rate of turn nor its acceleration moves away from its own average.
///
/// A device in a hand moves by more than either limit within a second; one on a table of a running ship may not.
struct RestDetector: Sendable {
    /// What a rate of turn may move by, rad/s (2 degrees a second), and an acceleration, m/s².
    private static let rateLimit = 0.035
    private static let accelerationLimit = 0.5
    /// The largest offset of a rate of turn, rad/s an axis: above it the device turns.
    static let largestBias = 0.035
    /// Seconds of the averages, and seconds without motion until it counts as rest.
    private static let timeConstant = 0.5
    private static let patience = 1.5
    /// Seconds that a rate of turn at rest is averaged over to be told.
    private static let spell = 1.0

    /// What a gyro read while its device lay still.
    struct Reading: Sendable {
        /// The mean rate of turn, rad/s in the device frame.
        var rate: Vector3
        /// What the mean of the second after it differs from that: a turn that begins or ends slowly shows in it.
        var change: Vector3
        /// Seconds that it was averaged over.
        var duration: Double
    }

    private var rate: Vector3?
    private var sum = Vector3.zero
    private var sumDuration = 0.0
    private var last: (rate: Vector3, duration: Double)?
    private var acceleration: Vector3?
    private var duration = 0.0

    var isResting: Bool { duration >= Self.patience }

    /// Takes in a rate of turn, rad/s in the device frame; tells, now and then, what it was while the device lay still.
    ///
    /// A turn may begin so slowly that it passes for rest at first: only what has been followed by as much rest is told.
    mutating func add(rate sample: Vector3, step: Double) -> Reading? {
        let mean = rate ?? sample
        let weight = -expm1(-step / Self.timeConstant)
        let next = mean + weight * (sample - mean)
        rate = next
        let isTurning = max(abs(next.x), abs(next.y), abs(next.z)) > Self.largestBias
        duration = isTurning || (sample - next).length > Self.rateLimit ? 0 : duration + step
        guard duration > 0 else {
            (sum, sumDuration, last) = (.zero, 0, nil)
            return nil
        }
        sum = sum + step * sample
        sumDuration += step
        guard sumDuration >= Self.spell else { return nil }
        let average = (1 / sumDuration) * sum
        defer {
            last = (average, sumDuration)
            (sum, sumDuration) = (.zero, 0)
        }
        guard isResting, let last else { return nil }
        return Reading(rate: last.rate, change: average - last.rate, duration: last.duration)
    }

    mutating func add(acceleration sample: Vector3, step: Double) {
        let mean = acceleration ?? sample
        let next = mean - expm1(-step / Self.timeConstant) * (sample - mean)
        acceleration = next
        guard (sample - next).length > Self.accelerationLimit else { return }
        duration = 0
        (sum, sumDuration, last) = (.zero, 0, nil)
    }
}
