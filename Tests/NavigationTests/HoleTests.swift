import Foundation
import Testing

@testable import Navigation

/// A device in a hand that turns by up to 190 degrees a second, and sensors that are silent for a while.
struct Interrupted {
    enum Silent: String, CaseIterable {
        case all
        case gyro
        case accelerometer
        case magnetometer
    }

    var silent = Silent.all
    /// Seconds of the silence, which begins after ``beginning``.
    var hole = 1.5
    var rate = 50.0
    var seed: UInt64 = 1
    /// What the hand accelerates by, m/s².
    var sway = 0.0
    /// By how much later in its motion the device is after the silence, seconds: an attitude that nobody saw it come to.
    var skipped = 0.0

    static let beginning = 16.0
    static let iron = Vector3(x: 12, y: -8, z: 20)

    struct Result {
        /// Degrees that headings are off by, with the bound told, by seconds after the silence.
        var errors: [(time: Double, error: Double, bound: Double)] = []
        /// How many samples of the field there were a second or more after it.
        var asked = 0
        /// The largest error of the hard iron that was told, in standard errors.
        var ironDistance = 0.0
        var last: HardIronCalibration.Estimate?

        func errors(from: Double, to: Double) -> [(time: Double, error: Double, bound: Double)] {
            errors.filter { $0.time >= from && $0.time < to }
        }
    }

    func attitude(_ t: Double) -> Attitude {
        let turn = 1.5 * sin(1.7 * t) + 0.8 * sin(0.9 * t + 1)
        return Attitude(
            heading: turn * 180 / .pi,
            elevation: 0.5 * sin(0.7 * t) * 180 / .pi,
            roll: 0.6 * sin(1.1 * t) * 180 / .pi
        )
    }

    func run(for seconds: Double = 10) -> Result {
        var noise = Noise(seed: seed)
        var estimator = HeadingEstimator()
        var result = Result()
        let phase = 50 * noise.uniform()
        let end = Self.beginning + hole
        for index in 0..<Int((end + seconds) * rate) {
            let t = Double(index) / rate
            let isSilent = t > Self.beginning && t < end
            func hears(_ sensor: Silent) -> Bool { !isSilent || (silent != .all && silent != sensor) }
            let moment = t + phase + (t > Self.beginning ? skipped : 0)
            let now = attitude(moment)
            let force = Vector3(
                x: sway * sin(2 * .pi * 0.9 * t),
                y: 0.7 * sway * sin(2 * .pi * 1.8 * t + 1),
                z: 9.81 + sway * sin(2 * .pi * 1.8 * t)
            )
            let acceleration = now.device(force) + noise.vector(0.02)
            let turn = now.rate(to: attitude(moment + 1e-4), in: 1e-4) + noise.vector(0.002)
            let field = now.device(Vector3(x: 0, y: 20, z: -45)) + Self.iron + noise.vector(0.3)
            let time = 1_767_225_600 + t
            if hears(.gyro) || hears(.accelerometer) {
                estimator.add(
                    acceleration: hears(.accelerometer) ? acceleration : nil,
                    rotationRate: hears(.gyro) ? turn : nil,
                    time: time
                )
            }
            guard hears(.magnetometer), let estimate = estimator.add(field: field, time: time), t >= end
            else { continue }
            if t - end >= 1 { result.asked += 1 }
            if let best = estimator.calibration.best {
                let distance = (best.offset - Self.iron).length / (3.0.squareRoot() * best.uncertainty)
                result.ironDistance = max(result.ironDistance, distance)
                result.last = best
            }
            guard let heading = estimate.magneticHeading, let bound = estimate.accuracy else { continue }
            let truth = atan2(now.y.x, now.y.y) * 180 / .pi
            result.errors.append((t - end, abs(Angle.turn(from: truth, to: heading)), bound))
        }
        return result
    }
}

@Suite("A hole in the samples", .timeLimit(.minutes(10)))
struct HoleTests {
    private func check(_ device: Interrupted) throws {
        let result = device.run()
        let covered = result.errors.count { $0.error <= $0.bound }
        #expect(Double(covered) >= 0.95 * Double(result.errors.count))
        // After a second, there is a heading again, and it stays.
        #expect(result.errors(from: 1, to: 10).count == result.asked)
        #expect(try #require(result.errors(from: 3, to: 10).map(\.error).max()) < 6)
        #expect(try #require(result.errors(from: 3, to: 10).map(\.bound).max()) < 20)
        #expect(result.ironDistance < 3)
        let last = try #require(result.last)
        #expect(last.isCalibrated)
        #expect((last.offset - Interrupted.iron).length < 1)
    }

