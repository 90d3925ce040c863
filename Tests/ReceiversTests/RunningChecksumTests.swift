import NMEA
import TestSupport
import Testing
import UBX

@testable import Receivers

@Suite("Checksums of overlapping frames", .timeLimit(.minutes(1)))
struct RunningChecksumTests {
    private static let bytes: [UInt8] = {
        var random = Seeded(seed: 24)
        return (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }()

    /// Where heads of frames are: dense, far apart, and going back once.
    private static let starts = Array(stride(from: 0, to: 60_000, by: 3)) + [90_000, 70_000, 70_001]

    @Test("they are those of each range by itself", arguments: [0, 1, 6, 500, 1026])
    func alike(length: Int) {
        var checksums = RunningChecksums()
        checksums.sawDamage()
        let span = Self.bytes.span
        for start in Self.starts.lazy.filter({ $0 % 7 == 0 || $0 >= 60_000 }) {
            let range = start..<start + length
            let correction = checksums.correction(span, in: range)
            #expect(correction == CRC24Q.checksum(span, in: range))
            let frame = checksums.frame(span, in: range)
            let alone = Fletcher.checksum(span, in: range)
            #expect(frame.a == alone.a && frame.b == alone.b)
        }
    }

    @Test("each byte is summed once or twice, however many frames seem to hold it") func linear() {
        let span = Self.bytes.span
        var (corrections, frames) = (RunningChecksums(), RunningChecksums())
        corrections.sawDamage()
        frames.sawDamage()
        for start in Self.starts {
            _ = corrections.correction(span, in: start..<start + 1026)
            _ = frames.frame(span, in: start..<start + 8196)
        }
        #expect(corrections.summed > 60_000 && corrections.summed < 2 * 60_000)
        #expect(frames.summed > 60_000 && frames.summed < 2 * 60_000)
    }

    @Test("a demultiplexer finds what is behind garbage full of heads", arguments: [40, 4096, 1_000_000])
    func behindGarbage(chunk: Int) {
        let heads: [[UInt8]] = [[0xD3, 0x03, 0xFF], [0xB5, 0x62, 0x02, 0x15, 0x00, 0x20]]
        for head in heads {
            let garbage = [[UInt8]](repeating: head, count: 40_000 / head.count).flatMap { $0 }
            // So many bytes that the last head's frame is told before the end.
            let rest = [UInt8](repeating: 0x0A, count: 9000)
            let stream =
                garbage + Pieces.rmc(1) + Pieces.correction([0x3E, 0xD0, 1, 2]) + Pieces.end(0) + rest
            let counters = Pieces.decode(stream, chunk: chunk).counters
            #expect(counters.nmea.sentences == 1 && counters.corrections == 1 && counters.frames == 1)
            // The last head may have what cannot be its number behind it.
            #expect(counters.badFrames >= garbage.count / head.count - 1)
        }
    }
}
