import Messages
import NMEA
import Receivers
import TestSupport
import Testing

@Suite("Fixes from UBX", .timeLimit(.minutes(1)))
struct SolutionTests {
    private static func fixes(_ solutions: [Pieces.Solution]) -> [Fix] {
        Pieces.decode(solutions.flatMap(\.frame)).events.compactMap(\.fix)
    }

    @Test("a solution and its companions are one fix") func joined() throws {
        let stream =
            Pieces.Solution().frame + Pieces.dilution(0) + Pieces.satellites(0) + Pieces.end(0)
        let (events, counters) = Pieces.decode(stream)
        let fix = try #require(events.compactMap(\.fix).first)
        #expect(events.count == 2)
        #expect(fix.time == Pieces.noon)
        #expect(fix.latitude == 51.5000001 && fix.longitude == 5.5)
        #expect(fix.altitude == 10 && fix.ellipsoidalAltitude == 55)
        #expect(fix.horizontalAccuracy == 1.5 && fix.verticalAccuracy == 2.1)
        #expect(fix.speed == 2.236 && fix.speedAccuracy == 0.25)
        #expect(fix.course == 90 && fix.courseAccuracy == 15)
        #expect(fix.technology == .gnss && fix.mode == 3 && fix.satellites == 14 && fix.rtk == nil)
        #expect([fix.hdop, fix.vdop, fix.pdop] == [0.8, 1.2, 1.45])
        let sky = try #require(events.last?.sky)
        #expect(sky.time == Pieces.noon)
        #expect(sky.satellites.map(\.constellation) == [.gps, .glonass])
        #expect(sky.satellites.map(\.id) == [7, 3])
        #expect(sky.satellites.map(\.used) == [true, false])
        #expect(sky.satellites.map(\.signal) == [41, 20])
        #expect(counters.frames == 4 && counters.nmea.epochs == 1 && counters.nmea.fixes == 1)
    }

    @Test("nanoseconds before the second, and a leap second, are times") func times() {
        #expect(Self.fixes([.init(nano: -500_000)]).map(\.time) == [Pieces.noon - 0.0005])
        // 2016-12-31 23:59:60 by hand: the payload's date and time begin at its fourth byte.
        var payload = Array(Pieces.Solution().frame[6..<98])
        payload.replaceSubrange(4..<11, with: [0xE0, 0x07, 12, 31, 23, 59, 60])
        let found = Pieces.decode(UBXFrame.bytes(0x07, payload)).events.compactMap(\.fix)
        #expect(found.map(\.time) == [1_483_228_800])
    }

    @Test("an epoch comes once its end has been told, and without one is learned") func completion() {
        var decoder = ReceiverDecoder(publishing: .whenComplete)
        #expect(decoder.push(Pieces.Solution().frame).isEmpty)
        #expect(decoder.push(Pieces.end(0)).count == 1)
        var counts: [Int] = []
        var silent = ReceiverDecoder(publishing: .whenComplete)
        for second in 0..<6 {
            counts.append(silent.push(Pieces.Solution(millisecond: second * 1000).frame).count)
            counts.append(silent.push(Pieces.dilution(second * 1000)).compactMap(\.fix).count)
        }
        #expect(counts == [0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1])
        #expect(silent.counters.nmea.fixes == 6 && silent.counters.nmea.late == 0)
    }

    @Test("25 solutions a second are 25 fixes") func fast() {
        let fixes = Self.fixes((0..<50).map { .init(millisecond: $0 * 40) })
        #expect(fixes.count == 50)
        #expect(zip(fixes, fixes.dropFirst()).allSatisfy { abs($1.time - $0.time - 0.04) < 1e-5 })
    }

