import Messages
import NMEA
import Receivers
import TestSupport
import Testing

@Suite("Receivers that nobody has seen", .timeLimit(.minutes(2)))
struct UnseenReceiverTests {
    private static func fixes(
        _ stream: [UInt8],
        reference: Double,
        publishing: NMEADecoder.Publishing,
        chunk: Int = .max
    ) -> [Fix] {
        var decoder = ReceiverDecoder(reference: reference, publishing: publishing)
        var events: [ReceiverDecoder.Event] = []
        var rest = stream[...]
        while !rest.isEmpty {
            events += decoder.push(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
        }
        decoder.flush { events.append($0) }
        return events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    @Test(
        "each epoch is one fix, at its time and place, whatever the receiver's habits",
        arguments: 0..<300 as Range<UInt64>
    )
    func epochs(seed: UInt64) {
        let receiver = SyntheticReceiver(seed: seed)
        for publishing in [NMEADecoder.Publishing.atNextEpoch, .whenComplete] {
            let fixes = Self.fixes(
                receiver.stream,
                reference: receiver.truths[0].time + 60,
                publishing: publishing,
                chunk: seed % 3 == 0 ? 13 : .max
            )
            guard fixes.count == receiver.truths.count else {
                Issue.record(
                    "\(fixes.count) fixes of \(receiver.truths.count): \(String(decoding: receiver.stream.prefix(600), as: UTF8.self))"
                )
                return
            }
            for (fix, truth) in zip(fixes, receiver.truths) {
                #expect(abs(fix.time - truth.time) < 1e-6)
                #expect(abs(fix.latitude - truth.latitude) <= receiver.resolution)
                #expect(abs(fix.longitude - truth.longitude) <= receiver.resolution)
                guard receiver.hasMotion else { continue }
                #expect(abs((fix.speed ?? -1) - truth.speed) < 1e-9)
                #expect(fix.course == truth.course)
            }
        }
    }

    @Test(
        "a damaged byte costs no more than the sentences that it touches",
        arguments: 0..<8 as Range<UInt64>
    )
    func damage(seed: UInt64) {
        let receiver = SyntheticReceiver(seed: seed &* 31 &+ 5, epochs: 3)
        let reference = receiver.truths[0].time + 60
        let times = Set(
            Self.fixes(receiver.stream, reference: reference, publishing: .atNextEpoch).map(\.time)
        )
        var random = Seeded(seed: seed)
        for place in stride(from: Int(seed % 3), to: receiver.stream.count, by: 3) {
            var stream = receiver.stream
            stream[place] = UInt8(truncatingIfNeeded: random.next())
            let left = Set(Self.fixes(stream, reference: reference, publishing: .atNextEpoch).map(\.time))
            #expect(left.isSubset(of: times), "a time of its own by byte \(place)")
            // A damaged end of a sentence may take the next one with it, which may be another epoch's.
            #expect(times.subtracting(left).count <= 2, "byte \(place)")
        }
    }

    @Test("RMC comes five times a second, and the rest once") func partial() {
        var text = ""
        func add(_ body: String) {
            let sum = body.utf8.reduce(0 as UInt8, ^)
            text += "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
        }
        for fifth in 0..<50 {
            let clock = "1200\(fifth / 5 < 10 ? "0" : "")\(fifth / 5).\(fifth % 5 * 2)00"
            add("GNRMC,\(clock),A,5130.000,N,00530.000,E,10.0,100.0,230326,,,A,V")
            guard fifth % 5 == 0 else { continue }
            add("GNGGA,\(clock),5130.000,N,00530.000,E,1,08,1.0,10.0,M,45.0,M,,")
            add("GNGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1,1")
        }
        for publishing in [NMEADecoder.Publishing.atNextEpoch, .whenComplete] {
            let fixes = Self.fixes(Array(text.utf8), reference: 1_774_267_200, publishing: publishing)
            #expect(
                fixes.map { ($0.time - 1_774_267_200) * 5 }.map { $0.rounded() } == (0..<50).map(Double.init)
            )
            #expect(fixes.allSatisfy { $0.course == 100 })
            // Learning which sentence ends an epoch, it may be wrong about some.
            #expect(fixes.count { $0.altitude == 10 } >= 5)
        }
    }

    @Test(
        "qualities of GGA say how the place came about",
        arguments: [
            (1, Fix.Technology.gnss, nil), (2, .gnss, nil), (3, .gnss, nil), (4, .gnss, .fixed),
            (5, .gnss, .float),
            (6, .deadReckoning, nil), (7, nil, nil), (8, .simulated, nil),
        ] as [(Int, Fix.Technology?, Fix.RTK?)]
    )
    func quality(quality: Int, technology: Fix.Technology?, rtk: Fix.RTK?) throws {
        let body = "GPGGA,120000,5130.000,N,00530.000,E,\(quality),08,1.0,10.0,M,45.0,M,,"
        let sum = body.utf8.reduce(0 as UInt8, ^)
        let line = "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16))\n"
        let fix = try #require(
            Self.fixes(Array(line.utf8), reference: 1_774_267_200, publishing: .atNextEpoch).first
        )
        #expect(fix.technology == technology && fix.rtk == rtk)
    }
}
