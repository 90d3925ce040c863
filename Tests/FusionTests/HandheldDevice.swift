import Glibc
import Messages
import Navigation

@testable import FusionPlugin

/// A device that somebody holds and turns, where the field is known: what its sensors read, with a little noise.
struct HandheldDevice {
    /// 1 January 2026.
    static let start = 1_767_225_600.0

    /// Degrees by seconds: where the top points from true north, how far it is raised, how far it leans to the right.
    var heading: (Double) -> Double = { _ in 0 }
    var elevation: (Double) -> Double = { _ in 20 }
    var roll: (Double) -> Double = { _ in 0 }
    /// µT: east, north, up.
    var earth: Vector
    var iron = Vector(x: 0, y: 0, z: 0)

    /// The main field of a place, µT: east, north, up.
    static func earth(latitude: Double, longitude: Double) -> Vector {
        let year = MagneticModel.decimalYear(unixSeconds: start)
        let field = MagneticModel.wmm2025.field(
            latitude: latitude,
            longitude: longitude,
            altitude: 0,
            year: year
        )
        return Vector(x: field.y / 1000, y: field.x / 1000, z: -field.z / 1000)
    }

    /// Turned about on the spot for 15 s, as one does to calibrate a compass; then as it is held.
    mutating func swingFirst() {
        let (heading, elevation, roll) = (self.heading, self.elevation, self.roll)
        func share(_ t: Double) -> Double { t < 15 ? sin(.pi * t / 15) * sin(.pi * t / 15) : 0 }
        self.heading = { heading($0) + 150 * share($0) * sin(0.8 * $0) }
        self.elevation = { elevation($0) + 40 * share($0) * sin(1.1 * $0) }
        self.roll = { roll($0) + 50 * share($0) * sin(1.5 * $0) }
    }

    /// What the device's axes are in the world, east, north, up.
    private func axes(_ t: Double) -> [Vector] {
        let (h, e, r) = (heading(t) * .pi / 180, elevation(t) * .pi / 180, roll(t) * .pi / 180)
        let y = Vector(x: sin(h) * cos(e), y: cos(h) * cos(e), z: sin(e))
        let right = Vector(x: cos(h), y: -sin(h), z: 0)
        let above = Vector(x: -sin(h) * sin(e), y: -cos(h) * sin(e), z: cos(e))
        return [mixed(right, cos(r), above, -sin(r)), y, mixed(right, sin(r), above, cos(r))]
    }

    private func mixed(_ one: Vector, _ a: Double, _ other: Vector, _ b: Double) -> Vector {
        Vector(x: a * one.x + b * other.x, y: a * one.y + b * other.y, z: a * one.z + b * other.z)
    }

    private func along(_ axes: [Vector], _ v: Vector) -> Vector {
        func dot(_ a: Vector) -> Double { a.x * v.x + a.y * v.y + a.z * v.z }
        return Vector(x: dot(axes[0]), y: dot(axes[1]), z: dot(axes[2]))
    }

    func imu(_ t: Double) -> IMU {
        let (now, next) = (axes(t), axes(t + 1e-4))
        // The change of each axis, seen in the device frame: [ω]× by its columns.
        let (dx, dy) = (along(now, next[0]), along(now, next[1]))
        var imu = IMU(time: Self.start + t)
        let jitter = 0.001 * sin(97 * t)
        imu.acceleration = mixed(
            along(now, Vector(x: 0, y: 0, z: 9.81)),
            1,
            Vector(x: 1, y: -1, z: 1),
            jitter
        )
        imu.rotationRate = Vector(x: dy.z / 1e-4 + jitter, y: -dx.z / 1e-4 - jitter, z: dx.y / 1e-4 + jitter)
        return imu
    }

    func field(_ t: Double) -> MagneticField {
        let noise = 0.2 * sin(83 * t)
        let field = mixed(along(axes(t), earth), 1, iron, 1)
        return MagneticField(
            time: Self.start + t,
            field: mixed(field, 1, Vector(x: 1, y: -1, z: 0.5), noise)
        )
    }

    /// Feeds some seconds at 50 samples a second with a fix a second, and tells what comes out, with the seconds.
    func feed(
        _ engine: inout FusionEngine,
        _ seconds: Range<Int>,
        fix: (Double) -> Fix?,
        _ tell: (Double, FusionOutput) -> Void
    ) {
        for index in (seconds.lowerBound * 50)..<(seconds.upperBound * 50) {
            let t = Double(index) / 50
            if index.isMultiple(of: 50), let fix = fix(t) {
                tell(t, engine.add(fix, from: "gps", isLastValue: false, arrival: t))
            }
            _ = engine.add(imu(t), from: "mag", arrival: t)
            tell(t, engine.add(field(t), from: "mag", arrival: t))
        }
    }
}
