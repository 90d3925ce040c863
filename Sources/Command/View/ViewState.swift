internal import Messages

/// Everything that the terminal view shows.
struct ViewState: Sendable, Equatable {
    /// The address of the bus.
    var bus: String
    /// The chosen fix.
    var fix: Seen<Fix>?
    var heading: Seen<Heading>?
    var direction: Seen<Direction>?
    /// Pins by identifier.
    var pins: [String: Seen<Pin>] = [:]
    /// Arrows by the identifier of their pin.
    var arrows: [String: Seen<Arrow>] = [:]
    /// States of nodes by name.
    var nodes: [String: Seen<Status>] = [:]
    /// The newest failure of each node, by its name.
    var failures: [String: Seen<Failure>] = [:]
    /// The newest line of a log that is a warning or an error.
    var warning: Seen<Log>?
    /// Messages that were sent and did not arrive here.
    var lost = 0
    /// What is being asked of who sits in front of the terminal.
    var prompt: ViewPrompt?
    /// What has become of what was asked for, with its moment.
    var notice: Seen<String>?
    /// Whether the details are shown in place of the way.
    var showsDetails = false

    init(bus: String) {
        self.bus = bus
    }

    /// The pin that the arrow points to: the newest one.
    var pin: Seen<Pin>? {
        pins.values.max { ($0.value.time, $0.value.id) < ($1.value.time, $1.value.id) }
    }

    /// The arrow to ``pin``.
    var arrow: Seen<Arrow>? { pin.flatMap { arrows[$0.value.id] } }

    /// The arrow to ``pin``, as old as the position that it was drawn from.
    var way: Seen<Arrow>? {
        guard let arrow else { return nil }
        return Seen(arrow.value, topic: arrow.topic, moment: min(arrow.moment, fix?.moment ?? arrow.moment))
    }

    /// Removes the pin that a topic carried, and its arrow.
    mutating func erase(pinOn topic: String) {
        for (id, seen) in pins where seen.topic == topic {
            pins[id] = nil
            arrows[id] = nil
        }
    }

    /// Removes the arrow that a topic carried.
    mutating func erase(arrowOn topic: String) {
        for (id, seen) in arrows where seen.topic == topic { arrows[id] = nil }
    }
}

/// How old a message may be before the view calls it stale, seconds.
enum Staleness {
    static let fix = 5.0
    static let heading = 3.0
    static let direction = 5.0
    static let arrow = 5.0
    /// A node says how it does each second.
    static let status = 4.0
    /// How long a failure or a warning is shown.
    static let failure = 60.0
}
