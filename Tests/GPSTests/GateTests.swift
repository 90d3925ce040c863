import Platform
import Synchronization
import Testing

@testable import GPSPlugin

@Suite("Gates", .timeLimit(.minutes(1)))
struct GateTests {
    private static let windows = 8

    /// How many messages a thread has sent through a gate, and what it rings when it comes to some number.
    private final class Sender: Sendable {
        let sent = Atomic<Int>(0)
        let milestones: AsyncStream<Int>
        private let continuation: AsyncStream<Int>.Continuation

        init() { (milestones, continuation) = AsyncStream.makeStream(of: Int.self) }

        /// Sends so many messages on a thread of its own, and tells before the last of each window.
        func send(_ count: Int, through gate: Gate) throws {
            try Thread.start(named: "sender") { [self] in
                for _ in 0..<count {
                    let number = sent.add(1, ordering: .sequentiallyConsistent).newValue
                    if number % Gate.window == 0 { continuation.yield(number) }
                    gate.pass()
                }
                continuation.finish()
            }
        }
    }

    @Test(
        "a thread that is faster than a receiver is one window ahead of what the readers have confirmed, and no more"
    )
    func held() async throws {
        let gate = try Gate(clock: { 0 })
        let sender = Sender()
        try sender.send(Self.windows * Gate.window, through: gate)
        var milestones = sender.milestones.makeAsyncIterator()
        var confirmed = 0
        await gate.serve {
            // Asked at the end of a window; the next one is sent meanwhile, but for its last message.
            confirmed += 1
            while let number = await milestones.next(isolation: #isolation),
                number < (confirmed + 1) * Gate.window
            {}
            let most = min(confirmed + 1, Self.windows) * Gate.window
            #expect(sender.sent.load(ordering: .sequentiallyConsistent) <= most)
            if confirmed == Self.windows { gate.open() }
        }
        #expect(confirmed == Self.windows)
    }

    @Test("a thread that is no faster than a receiver waits for nobody") func live() async throws {
        let time = Atomic<Int>(0)
        let gate = try Gate(clock: { Double(time.add(1, ordering: .relaxed).newValue) * Gate.leisure })
        let sender = Sender()
        try sender.send(Self.windows * Gate.window, through: gate)
        // Nobody serves the gate: a thread that asks twice would stand still for ever.
        for await _ in sender.milestones {}
        #expect(sender.sent.load(ordering: .sequentiallyConsistent) == Self.windows * Gate.window)
    }

    @Test("a gate that is opened lets go whom it holds") func opened() async throws {
        let gate = try Gate(clock: { 0 })
        let sender = Sender()
        try sender.send(Self.windows * Gate.window, through: gate)
        var milestones = sender.milestones.makeAsyncIterator()
        while let number = await milestones.next(isolation: #isolation), number < 2 * Gate.window {}
        gate.open()
        while await milestones.next(isolation: #isolation) != nil {}
        #expect(sender.sent.load(ordering: .sequentiallyConsistent) == Self.windows * Gate.window)
    }
}
