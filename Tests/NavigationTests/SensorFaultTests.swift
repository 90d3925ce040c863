import Foundation
import Testing

@testable import Navigation

@Suite("Sensors at fault", .timeLimit(.minutes(5)))
struct SensorFaultTests {
    private func fault(
        of quantity: SensorHealth.Quantity,
        seconds: Double = 3,
        _ sample: (Double, inout Noise) -> Vector3
    ) -> String? {
        var health = SensorHealth(quantity)
        var noise = Noise(seed: 4)
        for index in 0..<Int(seconds * 50) {
            let time = Double(index) / 50
            health.add(sample(time, &noise), at: time)
        }
        return health.fault
    }

    @Test("Other units are noticed, and named")
    func units() {
        func field(_ scale: Double) -> String? {
            fault(of: .magneticField) { _, noise in
                scale * (Vector3(x: 10, y: 15, z: -42) + noise.vector(0.3))
            }
        }
        #expect(field(1) == nil)
        #expect(field(1e-6)?.contains("tesla, not microtesla") == true)
        #expect(field(0.01)?.contains("gauss") == true)
        #expect(field(1000)?.contains("nanotesla") == true)
        func force(_ scale: Double) -> String? {
            fault(of: .acceleration) { _, noise in scale * (Vector3(x: 0, y: 1, z: 9.7) + noise.vector(0.05))
            }
        }
        #expect(force(1) == nil)
        #expect(force(1 / 9.81)?.contains("multiples of g") == true)
        #expect(force(1000 / 9.81)?.contains("thousandths of g") == true)
        let degrees = fault(of: .rotationRate) { _, noise in Vector3(x: 0, y: 90, z: 20) + noise.vector(0.1) }
        #expect(degrees?.contains("degrees a second") == true)
    }

    @Test("A dead axis and stuck numbers are noticed, and a device at rest is neither")
    func dead() {
        #expect(
            fault(of: .magneticField) { _, noise in
                var sample = Vector3(x: 10, y: 15, z: -42) + noise.vector(0.3)
                sample.y = 0
                return sample
            }?.contains("dead y axis") == true
        )
        #expect(fault(of: .acceleration) { _, _ in Vector3(x: 0, y: 0, z: 9.81) }?.contains("stuck") == true)
        #expect(
            fault(of: .rotationRate) { _, noise in Vector3(x: 0.01, y: 0, z: 0) + noise.vector(0.001) } == nil
        )
    }

    @Test("A magnetometer that is stuck gives no heading and a reason, and a heading again when it works")
    func recovery() throws {
        var tumbler = Tumbler()
        var estimator = HeadingEstimator()
        tumbler.run(10, into: &estimator) { _ in }
        let stuck = Vector3(x: 3, y: 17, z: -44)
        var last: HeadingEstimate?
        for index in 0..<400 { last = estimator.add(field: stuck, time: 1_767_225_610 + Double(index) / 100) }
        #expect(last?.invalidity == .noField)
        #expect(last?.magneticHeading == nil)
        #expect(last?.note?.contains("stuck") == true)
        #expect(estimator.fault?.contains("stuck") == true)
        var (count, valid) = (0, 0)
        tumbler.run(20, into: &estimator, from: 1_767_225_620) { step in
            guard step.time > 12 else { return }
            count += 1
            if step.estimate.magneticHeading != nil { valid += 1 }
        }
        #expect(estimator.fault == nil)
        #expect(valid == count)
    }

    @Test("A rate of turn in degrees a second is passed over, and said")
    func degrees() throws {
        var estimator = HeadingEstimator()
        var noise = Noise(seed: 8)
        var last: HeadingEstimate?
        for index in 0..<500 {
            let time = Double(index) / 50
            estimator.add(
                acceleration: Vector3(x: 0, y: 0, z: 9.81) + noise.vector(0.05),
                rotationRate: Vector3(x: 0, y: 0, z: 57.3) + noise.vector(0.3),
                time: time
            )
            last = estimator.add(field: Vector3(x: 0, y: 18, z: -45) + noise.vector(0.3), time: time)
        }
        #expect(estimator.fault?.contains("degrees a second") == true)
        #expect(last != nil)
    }

    @Test("Times that jump start the filters anew, which is counted; late samples are passed over")
    func clock() {
        var tumbler = Tumbler()
        var estimator = HeadingEstimator()
        tumbler.run(10, into: &estimator) { _ in }
        #expect(estimator.restarts == 0)
        var told = 0
        tumbler.run(10, into: &estimator, from: 1_700_000_000) { step in
            if step.time > 8, step.error ?? 180 < 10 { told += 1 }
        }
        #expect(estimator.restarts > 0)
        #expect(told > 150)
        let ignored = estimator.ignored
        #expect(estimator.add(field: Vector3(x: 0, y: 18, z: -45), time: 1_700_000_009.5) == nil)
        #expect(estimator.ignored == ignored + 1)
    }
}
