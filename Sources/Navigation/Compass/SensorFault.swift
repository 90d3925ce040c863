internal import Glibc

/// What is wrong with a sensor by its numbers.
public struct SensorFault: Sendable, CustomStringConvertible {
    /// What a sensor measures.
    public enum Quantity: Hashable, Sendable {
        /// The magnetic field, µT.
        case magneticField
        /// The acceleration, m/s².
        case acceleration
        /// The rate of turn, rad/s.
        case rotationRate
    }

    /// What may be wrong with it.
    public enum Kind: Hashable, Sendable {
        /// The same numbers again and again.
        case stuck
        /// An axis, 0 to 2, that never changes while the others do.
        case deadAxis(Int)
        /// Numbers of another unit than the quantity's.
        case unit(OtherUnit)
    }

    /// A unit in which numbers may have been taken for those of the quantity's own.
    public enum OtherUnit: Hashable, Sendable {
        case tesla, gauss, milligauss, nanotesla, gravities, thousandthsOfGravity, degreesPerSecond
        /// None: nothing that can be measured is so large.
        case none
    }

    /// Which fault it is: the same for as long as it lasts, whatever the numbers.
    public struct Identity: Hashable, Sendable {
        /// Of which sensor.
        public let quantity: Quantity
        /// What is wrong with it.
        public let kind: Kind
    }

    /// Which fault it is.
    public let identity: Identity
    /// What is wrong, with the first number that showed it, and what to do.
    public let description: String

    init(_ quantity: Quantity, _ kind: Kind, size: Double) {
        identity = Identity(quantity: quantity, kind: kind)
        let name = quantity.words
        description =
            switch kind {
            case .stuck: "\(name) is stuck at the same numbers: \(Self.advice)"
            case .deadAxis(let axis): "\(name) has a dead \(["x", "y", "z"][axis]) axis: \(Self.advice)"
            case .unit(.milligauss):
                "\(name) of \(Self.short(size)) looks like milligauss, not microtesla: the earth's is 22 to 67; check the unit "
                    + "of the sensor's driver, and if it is right, move what is magnetic away from the sensor or turn the device about"
            case .unit(.none):
                "\(name) of \(Self.short(size)) is beyond what any sensor measures, in \(quantity.unit): \(Self.advice)"
            case .unit(let other):
                "\(name) of \(Self.short(size)) looks like \(other.words), not \(quantity.unit): \(Self.advice)"
            }
    }

    private static let advice = "check the sensor and its driver"

    /// A number to three digits, which is all that tells a unit.
    private static func short(_ number: Double) -> Double {
        guard number.isFinite, number > 0 else { return number }
        let digits = 2 - log10(number).rounded(.down)
        // A negative power of ten is not exact, and would show.
        let power = pow(10, abs(digits))
        return digits >= 0 ? (number * power).rounded() / power : (number / power).rounded() * power
    }
}

extension SensorFault.Quantity {
    fileprivate var words: String {
        switch self {
        case .magneticField: "the magnetic field"
        case .acceleration: "the acceleration"
        case .rotationRate: "the rate of turn"
        }
    }

    fileprivate var unit: String {
        switch self {
        case .magneticField: "microtesla"
        case .acceleration: "m/s²"
        case .rotationRate: "rad/s"
        }
    }
}

extension SensorFault.OtherUnit {
    fileprivate var words: String {
        switch self {
        case .tesla: "tesla"
        case .gauss: "gauss"
        case .milligauss: "milligauss"
        case .nanotesla: "nanotesla"
        case .gravities: "multiples of g"
        case .thousandthsOfGravity: "thousandths of g"
        case .degreesPerSecond: "degrees a second"
        case .none: "nothing"
        }
    }

    /// What a length says about the unit; the earth's field is 22 to 67 µT, gravity 9.8 m/s².
    init?(of length: Double, _ quantity: SensorFault.Quantity) {
        switch (quantity, length) {
        // A sensor that says 0 says nothing.
        case (.magneticField, 0): return nil
        case (.magneticField, ..<1e-3): self = .tesla
        case (.magneticField, ..<2): self = .gauss
        // The strongest field of a magnet within reach is some tesla.
        case (.magneticField, 10_000..<1e10): self = .nanotesla
        case (.acceleration, 0.5..<2): self = .gravities
        case (.acceleration, 300..<100_000): self = .thousandthsOfGravity
        // No sensor of this kind turns faster than 2000 degrees a second, 35 rad/s.
        case (.rotationRate, 36..<10_000): self = .degreesPerSecond
        case (.magneticField, 1e10...), (.acceleration, 100_000...), (.rotationRate, 10_000...): self = .none
        default: return nil
        }
    }
}
