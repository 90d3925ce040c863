internal import Platform
internal import Synchronization

/// Holds a thread that publishes faster than the bus's readers take.
///
/// A window may be on its way while the one before is confirmed, so that a thread is held by readers that are slower than it
/// and not by their answers. Who publishes no faster than a live receiver is never held: of its readers one may be
/// stuck, and the others want to know where they are.
final class Gate: Sendable {
    /// How many messages pass before the readers are asked; the node's queue holds two such windows.
    static let window = 400
    /// Seconds that a live receiver takes for a window at least.
    static let leisure = 4.0

    /// What the thread that is held alone uses.
    private struct Count {
        var passed = 0
        /// When the window began.
        var began: Double
        /// Whether the readers have been asked and not waited for.
        var isAsked = false
    }

    private let clock: @Sendable () -> Double
    private let count: Lock<Count>
    private let isOpen = Atomic<Bool>(false)
    private let bell: Wakeup
    private let requests: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Creates a gate that nothing has passed.
    ///
    /// - Parameter clock: the monotonic clock, seconds.
    /// - Throws: when the process has no descriptor left.
    init(clock: @escaping @Sendable () -> Double = { MonotonicClock.seconds }) throws(SystemError) {
        self.clock = clock
        count = Lock(Count(began: clock()))
        bell = try Wakeup()
        (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    /// Counts a message of the thread's; behind a windowful it has the readers asked, and waits until they have confirmed what
    /// they were asked for before.
    func pass() {
        count.withLock { count in
            count.passed += 1
            guard count.passed == Self.window else { return }
            if clock() - count.began < Self.leisure {
                if count.isAsked { wait() }
                count.isAsked = true
                continuation.yield()
            }
            count.passed = 0
            count.began = clock()
        }
    }

    private func wait() {
        guard !isOpen.load(ordering: .acquiring) else { return }
        bell.wait()
        bell.answer()
    }

    /// Has `confirm` wait for the readers whenever a window has passed; a cancelled task lets the thread go for good.
    func serve(_ confirm: () async throws -> Void) async {
        for await _ in requests {
            try? await confirm()
            bell.ring()
        }
        open()
    }

    /// Lets the thread go for good.
    func open() {
        isOpen.store(true, ordering: .releasing)
        bell.ring()
        continuation.finish()
    }
}
