import Foundation
import Testing

@testable import Navigation

@Suite("The horizon of what drives", .timeLimit(.minutes(5)))
struct MotionAccelerationTests {
    /// A car that stands, speeds up, drives round a curve for half a minute, brakes and stands; a device that is tilted in it.
    private struct Drive {
        var rate = 50.0
        /// Seconds that fixes come late, and in which there are none.
        var delay = 0.0
        var blind = 0.0..<0.0
        var hasFixes = true
        /// Seconds in which a hand turns the device about.
        var handled = 0.0..<0.0
        /// Rad/s in the curve.
        var turning = 0.08

        /// m/s² along the way, and rad/s to the left.
        func motion(_ t: Double) -> (push: Double, turn: Double) {
            switch t {
            case 5..<15: (2, 0)
            case 20..<50: (0, turning)
            case 55..<65: (-2, 0)
            default: (0, 0)
            }
        }

        /// The largest angle between up and what is held for it, degrees, from when fixes may have told.
        func worst(_ filter: inout AttitudeFilter) -> Double {
            var noise = Noise(seed: 5)
            var (speed, course, worst) = (0.0, 0.6, 0.0)
            var waiting: [TrackedVelocity] = []
            var hand = Quaternion(rotation: Vector3(x: 0.9, y: 0.1, z: 0))
            let step = 1 / rate
            for index in 0..<Int(70 * rate) {
                let t = Double(index) * step
                let (push, turn) = motion(t)
                let spin = handled.contains(t) ? Vector3(x: 0.8 * sin(t), y: 0.5 * cos(2 * t), z: 0) : .zero
                // The course counts from east to the left; the device turns with the car.
                let car = Quaternion(rotation: Vector3(x: 0, y: 0, z: course))
                let level = (car * hand).matrix
                let acceleration = Vector3(
                    x: push * cos(course) - speed * turn * sin(course),
                    y: push * sin(course) + speed * turn * cos(course),
                    z: 9.81
                )
                if hasFixes, index.isMultiple(of: Int(rate)), !blind.contains(t) {
                    waiting.append(
                        TrackedVelocity(
                            time: t,
                            east: speed * cos(course) + noise.vector(0.1).x,
                            north: speed * sin(course) + noise.vector(0.1).y,
                            error: 0.1
                        )
                    )
                }
                while let fix = waiting.first, fix.time + delay <= t {
                    filter.add(fix)
                    waiting.removeFirst()
                }
                let rate = level.transposed * Vector3(x: 0, y: 0, z: turn) + spin
                _ = filter.add(rate: rate + noise.vector(0.002), at: t)
                filter.add(acceleration: level.transposed * acceleration + noise.vector(0.05), at: t)
                let up = filter.orientation(at: t).matrix.z
                if t > 2 { worst = max(worst, Angle.degrees(acos(min(1, up.dot(level.z))))) }
                speed += push * step
                course += turn * step
                hand = (hand * Quaternion(rotation: step * spin)).normalized
            }
            return worst
        }
    }

    @Test(
        "In a curve of half a minute the horizon stays within 1.5 degrees, where fixes tell the motion",
        arguments: [20.0, 50, 200]
    )
    func curve(rate: Double) {
        var (told, untold) = (AttitudeFilter(), AttitudeFilter())
        #expect(Drive(rate: rate).worst(&told) < 1.5)
        // 1.6 m/s² outward are 9 degrees.
        #expect(Drive(rate: rate, hasFixes: false).worst(&untold) > 7)
    }

    @Test("That they come late makes no difference, nor does a hand that turns the device about")
    func lateAndHandled() {
        var (late, handled) = (AttitudeFilter(), AttitudeFilter())
        #expect(Drive(delay: 1.3).worst(&late) < 2.5)
        #expect(Drive(handled: 18..<45).worst(&handled) < 2)
    }

    @Test("In a tunnel the gyro alone holds the horizon, and what it may have drifted by is told")
    func tunnel() {
        var filter = AttitudeFilter()
        #expect(Drive(blind: 22..<48).worst(&filter) < 2)
        var blind = AttitudeFilter()
        _ = Drive(blind: 22..<100).worst(&blind)
        #expect(blind.swayUncertainty > 2 * filter.swayUncertainty)
    }

    @Test("A long gentle curve does not pass for the gyro's offset at rest")
    func gentleCurve() {
        var (told, untold) = (AttitudeFilter(), AttitudeFilter())
        _ = Drive(turning: 0.01).worst(&told)
        _ = Drive(hasFixes: false, turning: 0.01).worst(&untold)
        #expect(told.bias.value.length < 0.002)
        #expect(untold.bias.value.length > told.bias.value.length)
    }
}
