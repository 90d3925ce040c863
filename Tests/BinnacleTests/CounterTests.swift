@testable import Binnacle
import TestSupport
import Testing

@Suite("What a node counts", .timeLimit(.minutes(1)))
struct CounterTests {
    @Test("its own counts are in its status, asked for anew each time") func counters() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        var statuses = reader.messages(of: Bytes.self, .exactly(try Topic("status/gps"))).makeAsyncIterator()
        await reader.subscriptionsInForce()
        let node = try bus.join("gps")
        let asked = Counter()
        node.count {
            asked.wrappingAdd(1)
            return ["frames": .number(JSONNumber(asked.value))]
        }
        var counts: [JSONValue] = []
        while counts.count < 2, let message = await statuses.next() {
            let payload = try #require(message.message?.bytes)
            if let counters = try JSONValue.parse(payload)["counters"] { counts.append(counters) }
        }
        #expect(counts == [["frames": 1], ["frames": 2]])
        await node.close()
        await reader.close()
        bus.end()
    }
}
