import Binnacle
import Platform
import TestSupport
import Testing

@Suite("The clock of the bus", .timeLimit(.minutes(1)))
struct ClockTests {
    @Test("a node that follows it has the recording's time, goes on at its rate, and jumps with it")
    func following() async throws {
        let bus = try TestBus()
        let follower = try bus.join("follower") { $0.followsClock = true }
        await follower.subscriptionsInForce()
        #expect(abs(follower.now - WallClock.seconds) < 5)
        let replay = try bus.join("replay")
        let clock = try replay.publisher(of: Clock.self)
        clock.publish(Clock(time: 1000, rate: 1000, jump: true))
        try await eventually { follower.now < 1e6 }
        let first = follower.now
        try await eventually { follower.now > first + 20 }
        clock.publish(Clock(time: 500, rate: nil, jump: true))
        try await eventually { follower.now == 500 }
        for node in [follower, replay] { await node.close() }
        bus.end()
    }

    @Test("a second owner is passed over while the first one speaks")
    func oneOwner() async throws {
        let bus = try TestBus()
        let follower = try bus.join("follower") { $0.followsClock = true }
        let witness = Lock(0)
        follower.subscribe(to: Clock.self, .kind("clock")) { _ in witness.withLock { $0 += 1 } }
        await follower.subscriptionsInForce()
        let (one, other) = (try bus.join("one"), try bus.join("other"))
        try one.publisher(of: Clock.self).publish(Clock(time: 1000))
        try await eventually { witness.withLock { $0 } == 1 }
        try other.publisher(of: Clock.self).publish(Clock(time: 2000))
        try await eventually { witness.withLock { $0 } == 2 }
        #expect(follower.now == 1000)
        for node in [follower, one, other] { await node.close() }
        bus.end()
    }
}
