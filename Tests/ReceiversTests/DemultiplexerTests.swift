import Messages
import NMEA
import Receivers
import TestSupport
import Testing
import UBX

@Suite("Mixed streams", .timeLimit(.minutes(2)))
struct DemultiplexerTests {
    /// What a stream is made of, piece by piece.
    private static let pieces: [[UInt8]] = (0..<6).flatMap { second -> [[UInt8]] in
        [
            Pieces.rmc(second), Pieces.Solution(millisecond: second * 1000).frame,
            // Payloads that look like the beginning of something else.
            Pieces.correction([0x3E, 0xD0] + Array("$GPRMC,120".utf8) + [0xB5, 0x62, 0x01, 0x07, 0x5C]),
            Pieces.gga(second), Pieces.satellites(second * 1000), Pieces.correction([]),
            UBXFrame.bytes(0x13, [0xD3, 0x00, 0x02, 0x24, 0x47, 0x4E, 0x5C], messageClass: 0x02),
            Pieces.end(second * 1000),
        ]
    }

    private static let stream = pieces.flatMap { $0 }

    /// The pieces of a stream as text, one each.
    private static func found(_ stream: [UInt8], chunk: Int = .max) -> (pieces: [String], bad: Int) {
        var demultiplexer = StreamDemultiplexer()
        var found: [String] = []
        func take(
            _ found: inout [String],
            _ piece: StreamDemultiplexer.Piece,
            _ bytes: Span<UInt8>,
            _ sentence: borrowing SentenceFields
        ) {
            switch piece {
            case .sentence: found.append(sentence.text)
            case .frame(let header, let payload):
                let sum = payload.reduce(0) { ($0 &* 31 &+ Int(bytes[$1])) & 0xFFFF_FFFF }
                found.append("frame \(header.messageClass) \(header.identifier) \(payload.count) \(sum)")
            case .correction(let range): found.append("correction \(range.count)")
            }
        }
        var start = 0
        while start < stream.count {
            let end = chunk == .max ? stream.count : min(stream.count, start + chunk)
            demultiplexer.push(stream.span.extracting(start..<end), &found, take)
            start = end
        }
        demultiplexer.release(&found, take)
        return (found, demultiplexer.badFrames)
    }

    @Test("every piece is found") func all() {
        let (pieces, bad) = Self.found(Self.stream)
        #expect(pieces.count == Self.pieces.count)
        #expect(bad == 0)
        let counters = Pieces.decode(Self.stream).counters
        #expect(counters.frames == 24 && counters.corrections == 12 && counters.nmea.sentences == 12)
        #expect(counters.badFrames == 0 && counters.nmea.resynchronisedBytes == 0)
    }

    @Test("any split gives the same") func splits() {
        let whole = Pieces.decode(Self.stream)
        for chunk in [1, 2, 3, 5, 7, 64, 99, 333] {
            let parts = Pieces.decode(Self.stream, chunk: chunk)
            #expect(parts.events == whole.events && parts.counters == whole.counters)
            #expect(Self.found(Self.stream, chunk: chunk).pieces == Self.found(Self.stream).pieces)
        }
        for cut in Self.stream.indices.dropFirst() {
            var decoder = ReceiverDecoder(reference: Pieces.noon, publishing: .atNextEpoch)
            var events = decoder.push(Array(Self.stream[..<cut])) + decoder.push(Array(Self.stream[cut...]))
            decoder.flush { events.append($0) }
            #expect(events == whole.events)
        }
    }

    @Test("a corrupted byte costs the piece that it is in, and no other", .timeLimit(.minutes(3)))
    func corruption() {
        // Before the first checksum a sentence without one would be taken for one of a source that sends none.
        let stream = Pieces.sentence("GNTXT,01,01,02,start") + Self.stream
        let intact = Self.found(stream).pieces
        var place = stream.count - Self.stream.count
        // The pieces of two epochs are all kinds in all neighbourhoods.
        for (index, piece) in Self.pieces.prefix(10).enumerated() {
            for offset in piece.indices {
                for byte in [0x00, 0x24, 0x5C, 0xB5, 0xD3, 0xFF, piece[offset] ^ 1] as [UInt8]
                where byte != piece[offset] {
                    var damaged = stream
                    damaged[place + offset] = byte
                    let found = Self.found(damaged).pieces
                    // Line ends belong to nothing.
                    var rest = intact
                    if found.count < intact.count { rest.remove(at: index + 1) }
                    #expect(found == rest, "byte \(offset) of piece \(index) as \(byte)")
                }
            }
            place += piece.count
        }
    }

    @Test(
        "a damaged length swallows nothing of what follows",
        arguments: [0x00, 0x01, 0x10, 0x1F, 0x20, 0xFF] as [UInt8]
    )
    func lengths(high: UInt8) {
        // A message that is not understood has no length of its own to be checked by.
        var frame = UBXFrame.bytes(0x15, [UInt8](repeating: 7, count: 40), messageClass: 0x02)
        frame[5] = high
        if high == 0 { frame[4] = 3 }
        let found = Self.found(frame + Self.stream).pieces
        #expect(found == Self.found(Self.stream).pieces)
        var correction = Pieces.correction([UInt8](repeating: 0x40, count: 40))
        correction[1] = high & 3
        correction[2] = 0xFF
        #expect(Self.found(correction + Self.stream).pieces == Self.found(Self.stream).pieces)
    }

    @Test("a frame that is cut off is given up at the end, and what is in it is read") func cut() {
        let inner = UBXFrame.bytes(0x77, [UInt8](repeating: 1, count: 200), messageClass: 0x0A)
        let stream = Array(inner.prefix(30)) + Pieces.rmc(1) + Pieces.end(0)
        let (pieces, bad) = Self.found(stream)
        #expect(pieces.count == 2 && bad == 1)
        // A live source does it after a silence.
        var decoder = ReceiverDecoder()
        #expect(decoder.push(stream).isEmpty)
        var fixes = 0
        decoder.flush { if $0.fix != nil { fixes += 1 } }
        #expect(fixes == 1)
    }

    @Test("pieces glued together, and noise between them") func glued() {
        var random = Seeded(seed: 3)
        for _ in 0..<50 {
            var stream: [UInt8] = []
            for piece in Self.pieces {
                // A sentence may lose its line end where a frame follows.
                stream += piece.suffix(2) == [0x0D, 0x0A] ? piece.dropLast(2) : piece[...]
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    stream.append(
                        [0x00, 0xB5, 0xD3, 0x24, 0x5C, 0x41, 0xFF].randomElement(using: &random) ?? 0
                    )
                }
            }
            #expect(Self.found(stream).pieces == Self.found(Self.stream).pieces)
        }
    }

    @Test("mutated streams neither trap nor give values out of range") func mutations() {
        for seed in 0..<60 as Range<UInt64> {
            var random = Seeded(seed: seed)
            var stream = Self.stream
            for _ in 0..<60 {
                let index = Int.random(in: 0..<stream.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: stream[index] = UInt8.random(in: 0...255, using: &random)
                case 1: stream.remove(at: index)
                default: stream.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            let (events, counters) = Pieces.decode(stream)
            for fix in events.compactMap(\.fix) {
                #expect(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180)
                #expect(fix.course.map { $0 >= 0 && $0 < 360 } ?? true)
            }
            let other = Pieces.decode(stream, chunk: 11)
            #expect(other.events == events && other.counters == counters)
        }
    }
}
