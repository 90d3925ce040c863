internal import Glibc

/// A first-order low-pass filter of directions that steps by the time between measurements.
public struct DirectionLowPass: Sendable {
    /// The time in seconds after which a step has been followed to 63 %.
    public let timeConstant: Double
    private var last: (direction: Double, time: Double)?

    /// Creates a filter; a time constant of 0 passes directions through.
    public init(timeConstant: Double) {
        self.timeConstant = timeConstant
    }

    /// Takes in a direction in degrees, measured at a time in seconds, and returns the filtered one, in [0, 360).
    ///
    /// The first direction, and the first one after a jump back in time, is returned as it is. A direction or a
    /// time that is not finite changes nothing and returns `nil`.
    public mutating func add(_ direction: Double, at time: Double) -> Double? {
        guard direction.isFinite, time.isFinite else { return nil }
        var filtered = Angle.normalized(direction)
        if let last, time >= last.time {
            let weight = timeConstant > 0 ? -expm1(-(time - last.time) / timeConstant) : 1
            filtered = Angle.normalized(
                last.direction + weight * Angle.turn(from: last.direction, to: direction)
            )
        }
        last = (filtered, time)
        return filtered
    }

    /// Forgets everything that was taken in.
    public mutating func reset() {
        last = nil
    }
}
