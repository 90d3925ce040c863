import Messages
import NMEA
import TestSupport
import Testing

@Suite("The time of headings", .timeLimit(.minutes(1)))
struct HeadingTimeTests {
    private static func hdg(_ angle: Double) -> [UInt8] {
        Array(StreamTests.sealed("HCHDG,\(angle),,,3.0,E").utf8)
    }

    /// Headings by the degrees of their angles.
    private static func compass(_ angles: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        for angle in angles { bytes += hdg(Double(angle)) }
        return bytes
    }

    private static func rmc(_ second: Int) -> [UInt8] { Array(EpochTests.rmc(second).utf8) }

    /// A recording's headings after noon, by their angles.
    private static func recorded(_ stream: [UInt8], chunk: Int = .max) -> [(angle: Double?, time: Double)] {
        let headings: [Heading] = ReferenceData.decode(stream, chunk: chunk).events.compactMap { $0.heading }
        return headings.map { ($0.magneticHeading, $0.time - EpochTests.noon) }
    }

    @Test(
        "live it is the receiver's newest, carried on by the clock of the host, whatever that says",
        arguments: [0, 3600, -5e6]
    )
    func live(offset: Double) {
        var decoder = NMEADecoder()
        var times: [Double] = []
        for tick in 0..<40 {
            let now = EpochTests.noon + offset + Double(tick) / 10 + 0.25
            // The receiver falls silent after two seconds, and the compass goes on.
            if tick % 10 == 0, tick < 20 { _ = decoder.push(Self.rmc(tick / 10), receivedAt: now) }
            times += decoder.push(Self.hdg(100 + Double(tick)), receivedAt: now).compactMap(\.heading).map(
                \.time
            )
        }
        #expect(times.count == 40)
        for (tick, time) in times.enumerated() {
            #expect(abs(time - EpochTests.noon - Double(tick) / 10) < 1e-6)
        }
    }

    @Test(
        "it does not step back when an epoch comes later than the one before, and follows a clock that is set"
    )
    func late() {
        var decoder = NMEADecoder()
        _ = decoder.push(Self.rmc(1), receivedAt: 1000)
        _ = decoder.push(Self.hdg(1), receivedAt: 1000.9)
        // 0.3 s later than the first was.
        _ = decoder.push(Self.rmc(2), receivedAt: 1001.3)
        let times = [1001.3, 1001.4, 1001.7].flatMap { decoder.push(Self.hdg(2), receivedAt: $0) }
            .compactMap(\.heading).map { ($0.time - EpochTests.noon).rounded(to: 1000) }
        #expect(times == [2, 2.1, 2.4])
        // 1.3 s behind the one before.
        let before = decoder.push(Self.hdg(3), receivedAt: 1002.5).compactMap(\.heading)
        _ = decoder.push(Self.rmc(3), receivedAt: 1002.6)
        let held = decoder.push(Self.hdg(4), receivedAt: 1002.6).compactMap(\.heading)
        let free = decoder.push(Self.hdg(5), receivedAt: 1002.9).compactMap(\.heading)
        // The host's clock is set back by an hour: no time since the epoch is known.
        let set = decoder.push(Self.hdg(6), receivedAt: -2600).compactMap(\.heading)
        let last = (before + held + free + set).map { ($0.time - EpochTests.noon).rounded(to: 1000) }
        #expect(last == [3.2, 3.2, 3.3, 3.3])
    }

    @Test("tags of who received the sentences first count where the host was not there") func tags() {
        var decoder = NMEADecoder()
        func tagged(_ body: String, _ time: Int) -> [UInt8] {
            let tag = "c:\(time)"
            let sum = tag.utf8.reduce(0 as UInt8, ^)
            let hex = String(sum, radix: 16, uppercase: true)
            return Array("\\\(tag)*\(hex.count < 2 ? "0" : "")\(hex)\\\(StreamTests.sealed(body))".utf8)
        }
        let rmc = "GPRMC,120001.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A"
        // A log of long ago that is sent as fast as it goes.
        _ = decoder.push(tagged(rmc, 1_774_267_201), receivedAt: 9e8)
        let times = (1...3).flatMap {
            decoder.push(tagged("HEHDT,12.5,T", 1_774_267_201 + 5 * $0), receivedAt: 9e8)
        }
        #expect(times.compactMap(\.heading).map { $0.time - EpochTests.noon } == [6, 11, 16])
    }

    @Test(
        "in a recording those of an epoch are spread evenly up to the next",
        arguments: [Int.max, 1, 7, 100]
    )
    func spread(chunk: Int) {
        var stream: [UInt8] = []
        for second in 0..<3 {
            stream += Self.rmc(second)
            stream += Self.compass(100 + 10 * second..<110 + 10 * second)
        }
        let found = Self.recorded(stream, chunk: chunk)
        #expect(found.count == 30)
        for (index, heading) in found.enumerated() {
            #expect(heading.angle == Double(100 + index))
            // Behind the last epoch too.
            #expect(abs(heading.time - Double(index) / 10) < 1e-6)
        }
    }

    @Test("one an epoch has the epoch's time, each type for itself") func single() {
        var stream: [UInt8] = []
        for second in 0..<5 {
            stream += Self.rmc(second)
            stream += Self.hdg(Double(second))
            stream += Array(StreamTests.sealed("HEHDT,12.5,T").utf8)
        }
        let found = Self.recorded(stream)
        #expect(found.map(\.time) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
        #expect(found.map(\.angle) == [0, nil, 1, nil, 2, nil, 3, nil, 4, nil])
    }

    @Test(
        "a receiver that is silent in a recording does not stop the time of its compass, and a gap does not stretch it"
    )
    func silence() {
        func second(_ second: Int) -> [UInt8] { Self.rmc(second) + Self.compass(0..<10) }
        let compass = Self.compass(0..<300)
        // 31 s of the compass alone.
        let silent = Self.recorded(second(0) + second(1) + compass + second(32))
        #expect(zip(silent, silent.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(abs(silent[319].time - 31.9) < 0.2 && silent[320].time == 32)
        // 50 s that were not recorded.
        let gap = Self.recorded(second(0) + second(1) + second(51))
        let tenths = gap.map { Int(($0.time * 10).rounded()) }
        #expect(tenths == Array(0..<20) + Array(510..<520))
    }

    @Test("a compass that goes on for long without its receiver is not kept waiting") func long() {
        var stream = Self.rmc(0) + Self.compass(0..<2) + Self.rmc(1)
        for _ in 0..<25 { stream += Self.compass(0..<100) }
        var decoder = NMEADecoder(reference: EpochTests.noon, publishing: .atNextEpoch)
        let early = decoder.push(stream).compactMap(\.heading)
        #expect(early.count > 1500)
        var last: [Heading] = []
        decoder.flush { if let heading = $0.heading { last.append(heading) } }
        let times = (early + last).map { $0.time - EpochTests.noon }
        #expect(times.count == 2502)
        for (index, time) in times.enumerated() { #expect(abs(time - Double(index) / 2) < 1e-6) }
    }
}

extension Double {
    fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
