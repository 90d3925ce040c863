import Platform
import TestSupport
import Testing

@testable import Binnacle

@Suite("The clock of the bus", .timeLimit(.minutes(1)))
struct ClockTests {
    @Test("a node that follows it has the recording's time, and jumps with it")
    func following() async throws {
        let bus = try TestBus()
        let follower = try bus.join("follower") { $0.followsClock = true }
        await follower.subscriptionsInForce()
        #expect(abs(follower.now - WallClock.seconds) < 5)
        let replay = try bus.join("replay")
        let clock = try replay.publisher(of: Clock.self)
        // As an owner does, it goes on speaking: a clock that has been silent is over.
        for time in [1000.0, 500] {
            try await eventually {
                clock.publish(Clock(time: time, rate: nil, jump: true))
                return follower.now == time
            }
        }
        for node in [follower, replay] { await node.close() }
        bus.end()
    }

    @Test("it goes on at its rate between two readings, stands still without one, and is over when none come")
    func rate() throws {
        let clock = BusClock()
        let arrival = MonotonicClock.nanoseconds
        #expect(!clock.take(try reading(1000, rate: 1000, of: 1, arrival: arrival)))
        #expect(clock.time(at: arrival + 20_000_000) == 1020)
        #expect(!clock.take(try reading(1000, of: 1, arrival: arrival)))
        #expect(clock.time(at: arrival + 20_000_000) == 1000)
        #expect(abs(clock.time(at: arrival + 3_000_000_000) - WallClock.seconds) < 5)
    }

    @Test("a second owner is passed over while the first one speaks, and heard when it has been silent")
    func oneOwner() throws {
        let clock = BusClock()
        let now = MonotonicClock.nanoseconds
        #expect(!clock.take(try reading(1000, of: 1, arrival: now)))
        #expect(clock.take(try reading(2000, of: 2, arrival: now + 1_000_000_000)))
        #expect(!clock.take(try reading(1001, of: 1, arrival: now + 2_000_000_000)))
        #expect(clock.take(try reading(2000, of: 2, arrival: now + 4_000_000_000)))
        #expect(clock.time(at: now + 4_000_000_000) == 1001)
        #expect(!clock.take(try reading(2000, of: 2, arrival: now + 6_000_000_000)))
        #expect(clock.time(at: now + 6_000_000_000) == 2000)
    }

    @Test("a clock that was kept is not followed: it has stood still since")
    func keptClock() throws {
        let clock = BusClock()
        let kept = try reading(1000, of: 1, arrival: MonotonicClock.nanoseconds, flags: .lastValue)
        #expect(!clock.take(kept))
        #expect(abs(clock.now - WallClock.seconds) < 5)
    }

    private func reading(
        _ time: Double,
        rate: Double? = nil,
        of publisher: UInt64,
        arrival: Int64,
        flags: Stamp.Flags = []
    ) throws -> Received<Clock> {
        Received(
            topic: try Topic("clock/replay"),
            stamp: Stamp(publisher: publisher, sequence: 0, published: 0, flags: flags),
            message: Clock(time: time, rate: rate),
            arrival: arrival
        )
    }
}
