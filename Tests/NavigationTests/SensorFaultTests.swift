import Foundation
import Testing

@testable import Navigation

@Suite("Sensors at fault", .timeLimit(.minutes(5)))
struct SensorFaultTests {
    private func fault(
        of quantity: SensorFault.Quantity,
        seconds: Double = 3,
        _ sample: (Double, inout Noise) -> Vector3
    ) -> String? {
        var health = SensorHealth(quantity)
        var noise = Noise(seed: 4)
        for index in 0..<Int(seconds * 50) {
            let time = Double(index) / 50
            health.add(sample(time, &noise), at: time)
        }
        return health.fault?.description
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
        #expect(estimator.faults.map(\.identity) == [.init(quantity: .magneticField, kind: .stuck)])
        var (count, valid) = (0, 0)
        tumbler.run(20, into: &estimator, from: 1_767_225_620) { step in
            guard step.time > 12 else { return }
            count += 1
            if step.estimate.magneticHeading != nil { valid += 1 }
        }
        #expect(estimator.faults.isEmpty)
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
        #expect(estimator.faults.map(\.identity.kind) == [.unit(.degreesPerSecond)])
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

    @Test("A fault stays the one that it is, with its first number, whatever the numbers are later")
    func sameFault() {
        var health = SensorHealth(.magneticField)
        var noise = Noise(seed: 6)
        var told: Set<String> = []
        for index in 0..<3000 {
            // Gauss, to three digits, so that now and then nothing changes.
            let field = 0.01 * (Vector3(x: 10, y: 15, z: -42) + noise.vector(0.3))
            let digits = { (number: Double) in (number * 1000).rounded() / 1000 }
            let sample = Vector3(x: digits(field.x), y: digits(field.y), z: digits(field.z))
            health.add(sample, at: Double(index) / 50)
            if let fault = health.fault { told.insert(fault.description) }
        }
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("the magnetic field of 0.4") == true)
    }

    @Test("What rests or turns slowly in degrees a second is not taken for sound radians")
    func slowDegrees() {
        var health = SensorHealth(.rotationRate)
        var noise = Noise(seed: 7)
        for index in 0..<(50 * 100) {
            let time = Double(index) / 50
            let turn = time < 3 ? 80.0 : 0
            health.add(Vector3(x: 0, y: 0, z: turn) + noise.vector(0.1), at: time)
            if time > 2.1, time < 60 { #expect(health.fault != nil) }
        }
        #expect(health.fault == nil)
    }

    @Test("What is stuck with a dead axis is one fault, and not two in turns")
    func deadAndStuck() {
        var health = SensorHealth(.magneticField)
        var noise = Noise(seed: 9)
        var kinds: [SensorFault.Kind] = []
        var sample = Vector3.zero
        for index in 0..<(50 * 60) {
            let time = Double(index) / 50
            // It moves for three seconds, and rests for three.
            if index / 150 % 2 == 0 { sample = Vector3(x: 10, y: 15, z: -42) + noise.vector(0.3) }
            sample.y = 0
            health.add(sample, at: time)
            if let kind = health.fault?.identity.kind, kind != kinds.last { kinds.append(kind) }
        }
        #expect(kinds == [.deadAxis(1)])
    }

    @Test("Numbers too large to be looked at are told too, and so is a sensor that says 0 for ever")
    func beyond() {
        func told(_ sample: @escaping (inout Noise) -> Vector3, as part: WritableKeyPath<Sensors, Vector3>)
            -> [SensorFault.Kind]
        {
            var estimator = HeadingEstimator()
            var noise = Noise(seed: 5)
            for index in 0..<200 {
                var sensors = Sensors()
                sensors.acceleration = sensors.acceleration + noise.vector(0.05)
                sensors.rate = noise.vector(0.01)
                sensors.field = sensors.field + noise.vector(0.3)
                sensors[keyPath: part] = sample(&noise)
                let time = Double(index) / 50
                estimator.add(
                    acceleration: sensors.acceleration,
                    rotationRate: sensors.rate,
                    time: time
                )
                _ = estimator.add(field: sensors.field, time: time)
            }
            return estimator.faults.map(\.identity.kind)
        }
        let milligravities = { (noise: inout Noise) in Vector3(x: 0, y: 50, z: 1000) + noise.vector(3) }
        #expect(told(milligravities, as: \.acceleration) == [.unit(.thousandthsOfGravity)])
        #expect(told({ _ in .zero }, as: \.acceleration) == [.stuck])
        #expect(
            told({ 200 * (Vector3(x: 0, y: 0, z: 1) + $0.vector(0.01)) }, as: \.rate) == [
                .unit(.degreesPerSecond)
            ]
        )
        #expect(told({ _ in .zero }, as: \.field) == [.stuck])
        #expect(told({ 1e31 * (Vector3(x: 1, y: 2, z: 3) + $0.vector(0.01)) }, as: \.field) == [.unit(.none)])
        #expect(
            told({ 1e300 * (Vector3(x: 1, y: 2, z: 3) + $0.vector(0.01)) }, as: \.acceleration) == [
                .unit(.none)
            ]
        )
    }

    private struct Sensors {
        var acceleration = Vector3(x: 0, y: 0, z: 9.81)
        var rate = Vector3.zero
        var field = Vector3(x: 0, y: 18, z: -45)
    }

    @Test("Milligauss are doubted, with a gyro and without; the same strength of iron that is known is not")
    func milligauss() {
        for hasGyro in [true, false] {
            var estimator = HeadingEstimator()
            var tumbler = Tumbler()
            tumbler.earth = Vector3(x: 0, y: 180, z: -450)
            tumbler.hasGyro = hasGyro
            tumbler.run(40, into: &estimator) { _ in }
            #expect(estimator.doubt?.identity.kind == .unit(.milligauss))
            #expect(estimator.doubt?.description.contains("looks like milligauss, not microtesla") == true)
        }
        var estimator = HeadingEstimator()
        var tumbler = Tumbler()
        tumbler.iron = { _ in Vector3(x: 150, y: -200, z: 120) }
        tumbler.run(4.5, into: &estimator) { _ in }
        tumbler.run(40, into: &estimator, from: 1_767_225_620) { _ in }
        #expect(estimator.doubt == nil)
        #expect(estimator.faults.isEmpty)
    }
}
