import Foundation
import Testing

@testable import Navigation

@Suite("The attitude", .timeLimit(.minutes(1)))
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
