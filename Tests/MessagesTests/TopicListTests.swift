import Messages
import Testing

@Suite("A list of topics", .timeLimit(.minutes(1)))
struct TopicListTests {
    @Test("is written as any other JSON is, whatever its numbers and names", arguments: [0, 1, 3, 1000])
    func alike(count: Int) throws {
        let list = BusRequests.TopicList(topics: (0..<count).map(Self.info))
        let plain = try JSON.encode(list)
        #expect(String(decoding: list.json, as: UTF8.self) == String(decoding: plain, as: UTF8.self))
    }

    private static func info(_ number: Int) -> BusRequests.TopicInfo {
        let sequence: UInt64 = number == 0 ? .max : UInt64(number) * 1_000_003
        return BusRequests.TopicInfo(
            topic: number == 2 ? "fix/\u{1}\"quoted\"" : "fix/source\(number)",
            publisher: 1 << 53 - UInt64(number),
            sequence: sequence,
            count: number,
            bytes: number * 287,
            rate: Double(number) / 3,
            age: Double(number) / 8,
            kept: number.isMultiple(of: 2),
            listeners: number % 7
        )
    }
}
