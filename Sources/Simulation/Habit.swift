internal import Glibc

/// What somebody on foot does with the device besides reading it: swings it with the arm, pockets it, puts it down.
struct Habit: Sendable {
    private enum Pose: Sendable {
        case read, swung, pocketed
    }

    private let isVaried: Bool
    /// The poses in their order, each with how long it lasts; they come round again.
    private let schedule: [(pose: Pose, duration: Double)]
    private var place = 0
    private var since = 0.0
    private var current = (yaw: 0.0, pitch: 0.0, roll: 0.0, swing: 0.0)
    private var time = 0.0
    private let pocketYaw: Double
    /// Seconds in which the hand goes from one pose to the next.
    private static let movement = 1.5

    init(isVaried: Bool, _ random: inout SeededGenerator) {
        self.isVaried = isVaried
        guard isVaried else {
            (schedule, pocketYaw) = ([(.read, .infinity)], 0)
            return
        }
        schedule = [
            (.read, random.uniform(40...60)), (.swung, random.uniform(20...40)),
            (.read, random.uniform(15...25)),
            (.pocketed, random.uniform(30...60)),
        ]
        pocketYaw = random.uniform(-0.6...0.6)
    }

    mutating func advance(by step: Double, _ traveller: Traveller) {
        guard isVaried else { return }
        time += step
        since += step
        if since >= schedule[place].duration {
            place = (place + 1) % schedule.count
            since = 0
        }
        let target = target(traveller)
        let share = 1 - exp(-3 * step / Self.movement)
        current.yaw += share * (target.yaw - current.yaw)
        current.pitch += share * (target.pitch - current.pitch)
        current.roll += share * (target.roll - current.roll)
        current.swing += share * ((schedule[place].pose == .swung ? 0.35 : 0) - current.swing)
    }

    /// What is added to how it is held to be read: top up, a third of the way to upright.
    private func target(_ traveller: Traveller) -> (yaw: Double, pitch: Double, roll: Double) {
        // At a stop it lies on a wall, flat.
        if traveller.pause != nil, traveller.speed < 0.05 { return (0.4, -0.56, 0) }
        switch time < traveller.motion.preparation ? .read : schedule[place].pose {
        case .read: return (0, 0, 0)
        case .swung: return (0, -0.9, 0.3)
        case .pocketed: return (pocketYaw, 0.75, 0.5)
        }
    }

    /// The pose now; a hand that hangs down swings once in two steps.
    func pose(stride: Double, vigour: Double) -> (yaw: Double, pitch: Double, roll: Double) {
        (current.yaw, current.pitch + current.swing * min(vigour, 1) * sin(stride / 2), current.roll)
    }
}
