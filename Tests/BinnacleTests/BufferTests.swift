import Binnacle
import Platform
import TestSupport
import Testing

@Suite("What waits for a slow reader", .timeLimit(.minutes(1)))
struct BufferTests {
    /// Publishes 10 fixes on each of two topics while nobody reads, and returns what the reader finds then.
    private func read(_ buffering: Buffering, count: Int) async throws -> [(
        source: String, time: Double, lost: Int
    )] {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        var messages = reader.messages(of: Fix.self, .kind("fix"), buffering: buffering).makeAsyncIterator()
        // Another topic's message, after all that the buffer gets.
        let isOver = Lock(false)
        reader.subscribe(to: Bytes.self, .kind("note")) { _ in isOver.withLock { $0 = true } }
        await reader.subscriptionsInForce()
        let writer = try bus.join("gps")
        let one = try writer.publisher(of: Fix.self, instance: "a")
        let other = try writer.publisher(of: Fix.self, instance: "b")
        for number in 0..<10 {
            for publisher in [one, other] {
                publisher.publish(Fix(time: Double(number), latitude: 1, longitude: 2))
            }
        }
        try writer.publisher(of: Bytes.self, on: Topic("note/end")).publish(Bytes([1]))
        try await eventually { isOver.withLock { $0 } }
        var found: [(String, Double, Int)] = []
        for _ in 0..<count {
            let message = try #require(await messages.next())
            found.append(
                (String(message.topic.instance ?? ""), try #require(message.message).time, message.lost)
            )
        }
        await writer.close()
        await reader.close()
        bus.end()
        return found
    }

    @Test("the newest are kept, and the first of each topic tells what was given up before it")
    func newest() async throws {
        let found = try await read(.newest(6), count: 6)
        #expect(found.map(\.time) == [7, 7, 8, 8, 9, 9])
        #expect(found.map(\.lost) == [7, 7, 0, 0, 0, 0])
    }

    @Test("the oldest are kept, and what comes after them is given up")
    func oldest() async throws {
        let found = try await read(.oldest(6), count: 6)
        #expect(found.map(\.time) == [0, 0, 1, 1, 2, 2])
        #expect(found.map(\.lost) == [0, 0, 0, 0, 0, 0])
    }

    @Test("the newest of each topic replaces what has not been read")
    func conflated() async throws {
        let found = try await read(.newestOfEachTopic, count: 2)
        #expect(found.map(\.source) == ["a", "b"])
        #expect(found.map(\.time) == [9, 9])
        #expect(found.map(\.lost) == [0, 0], "what the reader wished to be spared is not lost")
    }

    @Test("a reader that is cancelled ends its subscription")
    func cancellation() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        let messages = reader.messages(of: Fix.self, .kind("fix"))
        await reader.subscriptionsInForce()
        let task = Task { for await _ in messages {} }
        task.cancel()
        await task.value
        let topic = try Topic("fix/gps")
        try await eventually { try await reader.listeners(of: [topic])[topic] == 0 }
        await reader.close()
        bus.end()
    }
}
