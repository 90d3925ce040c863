import Foundation
import Testing

@testable import Navigation

@Suite("The calibration", .timeLimit(.minutes(5)))
struct CalibrationTests {
    static let iron = Vector3(x: 30, y: -25, z: 20)

    @Test("Turns tell the hard iron and the magnetometer's delay", arguments: [20.0, 50, 100, 200])
    func ironAndDelay(rate: Double) throws {
        var tumbler = Tumbler()
        (tumbler.iron, tumbler.delay, tumbler.rate) = ({ _ in Self.iron }, 0.018, rate)
        tumbler.speed = 3
        var estimator = HeadingEstimator()
        var firstKnown: Double?
        var late: [Double] = []
        tumbler.run(30, into: &estimator) { step in
            if firstKnown == nil, !step.estimator.calibration.needsMotion { firstKnown = step.time }
            if step.time > 12 { late.append(step.error ?? 180) }
        }
        // Six seconds of motion after three of rest.
        #expect(try #require(firstKnown) < 3 + 6)
        let best = try #require(estimator.calibration.best)
        #expect(best.method == .rotation)
        #expect((best.offset - Self.iron).length < 1.5)
        #expect(abs(try #require(estimator.calibration.delay) - 0.018) < 0.004)
        #expect(!estimator.calibration.agrees)
        #expect(try #require(late.max()) < 6)
    }

    @Test("A magnetometer that is asked more often than it has news is not surer for it")
    func oversampled() throws {
        func uncertainty(rate: Double) throws -> Double {
            var tumbler = Tumbler()
            (tumbler.rate, tumbler.iron) = (rate, { _ in Self.iron })
            var estimator = HeadingEstimator()
            tumbler.run(6, into: &estimator) { _ in }
            return try #require(estimator.calibration.best).uncertainty
        }
        let usual = try uncertainty(rate: 100)
        #expect(try uncertainty(rate: 400) > 0.9 * usual)
        #expect(try uncertainty(rate: 25) > usual)
    }

    @Test("A device without hard iron is seen to have none")
    func agreement() {
        var tumbler = Tumbler()
        var estimator = HeadingEstimator()
        var worst = 0.0
        tumbler.run(20, into: &estimator) { if $0.time > 8 { worst = max(worst, $0.error ?? 180) } }
        #expect(estimator.calibration.agrees)
        #expect(worst < 3)
    }

    @Test("A magnet that is put on the device and taken off is noticed, and learnt each time")
    func magnetOnTheBoard() throws {
        var tumbler = Tumbler()
        tumbler.iron = { (15..<40).contains($0) ? Vector3(x: 5, y: -20, z: 45) : .zero }
        var estimator = HeadingEstimator()
        var (errors, learnt) = ([Double](), [Vector3]())
        tumbler.run(60, into: &estimator) { step in
            if step.time > 8, let error = step.error { errors.append(error) }
            if (30..<40).contains(step.time), let best = step.estimator.calibration.best {
                learnt.append(best.offset)
            }
        }
        #expect(estimator.calibration.jumps >= 2)
        #expect((try #require(learnt.last) - Vector3(x: 5, y: -20, z: 45)).length < 2)
        #expect(estimator.calibration.agrees)
        let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
        #expect(errors.count > 4000)
        #expect(rms < 4)
    }

    @Test("A magnet of the room is not learnt, the accuracy covers what it does, and the heading comes back")
    func magnetInTheRoom() throws {
        var tumbler = Tumbler()
        tumbler.room = { (15..<20).contains($0) ? Vector3(x: 30, y: -10, z: 25) : .zero }
        var estimator = HeadingEstimator()
        var (after, outside, told) = ([Double](), 0, 0)
        tumbler.run(60, into: &estimator) { step in
            guard step.time > 15, let error = step.error, let bound = step.estimate.accuracy else { return }
            told += 1
            if error > bound { outside += 1 }
            if step.time > 45 { after.append(error) }
        }
        let best = try #require(estimator.calibration.best)
        #expect(best.offset.length < 2)
        #expect(Double(outside) <= 0.07 * Double(told), "\(outside) of \(told)")
        #expect(after.count > 1400)
        #expect(try #require(after.max()) < 7, "\(after.max() ?? -1)")
    }

    @Test(
        "Within two seconds of a field of 40 µT the accuracy is at least twice as wide, or the heading invalid"
    )
    func widening() throws {
        var tumbler = Tumbler()
        tumbler.room = { $0 >= 15 ? Vector3(x: 30, y: -20, z: 17) : .zero }
        var estimator = HeadingEstimator()
        var (before, within) = (0.0, 0.0)
        tumbler.run(17, into: &estimator) { step in
            let bound = step.estimate.accuracy ?? 180
            if step.time < 15 { before = bound } else { within = max(within, bound) }
        }
        #expect(before < 10)
        #expect(within > 2 * before)
    }

    @Test("What was found in a run before is held, once turns have confirmed it")
    func reference() throws {
        var tumbler = Tumbler()
        tumbler.iron = { _ in Self.iron }
        var estimator = HeadingEstimator(iron: Self.iron)
        #expect(!estimator.calibration.agrees)
        tumbler.run(15, into: &estimator) { _ in }
        #expect(estimator.calibration.agrees)
        estimator.recalibrate()
        #expect(estimator.calibration.needsMotion)
        #expect(estimator.calibration.reference == .zero)
    }

    @Test("A magnetometer of one sample a second beside a gyro of 400 is calibrated too")
    func slowField() throws {
        var tumbler = Tumbler()
        (tumbler.rate, tumbler.fieldEvery, tumbler.iron) = (400, 400, { _ in Self.iron })
        var estimator = HeadingEstimator()
        var (told, inside) = (0, 0)
        tumbler.run(60, into: &estimator) { step in
            guard step.time > 20, let error = step.error, let bound = step.estimate.accuracy else { return }
            told += 1
            if error <= bound { inside += 1 }
        }
        #expect(told > 35)
        #expect(Double(inside) >= 0.9 * Double(told))
    }

    @Test("At most 7 % of the errors are beyond the accuracy that is told")
    func coverage() {
        var (told, outside) = (0, 0)
        for seed in 1...4 {
            var tumbler = Tumbler()
            tumbler.noise = Noise(seed: UInt64(seed))
            tumbler.iron = { _ in Double(seed) * 0.3 * Self.iron }
            tumbler.room = { Vector3(x: sin(0.5 * $0), y: cos(0.7 * $0), z: sin(0.3 * $0)) }
            var estimator = HeadingEstimator()
            tumbler.run(30, into: &estimator) { step in
                guard let error = step.error, let bound = step.estimate.accuracy else { return }
                told += 1
                if error > bound { outside += 1 }
            }
        }
        #expect(told > 8000)
        #expect(Double(outside) <= 0.07 * Double(told))
    }
}
