/// How a frame turned between two samples of a sensor: integrated rates of turn of the device.
struct FrameRotation: Sendable {
    /// Turns a vector that stands still from the device frame of then into that of now.
    var matrix = Matrix3.identity
    /// The angle turned through, radians.
    var angle = 0.0
    /// The variance of the turn that the sampling of the rates leaves open, rad².
    var variance = 0.0

    mutating func append(_ rate: Vector3, during step: Double) {
        matrix = Matrix3.rotation((-step) * rate) * matrix
        angle += rate.length * step
        // Between samples the rate changes by some 3 times itself in a second (hands, vehicles), unseen.
        let unseen = 0.75 * max(rate.length, 0.3) * step * step
        variance += unseen * unseen
    }
}

/// Integrates the rates of turn, for the gravity filter and for the calibration, each between its own samples.
struct RotationTracker: Sendable {
    /// Seconds between two samples of the rate above which the turn counts as unknown.
    private static let longestStep = 0.25

    /// The newest rate of turn, rad/s.
    private(set) var rate: Vector3?
    private var time = 0.0
    /// Since the last sample of the field and the acceleration; absent after a gap.
    private var sinceField: FrameRotation?
    private var sinceAcceleration: FrameRotation?

    /// Takes in a rate of turn.
    mutating func add(_ newRate: Vector3, at newTime: Double) {
        let step = newTime - time
        if let rate, step >= 0, step <= Self.longestStep {
            advance(by: step, rate: 0.5 * (rate + newRate))
        } else {
            sinceField = nil
            sinceAcceleration = nil
        }
        rate = newRate
        time = newTime
    }

    /// The turn since the last call, up to a sample of the field at a time; `nil` if it is not known.
    mutating func takeSinceField(until newTime: Double) -> FrameRotation? {
        let step = newTime - time
        if let rate, step > 0 {
            if step <= Self.longestStep {
                advance(by: step, rate: rate)
                time = newTime
            } else {
                reset()
            }
        }
        defer { sinceField = rate == nil ? nil : FrameRotation() }
        return sinceField
    }

    /// The turn since the last call; `nil` if it is not known.
    mutating func takeSinceAcceleration() -> FrameRotation? {
        defer { sinceAcceleration = rate == nil ? nil : FrameRotation() }
        return sinceAcceleration
    }

    mutating func reset() {
        rate = nil
        sinceField = nil
        sinceAcceleration = nil
    }

    private mutating func advance(by step: Double, rate: Vector3) {
        sinceField?.append(rate, during: step)
        sinceAcceleration?.append(rate, during: step)
    }
}
