internal import Glibc
internal import Messages

/// The magnetometer, the accelerometer and the gyroscope of a phone.
struct MotionSensors: Sendable {
    /// What the device itself adds to the field, microtesla.
    let hardIron: Vector

    /// The earth's field in the world, microtesla.
    private let field: Vector
    /// What iron bends the field by: the rows of a matrix.
    private let softIron: [Vector]
    private let gravity: Double
    private let gyroBias: Vector
    private let accelerationBias: Vector

    init(_ plan: TripPlan, _ motion: Motion, field: Vector, _ random: inout SeededGenerator) {
        self.field = field
        hardIron = Vector(
            x: motion.iron.mean.x + motion.iron.deviation * random.normal(),
            y: motion.iron.mean.y + motion.iron.deviation * random.normal(),
            z: motion.iron.mean.z + motion.iron.deviation * random.normal()
        ).rounded(to: 0.01)
        gyroBias = Vector.normal(&random) * 0.003
        accelerationBias = Vector.normal(&random) * 0.02
        // Normal gravity on the ellipsoid (Somigliana; NGA.STND.0036, WGS84).
        let square = pow(sin(plan.latitude * .pi / 180), 2)
        gravity =
            9.780_325_335_9 * (1 + 1.931_852_652_41e-3 * square)
            / (1 - 6.694_379_990_141e-3 * square).squareRoot()
        softIron = Self.softIron(motion.softIron, &random)
    }

    /// A symmetric matrix near the one that leaves all as it is.
    private static func softIron(_ deviation: Double, _ random: inout SeededGenerator) -> [Vector] {
        guard deviation > 0 else {
            return [Vector(x: 1, y: 0, z: 0), Vector(x: 0, y: 1, z: 0), Vector(x: 0, y: 0, z: 1)]
        }
        let (diagonal, other) = (Vector.normal(&random) * deviation, Vector.normal(&random) * deviation)
        return [
            Vector(x: 1 + diagonal.x, y: other.x, z: other.y),
            Vector(x: other.x, y: 1 + diagonal.y, z: other.z),
            Vector(x: other.y, y: other.z, z: 1 + diagonal.z),
        ]
    }

    /// A sample of the field, noise of 0.3 µT included.
    func magneticField(at time: Double, _ attitude: Rotation, _ random: inout SeededGenerator)
        -> MagneticField
    {
        let earth = attitude.toDevice(field)
        let bent = Vector(x: softIron[0].dot(earth), y: softIron[1].dot(earth), z: softIron[2].dot(earth))
        let sample = bent + hardIron + Vector.normal(&random) * 0.3
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
