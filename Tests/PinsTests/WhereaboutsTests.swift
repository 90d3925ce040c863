internal import Messages
internal import Testing

@testable internal import PinsPlugin

@Suite("Whereabouts", .timeLimit(.minutes(1)))
struct WhereaboutsTests {
    let fix = Fix(time: 100, latitude: 54, longitude: 10)
    var whereabouts = Whereabouts(topic: "fix/fusion", maximumAge: 10)

    func refusal(at now: Double) -> String? {
        let error = #expect(throws: PinError.self) { try whereabouts.fix(now: now) }
        #expect(error?.code == .locationUnknown)
        return error?.message
    }

    @Test("are unknown before the first fix and after an erased one")
    mutating func areUnknown() throws {
        #expect(refusal(at: 1000)?.hasPrefix("no fix has come on fix/fusion: wait for one") == true)
        whereabouts.receive(fix, since: 1000)
        #expect(try whereabouts.fix(now: 1000) == fix)
        whereabouts.receive(nil, since: 1001)
        #expect(refusal(at: 1001)?.hasPrefix("no fix has come") == true)
    }

    @Test("age from the fix's publication, whatever its times say")
    mutating func age() throws {
        whereabouts.receive(fix, since: 1000)
        #expect(try whereabouts.fix(now: 1010) == fix)
        let expected =
            "the fix on fix/fusion is 73 s old, more than 10 s: wait for one, or give latitude and longitude"
        #expect(refusal(at: 1073) == expected)
    }

    @Test("of an unknown age are not believed")
    mutating func areNotBelieved() {
        whereabouts.receive(fix, since: -.infinity)
        #expect(refusal(at: 1000)?.contains("unknown age") == true)
    }
}
