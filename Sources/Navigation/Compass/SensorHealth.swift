/// Notices a sensor that is at fault by its numbers: in another unit, with a dead axis, or stuck.
///
/// A real sensor's last digit never rests for long, and what it measures has a size that physics gives. A fault is
/// told after two seconds of it, and taken back when the numbers have been sound for as long.
struct SensorHealth: Sendable {
    enum Quantity: Sendable {
        case magneticField
        case acceleration
        case rotationRate
    }

    /// Seconds and samples that a fault must last to be told.
    private static let patience = 2.0
    private static let leastSamples = 20

    /// What is wrong, in words; absent while nothing is.
    private(set) var fault: String?

    private let quantity: Quantity
    private var last: Vector3?
    /// Since when, and for how many samples, something has been so; by suspicion.
    private var suspects = InlineArray<5, Spell>(repeating: Spell())
    private var soundSince: Double?

    private struct Spell: Sendable {
        var start = 0.0
        var count = 0
    }

    init(_ quantity: Quantity) {
        self.quantity = quantity
    }

    mutating func add(_ sample: Vector3, at time: Double) {
        let before = last
        last = sample
        guard let before else { return }
        let still = [before.x == sample.x, before.y == sample.y, before.z == sample.z]
        let isStuck = still.allSatisfy { $0 }
        var found: String?
        if lasts(0, isStuck, at: time) { found = "\(name) is stuck at the same numbers" }
        for axis in 0..<3 where lasts(1 + axis, still[axis] && !isStuck, at: time) {
            found = "\(name) has a dead \(["x", "y", "z"][axis]) axis"
        }
        let unit = unitProblem(of: sample.length)
        if lasts(4, unit != nil, at: time), let unit { found = "\(name) \(unit)" }
        if let found {
            fault = found + ": check the sensor and its driver"
            soundSince = nil
        } else if fault != nil, suspects[0].count == 0, suspects[4].count == 0 {
            let since = soundSince ?? time
            soundSince = since
            if time - since >= Self.patience { fault = nil }
        }
    }

    private mutating func lasts(_ index: Int, _ isSo: Bool, at time: Double) -> Bool {
        guard isSo else {
            suspects[index].count = 0
            return false
        }
        if suspects[index].count == 0 || time < suspects[index].start { suspects[index].start = time }
        suspects[index].count += 1
        return suspects[index].count >= Self.leastSamples && time - suspects[index].start >= Self.patience
    }

    private var name: String {
        switch quantity {
        case .magneticField: "the magnetic field"
        case .acceleration: "the acceleration"
        case .rotationRate: "the rate of turn"
        }
    }

    /// What a length says about the unit; the earth's field is 22 to 67 µT, gravity 9.8 m/s².
    private func unitProblem(of length: Double) -> String? {
        switch quantity {
        case .magneticField:
            switch length {
            case ..<1e-3: "of \(length) looks like tesla, not microtesla"
            case ..<2: "of \(length) looks like gauss, not microtesla"
            case 10_000...: "of \(length) looks like nanotesla, not microtesla"
            default: nil
            }
        case .acceleration:
            switch length {
            case 0.5..<2: "of \(length) looks like multiples of g, not m/s²"
            case 300...: "of \(length) looks like thousandths of g, not m/s²"
            default: nil
            }
        // No sensor of this kind turns faster than 2000 degrees a second, 35 rad/s.
        case .rotationRate: length > 36 ? "of \(length) looks like degrees a second, not rad/s" : nil
        }
    }
}
