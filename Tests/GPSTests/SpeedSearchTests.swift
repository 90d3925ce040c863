import Glibc
import Testing

@testable import GPSPlugin

@Suite("The search for a receiver's speed", .timeLimit(.minutes(1)))
struct SpeedSearchTests {
    /// What a search comes to when the receiver sends so many bytes a second at a setting.
    private static func search(
        for right: SerialSetting,
        from first: SerialSetting,
        bytesPerTick: Int = 60,
        messageEvery bytes: Int = 80,
        limit: Double = 200
    ) -> (search: SpeedSearch, seconds: Double) {
        var search = SpeedSearch(first: first, framing: nil, proofs: 0)
        var (now, proofs, good) = (0.0, 0, 0)
        while now < limit, !search.isFound {
            now += 0.1
            good = search.setting == right ? good + bytesPerTick : 0
            if good >= 2 * bytes { proofs += 1 }
            _ = search.take(bytes: bytesPerTick, proofs: proofs, at: now)
        }
        return (search, now)
    }

    @Test("every speed is found from every other", arguments: SerialSetting.speeds)
    func speeds(speed: Int) {
        guard speed > 2400 else { return }
        for first in SerialSetting.speeds {
            let right = SerialSetting(speed: speed)
            let found = Self.search(for: right, from: SerialSetting(speed: first))
            #expect(found.search.setting == right)
            #expect(found.seconds < 10)
        }
    }

    @Test(
        "seven bits with parity are found in a later round",
        arguments: [SerialSetting.Framing.sevenEven, .sevenOdd]
    )
    func framing(framing: SerialSetting.Framing) {
        let right = SerialSetting(speed: 4800, framing: framing)
        let found = Self.search(for: right, from: SerialSetting(speed: 9600), bytesPerTick: 40)
        #expect(found.search.isFound && found.search.setting == right)
    }

    @Test("frames longer than the patience of a round are found in a later one") func longFrames() {
        let right = SerialSetting(speed: 115_200)
        let found = Self.search(
            for: right,
            from: SerialSetting(speed: 9600),
            bytesPerTick: 800,
            messageEvery: 3000
        )
        #expect(found.search.isFound && found.search.setting == right)
    }

    @Test("silence says nothing of the speed") func silence() {
        var search = SpeedSearch(first: SerialSetting(speed: 4800), framing: nil, proofs: 0)
        for tick in 0..<100 {
            let moved = search.take(bytes: 0, proofs: 0, at: Double(tick))
            #expect(!moved)
        }
        #expect(search.setting.speed == 4800)
    }

    @Test("a receiver that changes its speed is found again, and a short disturbance changes nothing")
    func change() {
        var search = SpeedSearch(first: SerialSetting(speed: 4800), framing: nil, proofs: 0)
        _ = search.take(bytes: 80, proofs: 1, at: 0)
        #expect(search.isFound)
        for tick in 1...20 {
            let moved = search.take(bytes: 100, proofs: 1, at: Double(tick) * 0.1)
            #expect(!moved)
        }
        _ = search.take(bytes: 80, proofs: 2, at: 2.1)
        var moved = false
        for tick in 0..<60 where !moved {
            moved = search.take(bytes: 100, proofs: 2, at: 2.2 + Double(tick) * 0.1)
        }
        #expect(moved && !search.isFound && search.setting.speed == 9600)
    }

    @Test("a setting is what the port says afterwards", arguments: SerialSetting.Framing.allCases)
    func termios(framing: SerialSetting.Framing) {
        for speed in SerialSetting.speeds {
            var settings = Glibc.termios()
            settings.c_cflag = tcflag_t(CSTOPB | PARENB | PARODD) | 0x8000_0000
            settings.c_lflag = tcflag_t(ICANON | ECHO)
            let setting = SerialSetting(speed: speed, framing: framing)
            setting.apply(to: &settings)
            #expect(SerialSetting(settings) == setting)
            #expect(settings.c_lflag & tcflag_t(ICANON | ECHO) == 0)
            #expect(settings.c_cflag & 0x8000_0000 == 0)
        }
    }
}
