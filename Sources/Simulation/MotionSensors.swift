internal import Glibc
internal import Messages

/// The magnetometer, the accelerometer and the gyroscope of a phone.
struct MotionSensors: Sendable {
    /// What the device itself adds to the field, microtesla.
    let hardIron: Vector

    /// The earth's field in the world, microtesla.
    private let field: Vector
    private let gravity: Double
    private let gyroBias: Vector
    private let accelerationBias: Vector

    init(_ plan: CityWalkPlan, field: Vector, _ random: inout SeededGenerator) {
        self.field = field
        hardIron = Vector(
            x: 12 + 6 * random.normal(),
            y: -8 + 6 * random.normal(),
            z: 20 + 6 * random.normal()
        ).rounded(to: 0.01)
        gyroBias = Vector.normal(&random) * 0.003
        accelerationBias = Vector.normal(&random) * 0.02
        // Normal gravity on the ellipsoid (Somigliana; NGA.STND.0036, WGS84).
        let square = pow(sin(plan.latitude * .pi / 180), 2)
        gravity =
            9.780_325_335_9 * (1 + 1.931_852_652_41e-3 * square)
            / (1 - 6.694_379_990_141e-3 * square).squareRoot()
    }

    /// A sample of the field, noise of 0.3 µT included.
    func magneticField(at time: Double, _ attitude: Rotation, _ random: inout SeededGenerator)
        -> MagneticField
    {
        let sample = attitude.toDevice(field) + hardIron + Vector.normal(&random) * 0.3
        return MagneticField(time: time, field: sample.rounded(to: 0.01))
    }

    /// A sample of the motion since an earlier attitude, `step` seconds ago.
    ///
    /// The acceleration is the device's in the world, metres per second squared.
    func imu(
        at time: Double,
        _ attitude: Rotation,
        since earlier: Rotation,
        step: Double,
        acceleration: Vector,
        _ random: inout SeededGenerator
    ) -> IMU {
        let force = acceleration + Vector(x: 0, y: 0, z: gravity)
        let specific = attitude.toDevice(force) + accelerationBias + Vector.normal(&random) * 0.05
        let rate = attitude.turn(since: earlier) * (1 / step) + gyroBias + Vector.normal(&random) * 0.005
        return IMU(
            time: time,
            acceleration: specific.rounded(to: 0.001),
            rotationRate: rate.rounded(to: 0.0001)
        )
    }
}
