import Binnacle
import Glibc
import Platform
import Recordings
import TestSupport
import Testing

@testable import Playback

@Suite("Player", .timeLimit(.minutes(1)))
struct PlayerTests {
    /// A recording of fixes at given times, and what a reader on another node got of it.
    private struct Fixes: RecordedMessages {
        var times: ArraySlice<Double>
        var progress: Double? { nil }

        mutating func next() -> RecordedMessage? {
            times.popFirst().map { .fix(Fix(time: $0, latitude: 1, longitude: 2)) }
        }
    }

    private struct Arrival {
        var time: Double
        var arrival: Int64
        var lost: Int
    }

    private final class Arrivals: Sendable {
        let fixes = Lock<[Arrival]>([])
        let clocks = Lock<[Clock]>([])
        var times: [Double] { fixes.withLock { $0.map(\.time) } }
    }

    /// Plays times on a bus of its own to a reader that takes `pause` microseconds for each.
    private func play(
        _ times: [Double],
        pause: UInt32 = 0,
        until count: Int? = nil,
        _ set: (inout PlaybackOptions) -> Void
    ) async throws -> Arrivals {
        var options = PlaybackOptions()
        set(&options)
        let bus = try TestBus()
        let (reader, writer) = (try bus.join("reader"), try bus.join("replay"))
        let arrivals = Arrivals()
        let enough = try Wakeup()
        reader.subscribe(to: Clock.self, .kind("clock")) { received in
            guard let clock = received.message else { return }
            arrivals.clocks.withLock { $0.append(clock) }
        }
        reader.subscribe(to: Fix.self, .kind("fix")) { received in
            guard let fix = received.message else { return }
            if pause > 0 { usleep(pause) }
            let total = arrivals.fixes.withLock { fixes in
                fixes.append(Arrival(time: fix.time, arrival: received.arrival, lost: received.lost))
                return fixes.count
            }
            if total == count { enough.ring() }
        }
        await reader.subscriptionsInForce()
        var player = try Player("test", on: writer, options: options, ownsClock: true) { _ in
            Fixes(times: times[...])
        }
        if count != nil {
            let ready = player
            let playing = Task { () throws in
                var player = ready
                try await player.play()
            }
            try await ThreadWait.ring(enough)
            playing.cancel()
            await #expect(throws: CancellationError.self) { try await playing.value }
        } else {
            try await player.play()
        }
        await writer.close()
        await reader.close()
        bus.end()
        return arrivals
    }

    @Test("As fast as its readers confirm, a slow one gets all in order, and the end comes after the last")
    func unpaced() async throws {
        let times = (0..<3000).map(Double.init)
        let arrivals = try await play(times, pause: 100) { $0.speed = 0 }
        #expect(arrivals.times == times)
        #expect(arrivals.fixes.withLock { $0.allSatisfy { $0.lost == 0 } })
    }

    @Test("A speed that outruns every queue loses nothing either")
    func fast() async throws {
        let times = (0..<5000).map(Double.init)
        let arrivals = try await play(times, pause: 50) { $0.speed = 1e6 }
        #expect(arrivals.times == times)
    }

    @Test("No message comes before it is due")
    func paced() async throws {
        let times = (0..<100).map { 1000 + Double($0) / 10 }
        let start = MonotonicClock.nanoseconds
        let arrivals = try await play(times) { $0.speed = 10 }
        let fixes = arrivals.fixes.withLock { $0 }
        try #require(fixes.count == 100)
        // How late they are is the machine's business; a message may be early by no more than a timer's grain.
        let early = fixes.map { ($0.time - 1000) / 10 - Double($0.arrival - start) * 1e-9 }
        #expect(try #require(early.max()) < 0.002)
    }

    @Test("A jump back is announced, and what follows is published")
    func jump() async throws {
        let arrivals = try await play([100, 101, 50, 51]) { $0.speed = 100 }
        #expect(arrivals.times == [100, 101, 50, 51])
        #expect(arrivals.clocks.withLock { $0 }.filter(\.jump).map(\.time) == [100, 50])
        #expect(arrivals.clocks.withLock { $0.allSatisfy { $0.rate == 100 } })
    }

    @Test("A loop is announced and goes on until it is stopped", arguments: [0, 100.0])
    func loop(speed: Double) async throws {
        let arrivals = try await play([100, 101], until: 6) {
            $0.speed = speed
            $0.loops = true
        }
        #expect(Array(arrivals.times.prefix(6)) == [100, 101, 100, 101, 100, 101])
        #expect(arrivals.clocks.withLock { $0 }.filter(\.jump).count >= 3)
    }

    @Test("It begins where it is told to")
    func start() async throws {
        let arrivals = try await play([100, 101, 102, 103]) {
            $0.speed = 0
            $0.start = .offset(2)
        }
        #expect(arrivals.times == [102, 103])
        await #expect(throws: PlaybackError.self) {
            _ = try await play([100, 101]) {
                $0.speed = 0
                $0.start = .time(1e9)
            }
        }
    }

    @Test("It says that it publishes the kinds that it plays, and no others")
    func hello() async throws {
        let bus = try TestBus()
        let node = try bus.join("compass")
        let outputs = try Outputs(node, kinds: [.field, .imu])
        #expect(outputs.publishers.map(\.topic.description) == ["magnetic-field/compass", "imu/compass"])
        // The bus hears of it by and by.
        var topics: [String] = []
        while !topics.contains("imu/compass") {
            let list = try await node.request("bus/nodes", BusRequests.Empty(), as: BusRequests.NodeList.self)
            topics = list.nodes.first { $0.name == "compass" }?.publishes ?? []
        }
        #expect(!topics.contains { $0.hasPrefix("fix/") || $0.hasPrefix("heading/") })
        #expect(topics.contains("magnetic-field/compass"))
        await node.close()
        bus.end()
    }

    @Test("Times can be those of the present")
    func now() async throws {
        let before = WallClock.seconds
        let arrivals = try await play([100, 100.5]) {
            $0.speed = 50
            $0.times = .now
        }
        let times = arrivals.times
        try #require(times.count == 2)
        #expect(times[0] >= before && times[0] <= WallClock.seconds)
        #expect(abs(times[1] - times[0] - 0.5) < 1e-6)
    }
}

/// Waits for a bell without blocking the pool.
enum ThreadWait {
    static func ring(_ bell: Wakeup) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try Thread.start(named: "waiting") {
                    bell.wait()
                    continuation.resume()
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
