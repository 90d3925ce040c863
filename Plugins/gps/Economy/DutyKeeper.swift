internal import Binnacle
internal import Platform

/// Has a receiver run and rest as its ``Duty`` says, and tells the node's readers why it rests.
final class DutyKeeper: Sendable {
    private struct State {
        var duty: Duty
        /// Why it rests, as far as that was told.
        var told: Duty.Rest?
    }

    private let node: Node
    private let topics: [Topic]
    private let state: Lock<State>
    /// Called with whether the receiver is to rest, on whatever thread that changes.
    private let setResting: @Sendable (Bool) -> Void

    /// - Parameters:
    ///   - settings: the first ones.
    ///   - node: whose requests start and stop it.
    ///   - topics: of what the receiver says, whose readers count.
    ///   - setResting: lets the receiver rest, or run.
    init(
        _ settings: EconomySettings,
        node: Node,
        topics: [Topic],
        setResting: @escaping @Sendable (Bool) -> Void
    ) {
        state = Lock(State(duty: Duty(settings)))
        (self.node, self.topics, self.setResting) = (node, topics, setResting)
    }

    /// What `gps/start` and `gps/stop` answer.
    struct Answer: Encodable, Sendable {
        /// Whether the receiver runs now.
        var running: Bool
        /// Why it does not.
        var reason: String?
    }

    /// Answers requests, follows the switch of location services, and looks at the clock, until the node ends.
    func begin() {
        node.answer("start") { [weak self] (_: BusRequests.Empty) in
            self?.change { $0.start() } ?? Answer(running: false)
        }
        node.answer("stop") { [weak self] (_: BusRequests.Empty) in
            self?.change { $0.stop() } ?? Answer(running: false)
        }
        node.subscribe(to: LocationServices.self, .kind(LocationServices.kind)) { [weak self] received in
            // Nobody but the bus may publish on its topic.
            guard received.topic.source == "bus", let services = received.message else { return }
            self?.change { $0.setLocation(enabled: services.enabled) }
        }
        node.every(.milliseconds(250)) { [weak self] in self?.change { $0.tick(at: MonotonicClock.seconds) } }
    }

    /// Counts the readers each second, for as long as the task goes on, when that is asked for.
    func countReaders() async {
        while !Task.isCancelled {
            if state.withLock({ $0.duty.settings.pausesUnheard }), let count = await readers() {
                change { $0.noteListeners(count, at: MonotonicClock.seconds) }
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// How many subscriptions there are of what the receiver says; `nil` while the bus does not tell.
    private func readers() async -> Int? {
        do {
            return try await node.listeners(of: topics).values.reduce(0, +)
        } catch {
            return nil
        }
    }

    /// Whether the receiver is to rest now.
    var isResting: Bool { state.withLock { $0.duty.rest != nil } }

    /// Takes other settings.
    func take(_ settings: EconomySettings) { change { $0.change(settings) } }

    /// Takes a fix of the receiver's, and returns it as it goes out, if it does.
    func take(_ fix: Fix) -> Fix? {
        if state.withLock({ $0.duty.isIdle }) { return fix }
        return perform { $0.take(fix, at: MonotonicClock.seconds) }.result
    }

    /// Changes something, and says what follows.
    @discardableResult
    private func change(_ body: (inout Duty) -> Void) -> Answer {
        let rest = perform(body).rest
        return Answer(running: rest == nil, reason: rest?.words)
    }

    /// Changes something, and has the receiver do what follows.
    @inline(__always)
    private func perform<Result>(_ body: (inout Duty) -> Result) -> (result: Result, rest: Duty.Rest?) {
        let (result, rest, before) = state.withLock { state in
            let result = body(&state.duty)
            let (rest, before) = (state.duty.rest, state.told)
            state.told = rest
            return (result, rest, before)
        }
        if rest != before { tell(rest, after: before) }
        return (result, rest)
    }

    private func tell(_ rest: Duty.Rest?, after before: Duty.Rest?) {
        // From one rest to another the receiver stays as it is.
        if (rest == nil) != (before == nil) { setResting(rest != nil) }
        switch rest {
        case nil:
            // Every minute or so it looks about, which is no news.
            node.log(before?.isShort == true ? .debug : .info, "the receiver runs again")
            node.ready()
        case .switchedOff?:
            node.fail(.denied, Duty.Rest.switchedOff.words)
            node.degrade(Duty.Rest.switchedOff.words)
        case let rest?:
            node.log(rest.isShort ? .debug : .info, "the receiver rests: \(rest.words)")
            node.ready()
        }
    }
}

extension Duty.Rest {
    /// Whether it is broken off by itself.
    fileprivate var isShort: Bool { self == .still || self == .between }

    /// The reason, and what ends it.
    var words: String {
        switch self {
        case .switchedOff: "location services are switched off; 'binnacle location on' switches them on"
        case .stopped: "it was told to stop; a request to its start lets it run"
        case .done: "the one fix that was asked for has been given; a request to its start asks for another"
        case .unheard: "nobody listens"
        case .still: "it has not moved for long"
        case .between: "it looks for a significant change once a minute"
        }
    }
}
