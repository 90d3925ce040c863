import Messages
import NMEA
import Receivers
import TestSupport
import UBX

/// Parts of streams, made without the code that is tested.
enum Pieces {
    /// 2026-03-23 12:00:00, and its time of the week in milliseconds (Monday, 18 leap seconds ahead of UTC).
    static let noon = 1_774_267_200.0
    static let noonOfWeek = 129_618_000

    static func sentence(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(0 as UInt8, ^)
        let digits = Array("0123456789ABCDEF".utf8)
        return Array("$\(body)*".utf8) + [digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0D, 0x0A]
    }

    static func rmc(_ second: Int, _ tenth: Int = 0) -> [UInt8] {
        sentence("GNRMC,1200\(two(second)).\(tenth)0,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A")
    }

    static func gga(_ second: Int, _ tenth: Int = 0) -> [UInt8] {
        sentence("GNGGA,1200\(two(second)).\(tenth)0,5130.000,N,00530.000,E,1,08,1.0,10.0,M,45.0,M,,")
    }

    /// What a NAV-PVT says, as it is sent.
    struct Solution {
        var millisecond = 0
        var year = 2026
        var valid: UInt8 = 0x07
        var nano = 0
        var fixType: UInt8 = 3
        var flags: UInt8 = 0x01
        var latitude = 515_000_001
        var speed = 2236
        var speedAccuracy = 250
        var courseAccuracy = 1_500_000
        var heading = 0
        var satellites: UInt8 = 14
        var accuracy = 1500

        var frame: [UInt8] {
            var payload = little(noonOfWeek + millisecond, 4) + little(year, 2)
            payload += [3, 23, 12, UInt8(millisecond / 60_000), UInt8(millisecond / 1000 % 60), valid]
            payload += little(20, 4) + little(nano + millisecond % 1000 * 1_000_000, 4)
            payload += [fixType, flags, 0xEA, satellites]
            payload += little(55_000_000, 4) + little(latitude, 4) + little(55_000, 4) + little(10_000, 4)
            payload += little(accuracy, 4) + little(accuracy * 7 / 5, 4)
            payload += little(0, 12) + little(speed, 4) + little(9_000_000, 4)
            payload += little(speedAccuracy, 4) + little(courseAccuracy, 4)
            payload += little(145, 2) + little(0, 6) + little(heading, 4) + little(0, 4)
            return UBXFrame.bytes(0x07, payload)
        }
    }

    static func dilution(_ millisecond: Int) -> [UInt8] {
        UBXFrame.bytes(
            0x04,
            little(noonOfWeek + millisecond, 4) + [190, 0, 145, 0, 100, 0, 120, 0, 80, 0, 60, 0, 53, 0]
        )
    }

    static func satellites(_ millisecond: Int) -> [UInt8] {
        UBXFrame.bytes(
            0x35,
            little(noonOfWeek + millisecond, 4) + [1, 2, 0, 0]
                + [0, 7, 41, 42, 118, 0, 0, 0, 0x1F, 0, 0, 0] + [6, 3, 20, 11, 5, 0, 0, 0, 0x12, 0, 0, 0]
        )
    }

    static func end(_ millisecond: Int) -> [UInt8] {
        UBXFrame.bytes(0x61, little(noonOfWeek + millisecond, 4))
    }

    /// A frame of RTCM 3; its checksum is summed bit by bit.
    static func correction(_ payload: [UInt8]) -> [UInt8] {
        let head = [0xD3, UInt8(payload.count / 256), UInt8(payload.count % 256)] + payload
        var sum: UInt32 = 0
        for byte in head {
            sum ^= UInt32(byte) << 16
            for _ in 0..<8 {
                sum <<= 1
                if sum & 0x100_0000 != 0 { sum ^= 0x186_4CFB }
            }
        }
        return head + [UInt8(sum >> 16 & 255), UInt8(sum >> 8 & 255), UInt8(sum & 255)]
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Everything that a stream says, decoded in chunks of a length.
    static func decode(
        _ stream: [UInt8],
        chunk: Int = .max,
        reference: Double? = noon,
        publishing: NMEADecoder.Publishing = .atNextEpoch
    ) -> (events: [ReceiverDecoder.Event], counters: ReceiverCounters) {
        var decoder = ReceiverDecoder(reference: reference, publishing: publishing)
        var events: [ReceiverDecoder.Event] = []
        var start = 0
        while start < stream.count {
            let end = chunk == .max ? stream.count : min(stream.count, start + chunk)
            decoder.push(stream.span.extracting(start..<end)) { events.append($0) }
            start = end
        }
        decoder.flush { events.append($0) }
        return (events, decoder.counters)
    }
}

extension NMEADecoder.Event {
    var fix: Fix? { if case .fix(let fix) = self { fix } else { nil } }
    var heading: Heading? { if case .heading(let heading) = self { heading } else { nil } }
    var sky: Sky? { if case .sky(let sky) = self { sky } else { nil } }
}