    @Test("no fix where the receiver says that there is none") func none() {
        let none: [Pieces.Solution] = [
            .init(flags: 0), .init(fixType: 0), .init(fixType: 5), .init(valid: 0x04),
        ]
        for solution in none { #expect(Self.fixes([solution]).isEmpty) }
        let refused = UBXFrame.bytes(
            0x03,
            Pieces.little(Pieces.noonOfWeek, 4) + [3, 0xDC] + Pieces.little(0, 10)
        )
        #expect(Pieces.decode(Pieces.Solution().frame + refused).events.isEmpty)
    }

    @Test("kinds of solutions") func kinds() {
        let fixes = Self.fixes([
            .init(fixType: 2), .init(millisecond: 1000, fixType: 1), .init(millisecond: 2000, fixType: 4),
            .init(millisecond: 3000, flags: 0x43), .init(millisecond: 4000, flags: 0x83),
        ])
        #expect(fixes.map(\.mode) == [2, 3, 3, 3, 3])
        #expect(fixes.map(\.technology) == [.gnss, .deadReckoning, .gnss, .gnss, .gnss])
        #expect(fixes.map(\.rtk) == [nil, nil, nil, .float, .fixed])
        #expect(fixes.first?.altitude == nil && fixes.first?.verticalAccuracy == nil)
    }

    @Test("a course is as bad as its speed makes it, and none at rest") func courses() throws {
        // asin(1.118 / 2.236) = 30°, more than the 15° that are reported.
        let spread = try #require(Self.fixes([.init(speedAccuracy: 1118)]).first)
        #expect(spread.course == 90)
        #expect(abs((spread.courseAccuracy ?? 0) - 30) < 1e-9)
        for solution: Pieces.Solution in [
            .init(speed: 0), .init(speedAccuracy: 3000), .init(courseAccuracy: 18_000_000),
        ] {
            let fix = try #require(Self.fixes([solution]).first)
            #expect(fix.course == nil && fix.courseAccuracy == nil)
            #expect(fix.speed != nil)
        }
    }

    @Test("what a receiver leaves at 0 is unknown, and 0 satellites are those of dead reckoning") func zeros()
        throws
    {
        let zeros = Pieces.Solution(speedAccuracy: 0, courseAccuracy: 0, satellites: 0, accuracy: 0)
        let fix = try #require(Self.fixes([zeros]).first)
        #expect(fix.satellites == nil)
        #expect(fix.horizontalAccuracy == nil && fix.verticalAccuracy == nil)
        #expect(fix.course == 90 && fix.courseAccuracy == nil && fix.speedAccuracy == nil)
        let reckoned = try #require(Self.fixes([.init(fixType: 1, satellites: 0)]).first)
        #expect(reckoned.satellites == 0)
        // NAV-COV of zeros, valid, says as little.
        let covariance = UBXFrame.bytes(
            0x36,
            Pieces.little(Pieces.noonOfWeek, 4) + [0, 1, 1] + [UInt8](repeating: 0, count: 57)
        )
        let bare = Pieces.decode(zeros.frame + covariance).events.compactMap(\.fix)
        #expect(bare.map(\.horizontalAccuracy) == [nil])
        let heading = Pieces.Solution(flags: 0x21, courseAccuracy: 0, heading: 12_345_000)
        let found = Pieces.decode(heading.frame).events.compactMap(\.heading)
        #expect(found.map(\.trueHeading) == [123.45] && found.map(\.headingAccuracy) == [nil])
    }

    @Test("the vehicle's heading is one where sensors give it, with its 95 %") func heading() {
        let events = Pieces.decode(Pieces.Solution(flags: 0x21, heading: 12_345_000).frame).events
        #expect(events.compactMap(\.heading).map(\.trueHeading) == [123.45])
        #expect(events.compactMap(\.heading).map(\.headingAccuracy) == [29.4])
        #expect(
            Pieces.decode(Pieces.Solution(heading: 12_345_000).frame).events.compactMap(\.heading).isEmpty
        )
    }

    @Test("a date of the last 1024 weeks is put right for a live source alone") func rollover() {
        let period = 1024.0 * 7 * 86_400
        var decoder = ReceiverDecoder(publishing: .whenComplete)
        let now = Pieces.noon + period + 3
        let live = decoder.push(Pieces.Solution().frame + Pieces.end(0), receivedAt: now)
        #expect(live.compactMap(\.fix).map(\.time) == [Pieces.noon + period])
        #expect(decoder.counters.nmea.rolledOver == 1)
        #expect(Self.fixes([.init()]).map(\.time) == [Pieces.noon])
        // Two years apart is no rollover but a clock that is wrong.
        var other = ReceiverDecoder(publishing: .whenComplete)
        let kept = other.push(
            Pieces.Solution().frame + Pieces.end(0),
            receivedAt: Pieces.noon + 2 * 31_536_000
        )
        #expect(kept.compactMap(\.fix).map(\.time) == [Pieces.noon])
    }
}
