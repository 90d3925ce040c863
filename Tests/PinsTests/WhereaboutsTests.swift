internal import Messages
internal import Testing

@testable internal import PinsPlugin

@Suite("Whereabouts", .timeLimit(.minutes(1)))
struct WhereaboutsTests {
    static let second: Int64 = 1_000_000_000
    static let wallClock = 1_700_000_000 * second

    let fix = Fix(time: 100, latitude: 54, longitude: 10)
    var whereabouts = Whereabouts(topic: "fix/fusion", maximumAge: 10)

    /// Receives the fix at monotonic 1000 s; `published` seconds before the wall clock's time then.
    mutating func receive(published age: Int64 = 0, isLastValue: Bool = false) {
        let arrival = Whereabouts.Arrival(
            arrived: 1000 * Self.second,
            published: Self.wallClock - age * Self.second,
            isLastValue: isLastValue
        )
        whereabouts.receive(fix, arrival, wallClock: Self.wallClock)
    }

    func refusal(at seconds: Int64) -> String? {
        let error = #expect(throws: PinError.self) { try whereabouts.fix(now: seconds * Self.second) }
        #expect(error?.code == .locationUnknown)
        return error?.message
    }

    @Test("are unknown before the first fix and after an erased one")
    mutating func areUnknown() throws {
        #expect(refusal(at: 1000)?.hasPrefix("no fix has come on fix/fusion: wait for one") == true)
        receive()
        #expect(try whereabouts.fix(now: 1000 * Self.second) == fix)
        let arrival = Whereabouts.Arrival(arrived: 1001 * Self.second, published: 0, isLastValue: false)
        whereabouts.receive(nil, arrival, wallClock: Self.wallClock)
        #expect(refusal(at: 1001)?.hasPrefix("no fix has come") == true)
    }

    @Test("of a live fix age from its arrival, whatever its times say")
    mutating func ageFromArrival() throws {
        receive(published: 86_400)
        #expect(try whereabouts.fix(now: 1010 * Self.second) == fix)
        let expected =
            "the fix on fix/fusion is 73 s old, more than 10 s: wait for one, or give latitude and longitude"
        #expect(refusal(at: 1073) == expected)
    }

    @Test("of a kept fix age from its publication")
    mutating func ageFromPublication() throws {
        receive(published: 4, isLastValue: true)
        #expect(try whereabouts.fix(now: 1006 * Self.second) == fix)
        #expect(refusal(at: 1007)?.contains("11 s old") == true)
        receive(published: 3600, isLastValue: true)
        #expect(refusal(at: 1000)?.contains("3600 s old") == true)
    }

    @Test("of a kept fix from the future are not believed")
    mutating func areNotFromTheFuture() throws {
        receive(published: -1, isLastValue: true)
        #expect(try whereabouts.fix(now: 1000 * Self.second) == fix)
        receive(published: -2, isLastValue: true)
        #expect(refusal(at: 1000)?.contains("unknown age") == true)
    }

    @Test("take any stamp without a trap", arguments: [Int64.min, .max])
    mutating func takeAnyStamp(published: Int64) {
        let arrival = Whereabouts.Arrival(arrived: 0, published: published, isLastValue: true)
        whereabouts.receive(fix, arrival, wallClock: Self.wallClock)
        #expect(refusal(at: 0) != nil)
    }
}
