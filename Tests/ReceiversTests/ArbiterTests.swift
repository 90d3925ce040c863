import Messages
import NMEA
import Receivers
import Testing

@Suite("Receivers that speak two protocols", .timeLimit(.minutes(1)))
struct ArbiterTests {
    /// A second of both, in an order.
    private static func second(_ second: Int, framesFirst: Bool) -> [UInt8] {
        let frames =
            Pieces.Solution(millisecond: second * 1000).frame + Pieces.dilution(second * 1000)
            + Pieces.satellites(second * 1000) + Pieces.end(second * 1000)
        let sentences = Pieces.rmc(second) + Pieces.gga(second) + Pieces.sentence("GPGSV,1,1,01,07,42,118,41")
        return framesFirst ? frames + sentences : sentences + frames
    }

    @Test("an epoch is one fix, whichever protocol is first", arguments: [true, false])
    func once(framesFirst: Bool) {
        let stream = (0..<10).flatMap { Self.second($0, framesFirst: framesFirst) }
        for publishing in [NMEADecoder.Publishing.atNextEpoch, .whenComplete] {
            let (events, counters) = Pieces.decode(stream, publishing: publishing)
            let times = events.compactMap(\.fix).map(\.time)
            #expect(times == (0..<10).map { Pieces.noon + Double($0) })
            // UBX's, but for the first where the sentences were complete before.
            #expect(events.compactMap(\.fix).dropFirst().allSatisfy { $0.speedAccuracy == 0.25 })
            #expect(counters.duplicates == 10)
            #expect(counters.nmea.fixes == 10)
            #expect(events.compactMap(\.sky).dropFirst().allSatisfy { $0.satellites.count == 2 })
        }
    }

    @Test("sentences take over when the solutions end") func takingOver() {
        var stream = (0..<5).flatMap { Self.second($0, framesFirst: true) }
        for second in 5..<12 { stream += Pieces.rmc(second) + Pieces.gga(second) }
        let fixes = Pieces.decode(stream).events.compactMap(\.fix)
        #expect(fixes.map(\.time) == [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map { Pieces.noon + $0 })
        #expect(fixes.last?.speedAccuracy == nil)
    }

    @Test("headings go out whatever the protocol, at the epoch's time") func headings() {
        let stream = Pieces.Solution().frame + Pieces.end(0) + Pieces.sentence("HEHDT,12.5,T")
        let headings = Pieces.decode(stream, reference: nil).events.compactMap(\.heading)
        #expect(headings.map(\.trueHeading) == [12.5])
        #expect(headings.map(\.time) == [Pieces.noon])
    }
}
