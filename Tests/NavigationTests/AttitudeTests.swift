import Foundation
import Testing

@testable import Navigation

@Suite("The attitude", .timeLimit(.minutes(5)))
struct AttitudeTests {
    @Test("At rest the gyro's offset is learnt")
    func restBias() {
        var filter = AttitudeFilter()
        var noise = Noise(seed: 2)
        let bias = Vector3(x: 0.012, y: -0.009, z: 0.006)
        for index in 0..<2000 {
            let time = Double(index) / 100
            _ = filter.add(rate: bias + noise.vector(0.002), at: time)
            filter.add(acceleration: Vector3(x: 0, y: 0, z: 9.81) + noise.vector(0.03), at: time)
        }
        #expect((filter.bias.value - bias).length < 0.001)
    }

    @Test("A turn that begins slowly does not pass for the gyro's offset", arguments: [20.0, 50, 100])
    func slowTurn(rate: Double) {
        var filter = AttitudeFilter()
        var noise = Noise(seed: 3)
        // Two seconds of rest, and then a turn that takes two more to reach 4 degrees a second.
        for index in 0..<Int(8 * rate) {
            let time = Double(index) / rate
            let turn = Vector3(x: 0, y: 0, z: 0.07 * min(1, max(0, time - 2) / 2))
            _ = filter.add(rate: turn + noise.vector(0.002), at: time)
            filter.add(acceleration: Vector3(x: 0, y: 0, z: 9.81) + noise.vector(0.03), at: time)
        }
        // What it had moved by in the second after the one that was believed: 0.4 degrees a second.
        #expect(filter.bias.value.length < 0.007)
    }

    @Test("A wobble about turning axes is not mistaken for a turn, at 20 samples a second")
    func coning() throws {
        // The y axis goes round a cone: rates of 2 rad/s that turn themselves at 6 rad/s. Truth by steps of 0.5 ms.
        func rate(_ t: Double) -> Vector3 { Vector3(x: 2 * cos(6 * t), y: 2 * sin(6 * t), z: 0) }
        var (truth, filter) = (Quaternion.identity, AttitudeFilter())
        var (first, last) = (Double?.none, 0.0)
        for index in 0...1200 {
            let t = Double(index) / 20
            _ = filter.add(rate: rate(t), at: t)
            filter.add(acceleration: truth.matrix.transposed * Vector3(x: 0, y: 0, z: 9.81), at: t)
            // By how much the level frame has turned from where the exact one stands.
            let difference = (filter.orientation(at: t).matrix * truth.matrix.transposed)
            last = Angle.degrees(atan2(difference.y.x, difference.x.x))
            if t > 10, first == nil { first = last }
            for step in 0..<100 {
                let turn = 5e-4 * rate(t + (Double(step) + 0.5) * 5e-4)
                truth = (truth * Quaternion(rotation: turn)).normalized
            }
        }
        // Rates that are just added up drift by a quarter of a degree a second.
        #expect(abs(Angle.turn(from: try #require(first), to: last)) < 4)
    }

    @Test("In motion the offset's horizontal part is learnt, and up stays up")
    func motionBias() throws {
        var filter = AttitudeFilter()
        var tumbler = Tumbler()
        tumbler.rest = 0
        let bias = Vector3(x: 0.008, y: -0.006, z: 0)
        var worst = 0.0
        for index in 0..<12_000 {
            let t = Double(index) / 100
            let now = tumbler.attitude(t)
            let rate = now.rate(to: tumbler.attitude(t + 0.0005), in: 0.0005)
            _ = filter.add(rate: rate + bias + tumbler.noise.vector(0.002), at: t)
            // The accelerometer that the filter expects is a little late.
            let late = tumbler.attitude(t - 0.005)
            let swing = Vector3(x: 2 * sin(6 * t), y: 1.5 * cos(5 * t), z: 9.81 + sin(12 * t))
            filter.add(acceleration: late.device(swing), at: t)
            let up = filter.orientation(at: t).matrix.z
            if t > 30 { worst = max(worst, acos(min(1, up.dot(now.device(Vector3(x: 0, y: 0, z: 1)))))) }
        }
        #expect(worst * 180 / .pi < 2)
        #expect((filter.bias.value - bias).length < 0.004)
    }

    @Test("The magnetometer never tilts the horizon")
    func horizon() throws {
        var (one, other) = (HeadingEstimator(widestAccuracy: 180), HeadingEstimator(widestAccuracy: 180))
        var (calm, wild) = (Tumbler(), Tumbler())
        wild.room = { Vector3(x: 30 * sin($0), y: 20 * cos(3 * $0), z: 25 * sin(2 * $0)) }
        var ups: [[Vector3?]] = [[], []]
        calm.run(20, into: &one) { ups[0].append($0.estimate.orientation?.matrix.z) }
        wild.noise = Noise(seed: 11)
        wild.run(20, into: &other) { ups[1].append($0.estimate.orientation?.matrix.z) }
        let pairs = zip(ups[0], ups[1]).compactMap { a, b in a.flatMap { a in b.map { (a, $0) } } }
        #expect(pairs.count > 200)
        for (a, b) in pairs { #expect((a - b).length < 1e-9) }
    }

    @Test("A gap in the rates is told, because the level frame has turned meanwhile")
    func gap() {
        var filter = AttitudeFilter()
        let first = filter.add(rate: .zero, at: 0)
        let second = filter.add(rate: .zero, at: 0.1)
        let third = filter.add(rate: .zero, at: 1)
        #expect([first, second, third] == [false, true, false])
    }

    @Test("A rotation vector, its quaternion and its matrix turn alike")
    func quaternion() {
        var noise = Noise(seed: 9)
        for _ in 0..<100 {
            let (turn, vector) = (noise.vector(1.5), noise.vector(1))
            let (a, b) = (Quaternion(rotation: turn).matrix * vector, Matrix3.rotation(turn) * vector)
            #expect((a - b).length < 1e-12)
            let lifted = Quaternion(lifting: vector.unit ?? vector).matrix * vector
            #expect(abs(lifted.z - vector.length) < 1e-9)
        }
        let down = Quaternion(lifting: Vector3(x: 0, y: 0, z: -1)).matrix * Vector3(x: 0, y: 0, z: -1)
        #expect((down - Vector3(x: 0, y: 0, z: 1)).length < 1e-12)
    }
}
