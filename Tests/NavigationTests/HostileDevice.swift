import Foundation
import Navigation

/// A device whose samples jump, repeat themselves, come from the past, are huge or do not come; and after a while are sound.
struct HostileDevice {
    static let iron = Vector3(x: 12, y: -8, z: 20)

    /// Seconds of it, and of what is sound thereafter.
    var hostile = 60.0
    var sound = 60.0
    var rate = 50.0
    private var noise: Noise
    /// What is added to the time and to the motion's, seconds.
    private var shift = 0.0
    private var phase = 0.0
    private var missing = 0
    private var repeated = 0
    private var huge = 0

    init(seed: UInt64) {
        noise = Noise(seed: seed)
        _ = noise.uniform()
        rate = [20.0, 50, 100][Int(3 * noise.uniform())]
        phase = 50 * noise.uniform()
    }

    func attitude(_ t: Double) -> Attitude {
        Attitude(
            heading: (0.6 * t + 0.5 * sin(1.7 * t)) * 180 / .pi,
            elevation: 0.5 * sin(0.7 * t) * 180 / .pi,
            roll: 0.6 * sin(1.1 * t) * 180 / .pi
        )
    }

    /// Twice in three seconds something happens.
    private mutating func mishap() {
        guard noise.uniform() < 0.67 / rate else { return }
        switch Int(7 * noise.uniform()) {
        case 0: phase += 20 * noise.uniform()
        case 1: shift -= 0.8 + 30 * noise.uniform()
        case 2: repeated = Int(1 + 2 * rate * noise.uniform())
        case 3: huge = Int(1 + 0.5 * rate * noise.uniform())
        case 4: missing = Int(rate * (0.1 + 5 * noise.uniform()))
        case 5:
            missing = Int(rate * (0.1 + 2 * noise.uniform()))
            phase += 20 * noise.uniform()
        default: shift += 100 * noise.uniform()
        }
    }

    /// Tells after each sample of the field what the estimator knows; once with `true`, when all was sound long enough.
    mutating func run(into estimator: inout HeadingEstimator, _ tell: (HeadingEstimator, Bool) -> Void) {
        var last = 0.0
        for index in 0..<Int((hostile + sound) * rate) {
            let t = Double(index) / rate
            let isHostile = t < hostile
            if isHostile { mishap() } else { (missing, repeated, huge) = (0, 0, 0) }
            missing = max(0, missing - 1)
            repeated = max(0, repeated - 1)
            huge = max(0, huge - 1)
            guard missing == 0 else { continue }
            let now = attitude(t + phase)
            var turn = now.rate(to: attitude(t + phase + 1e-4), in: 1e-4) + noise.vector(0.002)
            var force = now.device(Vector3(x: 0, y: 0, z: 9.81)) + noise.vector(0.02)
            var field = now.device(Vector3(x: 0, y: 20, z: -45)) + Self.iron + noise.vector(0.3)
            if huge > 0 {
                let size = pow(10, 6 * noise.uniform() - 1)
                switch Int(4 * noise.uniform()) {
                case 0: turn = size * turn
                case 1: force = size * force
                case 2: field = size * field
                default: field = Vector3(x: .infinity, y: .nan, z: 0)
                }
            }
            if repeated == 0 { last = 1_767_225_600 + t + shift }
            estimator.add(acceleration: force, rotationRate: turn, time: last)
            guard estimator.add(field: field, time: last) != nil else { continue }
            tell(estimator, false)
        }
        tell(estimator, true)
    }
}
