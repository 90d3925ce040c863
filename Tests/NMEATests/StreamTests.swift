import Foundation
import Messages
import NMEA
import TestSupport
import Testing

@Suite("Streams of bytes", .timeLimit(.minutes(1)))
struct StreamTests {
    @Test(
        "any split of a stream gives the same events and counters",
        .enabled(if: ReferenceData.isThere, Comment(rawValue: ReferenceData.missing)),
        arguments: ["isync", "triton400", "skytraq-PX1172RH_DS", "hemi", "gpsdf", "ais-nmea-type6-fid55"]
    )
    func splits(log: String) throws {
        let bytes = try ReferenceData.log(log)
        let whole = ReferenceData.decode(bytes)
        for chunk in [1, 2, 7, 64, 333] {
            let parts = ReferenceData.decode(bytes, chunk: chunk)
            #expect(parts.events == whole.events)
            #expect(parts.counters == whole.counters)
        }
        var random = Seeded(seed: 1)
        var decoder = NMEADecoder(
            reference: NMEADecoder.reference(ofRecording: bytes.span),
            publishing: .atNextEpoch
        )
        var events: [NMEADecoder.Event] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 1...200, using: &random))
            events += decoder.push(Array(bytes[start..<end]))
            start = end
        }
        decoder.flush { events.append($0) }
        #expect(events == whole.events)
    }

    @Test(
        "mutated logs neither trap nor give values out of range",
        .enabled(if: ReferenceData.isThere, Comment(rawValue: ReferenceData.missing)),
        arguments: ReferenceData.logs
    )
    func mutations(log: String) throws {
        let original = Array(try ReferenceData.log(log).prefix(20_000))
        for seed in 0..<8 as Range<UInt64> {
            var random = Seeded(seed: seed &* 7919 &+ UInt64(log.utf8.count))
            var bytes = original
            for _ in 0..<200 { Self.mutate(&bytes, &random) }
            if seed % 2 == 1 { bytes = Self.repairingChecksums(bytes) }
            var decoder = NMEADecoder(
                reference: 1e9,
                publishing: seed % 3 == 0 ? .atNextEpoch : .whenComplete
            )
            for event in decoder.push(bytes) { Self.check(event) }
            if let event = decoder.flush() { Self.check(event) }
        }
    }

    @Test("a corrupted byte costs only the sentence that it is in") func corruption() {
        let lines = (0..<6).flatMap { second in
            [
                Self.sealed(
                    "GPRMC,12000\(second).00,A,5130.000,N,00530.00\(second),E,01\(second).0,100.0,230326,,,A"
                ),
                Self.sealed("GPVTG,100.0,T,,M,01\(second).0,N,022.2,K,A"),
                Self.sealed(
                    "GPGGA,12000\(second).00,5130.000,N,00530.00\(second),E,1,08,1.0,10.0,M,45.0,M,,"
                ),
            ]
        }
        let stream = Array(lines.joined().utf8)
        let intact = Self.fixes(stream)
        #expect(intact.count == 6)
        let others: [UInt8] = [0, 0x0A, 0x24, 0x2A, 0x2C, 0x5C, 0x21, 0xFF, 0x41]
        for index in stream.indices {
            for byte in others where byte != stream[index] {
                var damaged = stream
                damaged[index] = byte
                let found = Self.fixes(damaged)
                #expect(found.count == 6, "byte \(index) as \(byte)")
                #expect(
                    zip(found, intact).allSatisfy {
                        $0.latitude == $1.latitude && $0.longitude == $1.longitude
                    }
                )
                #expect(zip(found, intact).allSatisfy { $0.speed == $1.speed && $0.time == $1.time })
            }
        }
    }

    @Test("binary between and inside sentences is passed over and counted") func binary() {
        let sentence = Self.sealed("GPRMC,120000.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A")
        var bytes: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x5C, 0x00, 0x24, 0x47, 0x50, 0xD3]
        bytes += Array(sentence.utf8)
        bytes += [0xB5, 0x62, 0x24, 0x24, 0x21]
        bytes += Array(Self.sealed("GPRMC,120001.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A").utf8)
        var decoder = NMEADecoder()
        var events = decoder.push(bytes)
        if let last = decoder.flush() { events.append(last) }
        #expect(events.compactMap(\.fix).count == 2)
        #expect(decoder.counters.sentences == 2)
        #expect(decoder.counters.resynchronisedBytes == 15)
    }

    @Test("an endless line is bounded and does not hide what follows") func endless() {
        var bytes = Array("$GPRMC,".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000)
        bytes += Array("\r\n\(Self.sealed("GPRMC,120000.00,A,5130.000,N,00530.000,E,,,230326,,,A"))".utf8)
        #expect(Self.fixes(bytes).count == 1)
    }

    static func sealed(_ body: String) -> String {
        let sum = body.utf8.reduce(0 as UInt8, ^)
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        return "$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])\r\n"
    }

    static func fixes(_ bytes: [UInt8], publishing: NMEADecoder.Publishing = .atNextEpoch) -> [Fix] {
        var decoder = NMEADecoder(reference: 1_774_224_000, publishing: publishing)
        var events = decoder.push(bytes)
        if let last = decoder.flush() { events.append(last) }
        return events.compactMap(\.fix)
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout Seeded) {
        guard bytes.count > 10 else { return }
        let index = Int.random(in: 0..<bytes.count - 5, using: &random)
        let delimiters: [UInt8] = Array("$!\\*,.-\r\n0A9".utf8) + [0, 0xFF, 0xB5]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[index] = delimiters.randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(delimiters.randomElement(using: &random) ?? 0, at: index)
        default:
            for offset in 0..<5 { bytes[index + offset] = UInt8.random(in: 0x30...0x39, using: &random) }
        }
    }

    /// Gives each line the checksum that its mutated content should have, so that the fields are reached.
    private static func repairingChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var repaired: [UInt8] = []
        for line in bytes.split(separator: 0x0A) {
            guard let start = line.firstIndex(of: 0x24) else { continue }
            let body = line[(start + 1)...].prefix { $0 != 0x2A && $0 != 0x24 && $0 != 0x0D }
            repaired += Array(sealed(String(decoding: body, as: UTF8.self)).utf8)
        }
        return repaired
    }

    private static func check(_ event: NMEADecoder.Event) {
        if let fix = event.fix {
            #expect(fix.time.isFinite && abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180)
            #expect(fix.course.map { $0 >= 0 && $0 < 360 } ?? true)
            #expect(fix.speed.map { $0 >= 0 && $0.isFinite } ?? true)
            #expect(fix.horizontalAccuracy.map { $0 > 0 && $0.isFinite } ?? true)
            #expect(fix.mode == 2 || fix.mode == 3)
        }
        if let heading = event.heading {
            #expect(
                [heading.trueHeading, heading.magneticHeading].allSatisfy {
                    $0.map { $0 >= 0 && $0 < 360 } ?? true
                }
            )
        }
    }
}
