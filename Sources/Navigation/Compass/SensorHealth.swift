/// Notices a sensor that is at fault by its numbers: in another unit, with a dead axis, or stuck.
///
/// A real sensor's last digit never rests for long, and what it measures has a size that physics gives. A fault is
/// told after two seconds of it, stays the one that it is for as long as it lasts, and is taken back when the numbers have been
/// sound for a while.
struct SensorHealth: Sendable {
    /// Seconds and samples that a fault must last to be told.
    private static let patience = 2.0
    private static let leastSamples = 20
    /// Seconds of a field too strong for the earth's after which its unit is in doubt.
    private static let doubtful = 4.0

    /// What is wrong; absent while nothing is.
    private(set) var fault: SensorFault?
    /// What may be wrong, where the numbers could be true: a field that only iron beside the sensor could make so strong.
    private(set) var doubt: SensorFault?
    /// From which strength on that is, µT: more than the earth's, and less than the earth's in milligauss.
    var strongest = 200.0

    private let quantity: SensorFault.Quantity
    private var last: Vector3?
    /// Since when, and for how many samples, something has been so.
    private var stuck = Spell()
    private var dead = InlineArray<3, Spell>(repeating: Spell())
    private var foreign = Spell()
    private var strong = Spell()
    private var unit: SensorFault.OtherUnit?
    /// When the fault was seen last, and since when all has been sound.
    private var seen = 0.0
    private var soundSince: Double?

    init(_ quantity: SensorFault.Quantity) {
        self.quantity = quantity
    }

    mutating func add(_ sample: Vector3, at time: Double) {
        let before = last
        last = sample
        guard let before else { return }
        let size = sample.length
        var found: SensorFault.Kind?
        let still = [before.x == sample.x, before.y == sample.y, before.z == sample.z]
        let isStuck = still.allSatisfy { $0 }
        stuck.note(isStuck, at: time)
        if lasts(stuck, at: time) { found = .stuck }
        for axis in 0..<3 {
            // While nothing changes, that an axis does not says nothing.
            if !isStuck { dead[axis].note(still[axis], at: time) }
            if lasts(dead[axis], at: time) { found = .deadAxis(axis) }
        }
        let unit = SensorFault.OtherUnit(of: size, quantity)
        if unit != self.unit { foreign = Spell() }
        self.unit = unit
        foreign.note(unit != nil, at: time)
        if lasts(foreign, at: time), let unit { found = .unit(unit) }
        conclude(found, size: size, at: time)
        wonder(size, at: time)
    }

    private mutating func conclude(_ found: SensorFault.Kind?, size: Double, at time: Double) {
        guard let found else {
            guard fault != nil, foreign.count == 0 else { return soundSince = nil }
            guard stuck.count == 0 else { return }
            let since = soundSince ?? time
            soundSince = since
            if time - since >= soundTime { fault = nil }
            return
        }
        soundSince = nil
        if found == fault?.identity.kind {
            seen = time
        } else if fault == nil || abs(time - seen) >= Self.patience {
            fault = SensorFault(quantity, found, size: size)
            seen = time
        }
    }

    /// A device that rests, or turns slowly, gives degrees that could be radians.
    private var soundTime: Double {
        fault?.identity.kind == .unit(.degreesPerSecond) ? 60 : Self.patience
    }

    private mutating func wonder(_ size: Double, at time: Double) {
        guard quantity == .magneticField else { return }
        strong.note(size >= strongest && unit == nil, at: time)
        if strong.count == 0 {
            doubt = nil
        } else if doubt == nil, strong.count >= Self.leastSamples, time - strong.start >= Self.doubtful {
            doubt = SensorFault(quantity, .unit(.milligauss), size: size)
        }
    }

    private func lasts(_ spell: Spell, at time: Double) -> Bool {
        spell.count >= Self.leastSamples && time - spell.start >= Self.patience
    }
}

/// For how long something has been so.
private struct Spell: Sendable {
    var start = 0.0
    var count = 0

    mutating func note(_ isSo: Bool, at time: Double) {
        guard isSo else { return count = 0 }
        if count == 0 || time < start { start = time }
        count += 1
    }
}
