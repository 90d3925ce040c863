/// What a sensor of three axes measures.
public enum Quantity: String, Hashable, Sendable, CaseIterable {
    /// The magnetic field; microtesla.
    case magneticField = "magn"
    /// The acceleration, at rest +g on the axis that points up; m/s².
    case acceleration = "accel"
    /// The rate of turn, right-handed; rad/s.
    case rotationRate = "anglvel"

    /// What a value in the kernel's unit is multiplied by (its documentation, ABI/testing/sysfs-bus-iio): gauss to microtesla.
    var factor: Double { self == .magneticField ? 100 : 1 }
}
