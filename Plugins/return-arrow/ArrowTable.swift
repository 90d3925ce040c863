internal import Messages
internal import Navigation

/// The pins, where we are and which way we go, and the arrows that follow from them.
///
/// Times are monotonic seconds.
struct ArrowTable {
    /// What the rig's owner decides.
    struct Rules {
        /// The distance in metres from which on an arrow is visible.
        var visibleFrom = 50.0
        /// How many seconds a fix says where we are.
        var maximumAge = 10.0
        /// How many seconds a direction says which way we go.
        var directionAge = 5.0
    }

    /// An arrow, and the last segments of the topic that it goes to.
    struct Addressed: Hashable {
        var instance: String
        var arrow: Arrow
    }

    /// The least time between two arrows to a pin from the same fix, seconds.
    static let interval = 0.1
    /// By how many degrees a direction has to differ to be worth an arrow of its own.
    static let step = 0.1

    let rules: Rules
    private var pins = PinTable()
    private var paths: [Topic: ReturnPath] = [:]
    private var fix: Dated<Fix>?
    private var direction: Dated<Direction>?
    /// What the newest arrows were drawn with.
    private var drawn: (direction: Double?, at: Double)?

    init(_ rules: Rules = Rules()) {
        self.rules = rules
    }

    /// Takes in where we are: an arrow to each pin, with the fix's time.
    ///
    /// A fix that is too old when it comes, because the bus had kept it, yields none.
    mutating func receive(_ fix: Fix, since: Double, at now: Double) -> [Addressed] {
        self.fix = Dated(value: fix, since: since)
        return arrows(at: now)
    }

    /// Forgets where we are.
    mutating func loseFix() {
        fix = nil
        drawn = nil
    }

    /// Forgets where we are if that is too long ago, and says whether it did.
    mutating func loseOldFix(at now: Double) -> Bool {
        guard let fix, fix.value(at: now, within: rules.maximumAge) == nil else { return false }
        loseFix()
        return true
    }

    /// Takes in which way we go, or `nil` when that is not known any more: the arrows that ask for it at once.
    ///
    /// A course belongs to a fix. That of the fix which is there is drawn at once, however soon it comes; another one
    /// comes just before its own fix, whose arrows have it, or else is left to ``due(at:)``.
    mutating func receive(_ direction: Direction?, since: Double, at now: Double) -> [Addressed] {
        self.direction = direction.map { Dated(value: $0, since: since) }
        switch direction?.source {
        case .heading: return due(at: now)
        case .course where direction?.time == fix?.value.time: return differing(at: now)
        case .course, nil: return []
        }
    }

    /// The arrows that the newest direction asks for: at most ten times a second, and only where it differs.
    mutating func due(at now: Double) -> [Addressed] {
        guard let drawn, now - drawn.at >= Self.interval else { return [] }
        return differing(at: now)
    }

    /// The arrows by the newest direction, if that differs from the one they were drawn with.
    private mutating func differing(at now: Double) -> [Addressed] {
        guard let drawn else { return [] }
        switch (drawn.direction, trueDirection(at: now)) {
        case (nil, nil): return []
        case (let old?, let new?) where abs(Angle.turn(from: old, to: new)) < Self.step: return []
        default: return arrows(at: now)
        }
    }

    /// Takes in a pin: an arrow to it, if it is new or elsewhere and we know where we are.
    mutating func receive(_ pin: Pin, on topic: Topic, at now: Double) -> Addressed? {
        guard pins.set(pin, on: topic) else { return nil }
        let goal = Coordinate(latitude: pin.latitude, longitude: pin.longitude)
        paths[topic] = ReturnPath(to: goal, visibleFrom: rules.visibleFrom)
        guard let fix = fix?.value(at: now, within: rules.maximumAge) else { return nil }
        return arrow(to: topic, from: fix, direction: trueDirection(at: now))
    }

    /// Forgets a pin.
    ///
    /// - Returns: the instance of its arrow, if there was such a pin.
    mutating func removePin(on topic: Topic) -> String? {
        paths[topic] = nil
        return pins.remove(topic)
    }

    private mutating func arrows(at now: Double) -> [Addressed] {
        guard let fix = fix?.value(at: now, within: rules.maximumAge) else { return [] }
        let direction = trueDirection(at: now)
        drawn = (direction, now)
        return pins.topics.compactMap { arrow(to: $0, from: fix, direction: direction) }
    }

    private mutating func arrow(to topic: Topic, from fix: Fix, direction: Double?) -> Addressed? {
        let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
        guard let (pin, instance) = pins[topic], let step = paths[topic]?.step(from: place) else {
            return nil
        }
        var arrow = Arrow(
            time: fix.time,
            pin: pin.id,
            distance: step.distance,
            bearing: step.bearing,
            visible: step.isVisible
        )
        arrow.relative = step.turn(from: direction)
        return Addressed(instance: instance, arrow: arrow)
    }

    /// The direction from true north, unless it is unknown, magnetic or old.
    private func trueDirection(at now: Double) -> Double? {
        guard let direction = direction?.value(at: now, within: rules.directionAge),
            direction.reference == .trueNorth
        else { return nil }
        return direction.direction
    }
}
