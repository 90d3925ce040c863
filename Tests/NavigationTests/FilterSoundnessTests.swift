import Foundation
import Testing

@testable import Navigation

@Suite("What the filters say of their own uncertainty", .timeLimit(.minutes(5)))
struct FilterSoundnessTests {
    @Test(
        "After hostile samples no uncertainty is nothing, and a minute of sound ones makes the iron right",
        arguments: [1, 5, 10, 16, 18] as [UInt64]
    )
    func hostile(seed: UInt64) throws {
        var estimator = HeadingEstimator()
        var device = HostileDevice(seed: seed)
        var least = Double.infinity
        var last: HardIronCalibration.Estimate?
        device.run(into: &estimator) { estimator, isOver in
            for estimate in estimator.calibration.estimates {
                // No number is the least of any.
                least = estimate.uncertainty.isNaN ? -1 : min(least, estimate.uncertainty)
            }
            if isOver { last = estimator.calibration.best }
        }
        #expect(least > 0.02)
        let best = try #require(last)
        #expect(best.isCalibrated)
        #expect((best.offset - HostileDevice.iron).length < 3 * 3.0.squareRoot() * best.uncertainty)
    }

    @Test(
        "A filter's covariance stays positive, whatever samples and motions come",
        arguments: 1...5 as ClosedRange<UInt64>
    )
    func covariance(seed: UInt64) {
        var noise = Noise(seed: seed)
        for assumptions in [FieldFilter.Assumptions.free, .bent, .held] {
            var filter = FieldFilter(assumptions)
            var attitude = Quaternion.identity
            var unsound = 0
            for _ in 0..<1000 {
                let size = pow(10, 4 * noise.uniform() - 2)
                let rate = noise.vector(min(20, size))
                let step = noise.uniform() < 0.1 ? 0 : 0.2 * noise.uniform() * noise.uniform()
                attitude = (attitude * Quaternion(rotation: step * rate)).normalized
                if noise.uniform() < 0.02 { attitude = Quaternion(rotation: noise.vector(2)) }
                if noise.uniform() < 0.02 { filter.restart() }
                let field = attitude.matrix.transposed * Vector3(x: 0, y: 20, z: -45)
                let disturbance = noise.vector(noise.uniform() < 0.05 ? 500 : 0.5)
                _ = filter.add(
                    field + disturbance,
                    motion: .init(
                        orientation: attitude,
                        rate: rate,
                        effort: step * rate.dot(rate),
                        upError: noise.uniform() < 0.1 ? 0.5 : 0.01,
                        unseen: noise.uniform() < 0.05 ? 0.1 : 0,
                        turnError: noise.uniform() < 0.05 ? 0.2 : 0,
                        offset: 0.001 * noise.normal(),
                        offsetError: 0.01 * noise.uniform()
                    ),
                    step: step
                )
                let diagonal = (0..<11).map { filter.covariance[$0][$0] }
                if !filter.isSound || !diagonal.allSatisfy({ $0 > 0 && $0.isFinite }) { unsound += 1 }
            }
            #expect(unsound == 0)
        }
    }

    @Test("A restart in a turn leaves field, iron and delay as well known together as each of them is")
    func restart() {
        var filter = FieldFilter(.free)
        var noise = Noise(seed: 4)
        let earth = Vector3(x: 0, y: 20, z: -45)
        func add(_ count: Int) {
            var attitude = Quaternion.identity
            for _ in 0..<count {
                let rate = Vector3(x: 1, y: 2, z: 3)
                attitude = (attitude * Quaternion(rotation: 0.02 * rate)).normalized
                let field = attitude.matrix.transposed * earth + noise.vector(0.3)
                let motion = FieldFilter.Motion(
                    orientation: attitude,
                    rate: rate,
                    effort: 0.28,
                    offsetError: 0.01
                )
                _ = filter.add(field, motion: motion, step: 0.02)
            }
        }
        // Of a turn about one axis the filter holds iron and delay for the same.
        add(20)
        filter.restart()
        add(1)
        #expect(filter.covariance[6][9] != 0)
        // What the iron along the field's way is off by together with the delay, the field has taken upon itself.
        #expect(filter.covariance[0][9] != 0)
        #expect(filter.covariance.isPositive)
    }

    @Test("A covariance that is none is seen, and a variance that is none is no certainty")
    func unsound() {
        var covariance = FieldFilter.Covariance { row in FieldFilter.Row { $0 == row ? 1 : 0 } }
        #expect(covariance.isPositive)
        (covariance[2][7], covariance[7][2]) = (1.1, 1.1)
        #expect(!covariance.isPositive)
        (covariance[2][7], covariance[7][2]) = (.nan, .nan)
        #expect(!covariance.isPositive)
        for variance in [-1, 0, Double.nan] {
            let estimate = HardIronCalibration.Estimate(
                method: .rotation,
                offset: .zero,
                covariance: .diagonal(variance)
            )
            #expect(estimate.uncertainty == .infinity)
            #expect(!estimate.isCalibrated)
        }
    }
}
