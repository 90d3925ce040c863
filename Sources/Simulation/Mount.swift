internal import Glibc
internal import Messages

/// A holder that is fixed to what moves, or a table.
struct Mount: Sendable {
    /// Where the device is fixed.
    enum Place: Sendable {
        /// Level enough to read, and leaning with the bicycle.
        case handlebar
        /// Nearly upright before the driver.
        case windscreen
        /// Flat and still.
        case table
    }

    private let place: Place
    private let offset: Double
    private let wander: Wander
    private var time = 0.0
    private(set) var attitude: Rotation
    private(set) var heading: Double
    private(set) var shaking = Vector(x: 0, y: 0, z: 0)

    private static let gravity = 9.81

    init(_ place: Place, _ traveller: Traveller, _ random: inout SeededGenerator) {
        self.place = place
        wander = Wander(&random)
        offset = place == .windscreen ? random.uniform(-0.2...0.2) : 0
        heading = traveller.course
        attitude = Rotation(yaw: traveller.course, pitch: 0, roll: 0)
        hold(traveller)
    }

    mutating func advance(by step: Double, _ traveller: Traveller) {
        time += step
        hold(traveller)
    }

    private mutating func hold(_ traveller: Traveller) {
        let vigour = min(traveller.speed / 5, 1.5)
        switch place {
        case .handlebar:
            // The front wheel hunts about the way; the frame leans into the curve.
            let hunting = 0.05 * wander.value(at: 4 * time) * min(vigour, 1)
            heading = traveller.course + hunting + 0.3 * traveller.turnRate
            let lean = atan2(traveller.speed * traveller.turnRate, Self.gravity)
            attitude = Rotation(yaw: heading, pitch: 0.45, roll: lean)
            shaking = rumble(1.2 * vigour)
        case .windscreen:
            heading = traveller.course + offset
            let sway = 0.004 * wander.value(at: 3 * time) * vigour
            attitude = Rotation(yaw: heading, pitch: 1.05 + sway, roll: sway)
            shaking = rumble(0.25 * vigour)
        case .table:
            heading = traveller.course
            attitude = Rotation(yaw: heading, pitch: 0, roll: 0)
        }
    }

    /// What the road does: two tones that have nothing to do with each other, most of it up and down.
    private func rumble(_ size: Double) -> Vector {
        let (one, other) = (sin(2 * .pi * 5.3 * time), sin(2 * .pi * 7.9 * time + 1))
        return Vector(x: 0.3 * one, y: 0.3 * other, z: 0.7 * (one + other)) * size
    }
}
