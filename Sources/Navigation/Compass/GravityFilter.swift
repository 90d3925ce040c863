internal import Glibc

/// Which way is up in the device frame of a device without a gyro: the accelerations' low-pass.
struct GravityFilter: Sendable {
    /// Seconds in which a step is followed to 63 %.
    private static let timeConstant = 0.5
    /// Seconds after which the filter starts anew.
    static let longestGap = 2.0

    /// The filtered specific force, m/s²; absent before the first sample.
    private(set) var acceleration: Vector3?
    /// The mean square of what the filter takes out, (m/s²)².
    private var disturbance = 0.0
    private var time = 0.0

    /// Takes in a sample.
    mutating func add(_ sample: Vector3, at newTime: Double) {
        defer { time = newTime }
        let step = newTime - time
        guard let acceleration, step >= 0, step <= Self.longestGap else {
            self.acceleration = sample
            disturbance = 0
            return
        }
        let change = sample - acceleration
        self.acceleration = acceleration - expm1(-step / Self.timeConstant) * change
        disturbance -= expm1(-step) * (change.dot(change) - disturbance)
    }

    /// The standard error of the up direction, radians.
    ///
    /// A walker's accelerations swing about gravity with a period of half a second, of which the filter leaves about
    /// a sixth; a sensor that lies still is level to about half a degree.
    var uncertainty: Double {
        guard let length = acceleration?.length, length > 0 else { return .pi }
        return 0.009 + disturbance.squareRoot() / length / 6
    }

    mutating func reset() {
        acceleration = nil
        disturbance = 0
    }
}
