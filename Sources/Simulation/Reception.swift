/// When a receiver sees little of the sky, or none.
struct Reception: Sendable {
    /// What there is of it.
    enum State: Sendable {
        case open, poor, none
    }

    private let shadows: [ClosedRange<Double>]
    private let isBlind: Bool

    /// Draws the stretches of a trip, none of them in its first half minute or its last.
    init(_ motion: Motion, duration: Double, _ random: inout SeededGenerator) {
        isBlind = motion.shadowsAreBlind
        guard motion.shadowInterval.isFinite else {
            shadows = []
            return
        }
        var shadows: [ClosedRange<Double>] = []
        var next = motion.shadowInterval * random.uniform(0.3...0.7)
        while true {
            let length = random.uniform(motion.shadows)
            guard next >= 30, next + length <= duration - 30 else { break }
            shadows.append(next...(next + length))
            next += motion.shadowInterval * random.uniform(0.7...1.3)
        }
        self.shadows = shadows
    }

    /// What there is so many seconds after the start.
    func state(at elapsed: Double) -> State {
        guard shadows.contains(where: { $0.contains(elapsed) }) else { return .open }
        return isBlind ? .none : .poor
    }
}
