import Foundation
import Navigation

/// Noise that is the same on each run: a linear congruential generator (Knuth's MMIX constants).
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func uniform() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (Double(state >> 11) + 0.5) / 9_007_199_254_740_992
    }

    mutating func normal() -> Double {
        (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
    }

    mutating func vector(_ deviation: Double) -> Vector3 {
        Vector3(x: deviation * normal(), y: deviation * normal(), z: deviation * normal())
    }
}

/// An attitude by its axes in east, north, up: written down from their meaning, not by the formulas under test.
struct Attitude {
    let x: Vector3
    let y: Vector3
    let z: Vector3

    /// Where the y axis points along the ground, how far it is raised, and how far the device then leans to the right.
    init(heading: Double, elevation: Double, roll: Double) {
        let (h, e, r) = (heading * .pi / 180, elevation * .pi / 180, roll * .pi / 180)
        y = Vector3(x: sin(h) * cos(e), y: cos(h) * cos(e), z: sin(e))
        let right = Vector3(x: cos(h), y: -sin(h), z: 0)
        let above = Vector3(x: -sin(h) * sin(e), y: -cos(h) * sin(e), z: cos(e))
        x = cos(r) * right - sin(r) * above
        z = sin(r) * right + cos(r) * above
    }

    /// A vector of east, north, up in the device frame.
    func device(_ vector: Vector3) -> Vector3 {
        Vector3(x: x.dot(vector), y: y.dot(vector), z: z.dot(vector))
    }

    /// The rate of turn, in the device frame, that leads to another attitude in a short time.
    func rate(to next: Attitude, in step: Double) -> Vector3 {
        // For a small turn w, the axes change by w × axis; half the sum of axis × change is w.
        let pairs = [(x, next.x), (y, next.y), (z, next.z)]
        let turn = pairs.reduce(Vector3.zero) { $0 + 0.5 * $1.0.cross($1.1) }
        return (1 / step) * device(turn)
    }
}

/// A device in the hand of someone who walks through a known field.
struct Walker {
    struct Result {
        var valid = 0
        var count = 0
        var firstValid: Double?
        var squares = 0.0
        var outside = 0
        var last: HeadingEstimate?

        var share: Double { Double(valid) / Double(max(1, count)) }
        var rms: Double { (squares / Double(max(1, valid))).squareRoot() }
        var outsideShare: Double { Double(outside) / Double(max(1, valid)) }
    }

    var iron = Vector3.zero
    var hasGyro = true
    var hasAcceleration = true
    var hasFix = true
    /// Degrees that the heading swings by with the steps.
    var swing = 5.0
    /// How the walker turns: degrees by seconds.
    var course: (Double) -> Double = { 40 + 30 * sin($0 / 15) }
    var latitude = 52.5
    var longitude = 13.4
    var rate = 50.0
    var seed: UInt64 = 1

    func attitude(_ t: Double) -> Attitude {
        Attitude(
            heading: course(t) + swing * sin(2 * .pi * 0.9 * t),
            elevation: 25 + 3 * sin(2 * .pi * 0.4 * t) + sin(2 * .pi * 1.8 * t),
            roll: 4 * sin(2 * .pi * 0.9 * t + 1)
        )
    }

    func walk(_ seconds: Double, into estimator: inout HeadingEstimator, from start: Double = 1_767_225_600)
        -> Result
    {
        var noise = Noise(seed: seed)
        var result = Result()
        let year = MagneticModel.decimalYear(unixSeconds: start)
        let earth = MagneticModel.wmm2025.field(
            latitude: latitude,
            longitude: longitude,
            altitude: 0,
            year: year
        )
        let field = 0.001 * Vector3(x: earth.y, y: earth.x, z: -earth.z)
        if hasFix { estimator.add(latitude: latitude, longitude: longitude, altitude: 0, time: start) }
        for index in 0..<Int(seconds * rate) {
            let t = Double(index) / rate
            let now = attitude(t)
            let bounce = Vector3(
                x: 0.5 * sin(2 * .pi * 0.9 * t),
                y: 0.4,
                z: 9.81 + 2 * sin(2 * .pi * 1.8 * t)
            )
            let turn = now.rate(to: attitude(t + 0.001), in: 0.001)
            estimator.add(
                acceleration: hasAcceleration ? now.device(bounce) + noise.vector(0.05) : nil,
                rotationRate: hasGyro
                    ? turn + noise.vector(0.005) + Vector3(x: 0.003, y: -0.004, z: 0.003) : nil,
                time: start + t
            )
            guard
                let estimate = estimator.add(
                    field: now.device(field) + iron + noise.vector(0.3),
                    time: start + t
                )
            else { continue }
            let truth = course(t) + swing * sin(2 * .pi * 0.9 * t)
            result.take(estimate, truth: hasFix ? truth : truth - earth.declination, t: t)
        }
        return result
    }
}

extension Walker.Result {
    mutating func take(_ estimate: HeadingEstimate, truth: Double, t: Double) {
        count += 1
        last = estimate
        guard let heading = estimate.trueHeading ?? estimate.magneticHeading, let bound = estimate.accuracy
        else { return }
        valid += 1
        firstValid = firstValid ?? t
        let error = Angle.turn(from: truth, to: heading)
        squares += error * error
        if abs(error) > bound { outside += 1 }
    }
}
