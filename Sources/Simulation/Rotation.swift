internal import Glibc
internal import Messages
internal import Navigation

/// How the device stands: turns vectors between its frame and the world's, x east, y north, z up.
struct Rotation: Sendable {
    /// What the device's x, y and z axes are in the world.
    private let x: Vector
    private let y: Vector
    private let z: Vector

    /// A device whose top points along `yaw` clockwise from north and `pitch` above the horizon, then rolled by `roll` about
    /// its long axis, right side down; radians.
    init(yaw: Double, pitch: Double, roll: Double) {
        let (sinYaw, cosYaw) = (sin(yaw), cos(yaw))
        let (sinPitch, cosPitch) = (sin(pitch), cos(pitch))
        let (sinRoll, cosRoll) = (sin(roll), cos(roll))
        let right = Vector(x: cosYaw, y: -sinYaw, z: 0)
        let upward = Vector(x: -sinYaw * sinPitch, y: -cosYaw * sinPitch, z: cosPitch)
        y = Vector(x: sinYaw * cosPitch, y: cosYaw * cosPitch, z: sinPitch)
        x = right * cosRoll - upward * sinRoll
        z = right * sinRoll + upward * cosRoll
    }

    /// The device-frame components of a vector in the world.
    func toDevice(_ world: Vector) -> Vector {
        Vector(x: x.dot(world), y: y.dot(world), z: z.dot(world))
    }

    /// Where the device points along the ground, degrees clockwise from true north, in [0, 360); absent where nowhere.
    ///
    /// Navigation says what that means for a device that stands upright, which the yaw does not: rolled in a pocket its top
    /// points elsewhere than its back, and a top that leans back points behind.
    var trueHeading: Double? {
        let (north, up) = (toDevice(Vector(x: 0, y: 1, z: 0)), toDevice(Vector(x: 0, y: 0, z: 1)))
        return TiltCompass(
            field: Vector3(x: north.x, y: north.y, z: north.z),
            acceleration: Vector3(x: up.x, y: up.y, z: up.z)
        )?.magneticHeading
    }

    /// The rotation vector in the device frame that leads from an earlier attitude to this one, radians.
    func turn(since earlier: Rotation) -> Vector {
        // The columns of the matrix from this device frame to the earlier one.
        let (a, b, c) = (earlier.toDevice(x), earlier.toDevice(y), earlier.toDevice(z))
        let axis = Vector(x: b.z - c.y, y: c.x - a.z, z: a.y - b.x) * 0.5
        let sine = axis.dot(axis).squareRoot()
        let angle = atan2(sine, (a.x + b.y + c.z - 1) / 2)
        return sine < 1e-12 ? axis : axis * (angle / sine)
    }
}

extension Vector {
    static func + (one: Vector, other: Vector) -> Vector {
        Vector(x: one.x + other.x, y: one.y + other.y, z: one.z + other.z)
    }

    static func - (one: Vector, other: Vector) -> Vector {
        Vector(x: one.x - other.x, y: one.y - other.y, z: one.z - other.z)
    }

    static func * (vector: Vector, factor: Double) -> Vector {
        Vector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }

    func dot(_ other: Vector) -> Double {
        x * other.x + y * other.y + z * other.z
    }

    /// A vector of three independent random numbers.
    static func normal(_ random: inout SeededGenerator) -> Vector {
        let (x, y, z) = (random.normal(), random.normal(), random.normal())
        return Vector(x: x, y: y, z: z)
    }

    /// The vector in steps of a resolution, as a sensor of so many bits gives it.
    func rounded(to resolution: Double) -> Vector {
        Vector(x: x.rounded(to: resolution), y: y.rounded(to: resolution), z: z.rounded(to: resolution))
    }
}

extension Double {
    /// The number in steps of a resolution, whose inverse is a whole number.
    ///
    /// Rounding also hides that the last digit of a sine depends on the machine.
    func rounded(to resolution: Double) -> Double {
        let steps = (1 / resolution).rounded()
        return (self * steps).rounded() / steps
    }

    /// The angle in radians as degrees in [0, 360).
    var compassDegrees: Double { Angle.normalized(self * 180 / .pi) }
}
