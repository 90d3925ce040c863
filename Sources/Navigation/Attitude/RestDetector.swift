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

    /// The average rate of turn, rad/s.
    private(set) var rate: Vector3?
    private var acceleration: Vector3?
    private var duration = 0.0

    var isResting: Bool { duration >= Self.patience }

    mutating func add(rate sample: Vector3, step: Double) {
        let mean = rate ?? sample
        let weight = -expm1(-step / Self.timeConstant)
        let next = mean + weight * (sample - mean)
        rate = next
        let isTurning = max(abs(next.x), abs(next.y), abs(next.z)) > Self.largestBias
        duration = isTurning || (sample - next).length > Self.rateLimit ? 0 : duration + step
    }

    mutating func add(acceleration sample: Vector3, step: Double) {
        let mean = acceleration ?? sample
        let next = mean - expm1(-step / Self.timeConstant) * (sample - mean)
        acceleration = next
        if (sample - next).length > Self.accelerationLimit { duration = 0 }
    }
}
