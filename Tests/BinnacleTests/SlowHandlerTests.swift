import Broker
import Glibc
import Platform
import TestSupport
import Testing

@testable import Binnacle

@Suite("A handler that takes long", .timeLimit(.minutes(1)))
struct SlowHandlerTests {
    @Test("does not keep its node from the signs of life and the timers, however many messages wait")
    func signsOfLife() async throws {
        // Less than the handlers of all that waits take together.
        let bus = try TestBus { $0.silence = 5000 }
        let watcher = try bus.join("watcher")
        let states = Lock<[Status.State]>([])
        watcher.subscribe(to: Status.self, .exactly(try Topic("status/slow"))) { received in
            if let status = received.message { states.withLock { $0.append(status.state) } }
        }
        let slow = try bus.join("slow")
        let (handled, fired) = (Lock(0), Lock(0))
        slow.subscribe(to: Fix.self, .kind("fix")) { _ in
            usleep(30_000)
            handled.withLock { $0 += 1 }
        }
        slow.every(.milliseconds(100)) { fired.withLock { $0 += 1 } }
        await watcher.subscriptionsInForce()
        await slow.subscriptionsInForce()
        let writer = try bus.join("gps")
        let fixes = try writer.publisher(of: Fix.self)
        writer.batch { for _ in 0..<256 { fixes.publish(Fix(time: 1, latitude: 1, longitude: 2)) } }
        try await eventually { handled.withLock { $0 > 0 } }
        let before = fired.withLock { $0 }
        try await eventually { handled.withLock { $0 == 256 } }
        // A fifth of those that are due in that time.
        #expect(fired.withLock { $0 } >= before + 15)
        #expect(!states.withLock { $0 }.contains(.gone))
        for node in [writer, slow, watcher] { await node.close() }
        bus.end()
    }
}
