internal import Glibc
internal import Messages

/// A hand that holds the device: level enough to read, never still, and looking around where its owner stands.
struct Hand: Sendable {
    private let yawWander: Wander
    private let pitchWander: Wander
    private let rollWander: Wander
    private let widestLook: Double
    /// Whether the arm swings as at a run.
    private let swings: Bool
    private var habit: Habit
    /// Where in its stride the traveller is, radians; a step is one turn.
    private var stride = 0.0
    private var time = 0.0

    /// How the device stands now.
    private(set) var attitude: Rotation
    /// Where its top points, radians clockwise from true north.
    private(set) var heading: Double
    /// What the steps do to it, metres per second squared: along the way, to its right, up.
    private(set) var shaking = Vector(x: 0, y: 0, z: 0)

    init(_ traveller: Traveller, swings: Bool, isVaried: Bool, _ random: inout SeededGenerator) {
        self.swings = swings
        yawWander = Wander(&random)
        pitchWander = Wander(&random)
        rollWander = Wander(&random)
        widestLook = random.uniform(1.2...1.9)
        habit = Habit(isVaried: isVaried, &random)
        heading = traveller.course
        attitude = Rotation(yaw: heading, pitch: 0, roll: 0)
        hold(traveller)
    }

    /// Goes on by some seconds with its owner.
    mutating func advance(by step: Double, _ traveller: Traveller) {
        time += step
        // About 1.9 steps a second at a walking pace.
        if traveller.speed > 0.05 { stride += 2 * .pi * (1 + 0.65 * traveller.speed) * step }
        habit.advance(by: step, traveller)
        hold(traveller)
    }

    private mutating func hold(_ traveller: Traveller) {
        let vigour = min(traveller.speed / 1.4, swings ? 2.5 : 1.3)
        let sway = degrees(swings ? 7 : 2.5) * vigour
        let gesture = gesture(traveller)
        heading =
            traveller.course + degrees(4) * yawWander.value(at: time) + sway * sin(stride / 2 + 0.7)
            + gesture.yaw
        let pitch =
            degrees(32) + degrees(3) * pitchWander.value(at: time) + 0.8 * sway * sin(stride) + gesture.pitch
        let roll = degrees(3) * rollWander.value(at: time) + sway * sin(stride / 2) + gesture.roll
        let pose = habit.pose(stride: stride, vigour: vigour)
        heading += pose.yaw
        attitude = Rotation(yaw: heading, pitch: pitch + pose.pitch, roll: roll + pose.roll)
        shaking = Vector(x: 0.9 * sin(stride + 1), y: 0.5 * sin(stride / 2), z: 1.8 * sin(stride)) * vigour
    }

    /// Before leaving, a turn on the spot with the device swung about; at a stop, a look to both sides.
    private func gesture(_ traveller: Traveller) -> (yaw: Double, pitch: Double, roll: Double) {
        if time < traveller.motion.preparation {
            let part = min(max((time - 1) / (traveller.motion.preparation - 2), 0), 1)
            let swing = sin(.pi * part) * sin(.pi * part)
            let turned = part - sin(2 * .pi * part) / (2 * .pi)
            return (
                2 * .pi * turned, degrees(40) * swing * sin(4 * .pi * part),
                degrees(50) * swing * sin(6 * .pi * part)
            )
        }
        guard let (stop, since) = traveller.pause else { return (0, 0, 0) }
        let part = min(since / stop.duration, 1)
        return (widestLook * sin(2 * .pi * part) * sin(.pi * part), 0, 0)
    }

    private func degrees(_ angle: Double) -> Double { angle * .pi / 180 }
}
