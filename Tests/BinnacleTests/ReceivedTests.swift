import Testing

@testable import Binnacle

@Suite("A message that has been received", .timeLimit(.minutes(1)))
struct ReceivedTests {
    private static let wallClock: Int64 = 1_700_000_000_000_000_000

    private func received(published: Int64, flags: Stamp.Flags) throws -> Received<Fix> {
        let stamp = Stamp(publisher: 1, sequence: 0, published: published, flags: flags)
        return Received(topic: try Topic("fix/gps"), stamp: stamp, message: nil, arrival: 1_500_000_000)
    }

    @Test("is new as it arrives when it is live, whatever its stamp says", arguments: [Int64.min, 0, .max])
    func live(published: Int64) throws {
        let message = try received(published: published, flags: [])
        #expect(message.age(byWallClock: Self.wallClock) == 0)
        #expect(message.ageAtArrival == 0)
        #expect(message.arrivalSeconds == 1.5)
    }

    @Test(
        "is as old as its stamp says when it is a last value; clocks may differ by a second",
        arguments: [(4_000_000_000, 4.0), (0, 0), (-1_000_000_000, 0), (-2_000_000_000, .infinity)]
    )
    func lastValue(before: Int64, age: Double) throws {
        let message = try received(published: Self.wallClock - before, flags: .lastValue)
        // A double holds the present in Unix nanoseconds to 256 of them.
        let found = message.age(byWallClock: Self.wallClock)
        #expect(found == age || abs(found - age) < 1e-6)
    }

    @Test("has an age without a trap whatever its stamp is", arguments: [Int64.min, .max])
    func anyStamp(published: Int64) throws {
        let message = try received(published: published, flags: .lastValue)
        #expect(message.age(byWallClock: Self.wallClock) > 1e9)
    }
}
