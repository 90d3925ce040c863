import Messages
import NMEA
import Receivers
import Testing

@Suite("Comments in recordings", .timeLimit(.minutes(1)))
struct CommentTests {
    private static func times(_ stream: [UInt8], chunk: Int) -> (times: [Double], counters: ReceiverCounters)
    {
        let decoded = Pieces.decode(stream, chunk: chunk)
        return (decoded.events.compactMap { $0.fix?.time }, decoded.counters)
    }

    @Test("end with their lines, whatever those end with", arguments: ["\r", "\n", "\r\n", "\n\r"])
    func lineEnds(end: String) {
        func line(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast(2) + Array(end.utf8) }
        var stream = Array("# Date: 2026-03-23\(end)#\(end)# then $GPRMC, of no receiver\(end)".utf8)
        stream += line(Pieces.rmc(0)) + Array("# half a minute later\(end)".utf8) + line(Pieces.rmc(30))
        for chunk in [1, .max] {
            let (times, counters) = Self.times(stream, chunk: chunk)
            #expect(times == [Pieces.noon, Pieces.noon + 30])
            #expect(counters.nmea.sentences == 2 && counters.nmea.resynchronisedBytes == 0)
        }
    }

    @Test("are none where a sentence or its tag block follows at once: there the byte is one too many")
    func strayByte() {
        let stray = [UInt8(ascii: "#")]
        let tagged = Array("\\s:x*31\\".utf8) + Pieces.rmc(2)
        let stream = stray + Pieces.rmc(0) + stray + Pieces.rmc(1) + stray + tagged + Pieces.rmc(3)
        for chunk in [1, .max] {
            let (times, counters) = Self.times(stream, chunk: chunk)
            #expect(times == (0..<4).map { Pieces.noon + Double($0) })
            #expect(counters.nmea.sentences == 4 && counters.nmea.resynchronisedBytes == 3)
        }
    }
}