    @Test(
        "The heading is back within a second, with an honest bound, however long a device that turns was not heard",
        arguments: [0.1, 0.2, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 1.95, 2.5, 5]
    )
    func lengths(hole: Double) throws {
        // Each length at two of the four rates, in turn.
        let isLater = Int((10 * hole).rounded()).isMultiple(of: 2)
        for rate in isLater ? [20.0, 200] : [50.0, 100] { try check(length: hole, rate: rate) }
    }

    private func check(length hole: Double, rate: Double) throws {
        var device = Interrupted()
        (device.hole, device.rate, device.sway, device.seed) = (hole, rate, 1, UInt64(10 * hole + rate))
        try check(device)
    }

    @Test(
        "It is back whichever sensor was silent",
        arguments: [Interrupted.Silent.gyro, .accelerometer, .magnetometer],
        [0.15, 0.3, 0.9, 1.8, 5]
    )
    func sensors(silent: Interrupted.Silent, hole: Double) throws {
        for (rate, sway) in [(20.0, 0.0), (50, 1.5)] {
            var device = Interrupted()
            (device.silent, device.hole, device.rate, device.sway) = (silent, hole, rate, sway)
            device.seed = UInt64(10 * hole + rate)
            try check(device)
        }
    }

    @Test(
        "A device that was put elsewhere in a hole is not taken for one with other iron",
        arguments: [0.3, 0.5, 0.9, 1.9]
    )
    func elsewhere(hole: Double) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var device = Interrupted()
            (device.hole, device.skipped, device.seed) = (hole, 7, seed)
            try check(device)
        }
    }

    @Test("A new horizon of a device that is shaken is known less well than one of a device at rest")
    func newHorizon() {
        func uncertainty(shaken: Double) -> Double {
            var filter = AttitudeFilter()
            func add(_ time: Double) {
                _ = filter.add(rate: .zero, at: time)
                let force = Vector3(x: shaken * sin(6 * time), y: shaken * cos(7 * time), z: 9.81)
                filter.add(acceleration: force, at: time)
            }
            for index in 0..<1000 { add(Double(index) / 100) }
            add(10.5)
            return filter.uncertainty
        }
        // 2 m/s² in one direction of the two: 0.14 rad.
        #expect(uncertainty(shaken: 2) > 0.1)
        #expect(uncertainty(shaken: 0) < 0.01)
    }

    @Test(
        "What a device may have turned by in a hole goes with how fast its turning changes, and for how long"
    )
    func unseenTurn() {
        func variance(_ rate: (Double) -> Double, hole: Double) -> Double {
            var turn = UnseenTurn()
            for index in 1...300 {
                let time = Double(index) / 100
                let change = rate(time) - rate(time - 0.01)
                let steady = turn.add(change: Vector3(x: 0, y: 0, z: change), step: 0.01)
                guard steady == 0 else { return .infinity }
            }
            let change = Vector3(x: 0, y: 0, z: rate(3 + hole) - rate(3))
            return turn.add(change: change, step: hole)
        }
        // A swing of 3 rad/s at 1 Hz, off by what the mean of its ends leaves open: measured over all its phases.
        var squares = 0.0
        let swing = { (time: Double) in 3 * sin(2 * .pi * time) }
        for phase in 0..<100 {
            let begin = Double(phase) / 100
            let turned = 3 / (2 * .pi) * (cos(2 * .pi * begin) - cos(2 * .pi * (begin + 0.2)))
            let guessed = 0.1 * (swing(begin) + swing(begin + 0.2))
            squares += (turned - guessed) * (turned - guessed) / 100
        }
        let told = variance(swing, hole: 0.2)
        #expect(told > squares)
        #expect(told < 9 * squares)
        #expect(variance({ _ in 1 }, hole: 0.2) == 0)
        #expect(variance(swing, hole: 0.1) < 0.1 * told)
    }
}
