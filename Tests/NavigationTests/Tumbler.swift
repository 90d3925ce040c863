import Foundation

@testable import Navigation

/// A device that is turned about all its axes in a known field, by its exact attitude and sensors that can be spoilt.
struct Tumbler {
    /// East, north, up, µT: middle latitudes.
    var earth = Vector3(x: 0, y: 18, z: -45)
    var iron: (Double) -> Vector3 = { _ in .zero }
    var softIron = SoftIron.none
    /// What the room adds, east, north, up.
    var room: (Double) -> Vector3 = { _ in .zero }
    /// Seconds that the magnetometer is late.
    var delay = 0.0
    var bias = Vector3.zero
    var hasGyro = true
    var rate = 100.0
    /// A sample of the field for every so many of the inertial sensor.
    var fieldEvery = 1
    /// How fast it turns; at 1, some 60 degrees a second.
    var speed = 1.0
    /// Seconds of rest before the motion.
    var rest = 3.0
    var noise = Noise(seed: 11)
    /// Heading, elevation and roll in degrees by the seconds of motion.
    var turning: (Double) -> (heading: Double, elevation: Double, roll: Double) = {
        (50 + 60 * (1 - cos(0.9 * $0)), 35 * sin(0.7 * $0), 50 * sin(1.1 * $0))
    }
    /// Degrees north of the equator by seconds; no fixes where there is none.
    var latitude: ((Double) -> Double)?

    struct Step {
        var time: Double
        var estimate: HeadingEstimate
        /// Degrees, of the y axis along the ground.
        var truth: Double
        var estimator: HeadingEstimator
    }

    func attitude(_ t: Double) -> Attitude {
        let angles = turning(speed * max(0, t - rest))
        return Attitude(heading: angles.heading, elevation: angles.elevation, roll: angles.roll)
    }

    /// Runs for some seconds and tells each heading.
    mutating func run(
        _ seconds: Double,
        into estimator: inout HeadingEstimator,
        from start: Double = 1_767_225_600,
        _ tell: (Step) -> Void
    ) {
        for index in 0..<Int(seconds * rate) {
            let t = Double(index) / rate
            if let latitude, index % Int(rate) == 0 {
                estimator.add(latitude: latitude(t), longitude: 0, altitude: 0, time: start + t)
            }
            let now = attitude(t)
            let turn = now.rate(to: attitude(t + 0.0005), in: 0.0005)
            estimator.add(
                // An accelerometer's filter is some milliseconds slower than the gyro's.
                acceleration: attitude(t - 0.005).device(Vector3(x: 0, y: 0, z: 9.81))
                    + noise.vector(0.03),
                rotationRate: hasGyro ? turn + bias + noise.vector(0.002) : nil,
                time: start + t
            )
            guard index % fieldEvery == 0 else { continue }
            let then = attitude(t - delay)
            let field = softIron.matrix * then.device(earth + room(t)) + iron(t) + noise.vector(0.3)
            guard let estimate = estimator.add(field: field, time: start + t) else { continue }
            let truth = atan2(now.y.x, now.y.y) * 180 / .pi
            tell(Step(time: t, estimate: estimate, truth: truth, estimator: estimator))
        }
    }
}

extension Tumbler.Step {
    /// Degrees; absent where no heading is told.
    var error: Double? { estimate.magneticHeading.map { abs(Angle.turn(from: truth, to: $0)) } }
}
