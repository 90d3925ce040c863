internal import Platform
internal import Synchronization

/// Holds a thread that publishes faster than the bus's readers take.
final class Gate: Sendable {
    /// How many messages pass before the readers have to confirm; the node's queue holds more.
    private static let window = 250

    private let passed = Atomic<Int>(0)
    private let isOpen = Atomic<Bool>(false)
    private let bell: Wakeup
    private let requests: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() throws(SystemError) {
        bell = try Wakeup()
        (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    /// Counts a message, and blocks the thread after a windowful until the readers have caught up.
    func pass() {
        guard passed.add(1, ordering: .relaxed).newValue % Self.window == 0 else { return }
        guard !isOpen.load(ordering: .acquiring) else { return }
        continuation.yield()
        bell.wait()
        bell.answer()
    }

    /// Has `confirm` wait for the readers whenever the thread is held; a cancelled task lets the thread go for good.
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
