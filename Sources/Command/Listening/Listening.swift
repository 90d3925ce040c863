internal import Binnacle
internal import Platform

/// What happens while a verb goes on by itself, one after the other, until something ends it.
final class Listening<Item: Sendable>: Sendable {
    /// Something that has happened.
    enum Event: Sendable {
        /// A message, or whatever else the verb listens for.
        case item(Item)
        /// Another second has passed.
        case second
        /// Enough has come.
        case enough
        /// The time that was given is over, or nothing came for longer than somebody would wait.
        case late(String)
        /// Somebody asks for the end.
        case ended
        /// Nobody reads standard output any more.
        case closed
    }

    /// What has happened, in order.
    let events: AsyncStream<Event>
    private let feed: AsyncStream<Event>.Continuation
    private let arrival = Lock(MonotonicClock.nanoseconds)
    private let clocks = Lock<[Task<Void, Never>]>([])
    private let givenUp = Lock(0)

    /// Takes the signals over, and watches who reads standard output.
    ///
    /// - Parameter waiting: how many events may wait to be handled; older ones are given up and counted.
    /// - Throws: when the system has no pipe or thread left.
    init(waiting: Int = 100_000) throws {
        (events, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(waiting))
        let feed = feed
        try Interrupt.watch { feed.yield(.ended) }
        OutputWatch.start { feed.yield(.closed) }
    }

    deinit {
        for clock in clocks.withLock({ $0 }) { clock.cancel() }
        feed.finish()
    }

    /// Starts the clocks: a tick each second, and the ends that were asked for.
    func start(_ limits: Limits) {
        arrival.withLock { $0 = MonotonicClock.nanoseconds }
        let feed = feed
        var tasks = [Task { await Self.tick { feed.yield(.second) } }]
        if let duration = limits.duration {
            tasks.append(
                Task {
                    try? await Task.sleep(for: .seconds(duration))
                    feed.yield(.late("\(duration.argument) s are over"))
                }
            )
        }
        if let timeout = limits.timeout {
            let arrival = arrival
            tasks.append(
                Task {
                    await Self.wait(for: timeout, since: arrival)
                    feed.yield(.late("nothing came for \(timeout.argument) s"))
                }
            )
        }
        clocks.withLock { $0 += tasks }
    }

    /// Notes that something has come, which puts off the end by silence.
    func noteArrival(at moment: Int64) { arrival.withLock { $0 = moment } }

    /// Hands an item on.
    func add(_ item: Item) {
        if case .dropped = feed.yield(.item(item)) { givenUp.withLock { $0 += 1 } }
    }

    /// Ends the listening because enough has come.
    func finish() { feed.yield(.enough) }

    /// How many items were given up since this was last asked, because they came faster than they are handled.
    func takeGivenUp() -> Int {
        givenUp.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    private static func tick(_ body: () -> Void) async {
        var due = ContinuousClock.now + .seconds(1)
        while !Task.isCancelled {
            try? await Task.sleep(until: due, clock: .continuous)
            if !Task.isCancelled { body() }
            due += .seconds(1)
        }
    }

    /// Waits until nothing has come for so many seconds.
    private static func wait(for limit: Double, since arrival: Lock<Int64>) async {
        while !Task.isCancelled {
            let passed = Double(MonotonicClock.nanoseconds - arrival.withLock { $0 }) * 1e-9
            if passed >= limit { return }
            try? await Task.sleep(for: .seconds(limit - passed))
        }
    }
}
