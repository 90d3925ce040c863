import Messages
import NMEA
import Platform
import Receivers
import Testing

@testable import GPSPlugin

@Suite("What a receiver's silence and words mean", .timeLimit(.minutes(1)))
struct StationTests {
    /// What a station has handed on.
    private final class Log: Sendable {
        let lines = Lock<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }

        var outputs: Station.Outputs {
            Station.Outputs(
                fix: { self.add("fix \($0.latitude)") },
                heading: { self.add("heading \($0.trueHeading ?? -1)") },
                sky: { self.add("sky of \($0.satellites.count)") },
                fail: { self.add("\($0.rawValue): \($1)") },
                recover: { self.add("again: \($0)") },
                note: { self.add("note: \($0)") }
            )
        }
    }

    private let source = Source.serial(.path("/dev/gps"), speed: 9600, framing: nil)

    private static func rmc(_ second: Int) -> [UInt8] {
        sealed("GPRMC,12000\(second).00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A")
    }

    private static func sealed(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(0 as UInt8, ^)
        let digits = Array("0123456789ABCDEF")
        return Array("$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])\r\n".utf8)
    }

    @Test("a fix comes with the silence behind its epoch") func silence() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        station.take(.bytes(Self.rmc(1), receivedAt: 1), at: 0.1)
        #expect(log.all.isEmpty)
        station.take(.silence, at: 0.3)
        #expect(log.all == ["fix 51.5", "note: /dev/gps: 2D fix, was no fix"])
    }

    @Test("a silent receiver is said once within three seconds, and its return as well") func silent() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        for tick in 1...14 { station.take(.silence, at: Double(tick) * 0.2) }
        #expect(log.all.count == 1)
        for tick in 15...40 { station.take(.silence, at: Double(tick) * 0.2) }
        #expect(log.all == ["location-unknown: nothing comes from /dev/gps; is the receiver switched on?"])
        station.take(.bytes(Self.rmc(1), receivedAt: 1), at: 9)
        station.take(.silence, at: 9.2)
        #expect(
            log.all.dropFirst() == [
                "fix 51.5", "note: /dev/gps: 2D fix, was no fix", "again: /dev/gps gives fixes again",
            ]
        )
    }

    @Test("bytes without sentences point to the speed") func speed() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        for tick in 1...20 {
            station.take(.bytes([0xF8, 0x80, 0x78, 0x24], receivedAt: 0), at: Double(tick) * 0.2)
        }
        #expect(log.all.count == 1)
        #expect(log.all.first?.contains("?baud=N") == true)
    }

    @Test("sentences without a fix point to the sky") func sky() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        let cold = Array("$GPRMC,,V,,,,,,,,,,N*53\r\n".utf8)
        for tick in 1...20 { station.take(.bytes(cold, receivedAt: 0), at: Double(tick) * 0.2) }
        #expect(log.all == ["location-unknown: /dev/gps has no fix yet; give the antenna a view of the sky"])
    }

    @Test("a compass without a receiver is no failure") func compass() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        let heading = Array("$HEHDT,12.5,T*19\r\n".utf8)
        for tick in 1...20 { station.take(.bytes(heading, receivedAt: 100), at: Double(tick) * 0.2) }
        #expect(log.all.allSatisfy { $0 == "heading 12.5" })
        #expect(log.all.count == 20)
    }

    @Test("a change of quality is one line, and the sky comes once a second") func quality() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        let qualities = [1, 1, 5, 4, 4, 0, 1]
        for (second, quality) in qualities.enumerated() {
            let text =
                Self.sealed("GPRMC,12000\(second).00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A")
                + Self.sealed(
                    "GPGGA,12000\(second).00,5130.000,N,00530.000,E,\(quality),08,1.0,10.0,M,45.0,M,,"
                )
                + Self.sealed("GPGSV,1,1,01,07,42,118,41")
            station.take(.bytes(text, receivedAt: 1), at: Double(second))
            station.take(.silence, at: Double(second) + 0.3)
            station.take(
                .bytes(Self.sealed("GPGSV,1,1,01,07,42,118,41"), receivedAt: 1),
                at: Double(second) + 0.4
            )
            station.take(.silence, at: Double(second) + 0.7)
        }
        #expect(
            log.all.filter { $0.hasPrefix("note") } == [
                "note: /dev/gps: 3D fix, was no fix", "note: /dev/gps: RTK float, was 3D fix",
                "note: /dev/gps: RTK fixed, was RTK float", "note: /dev/gps: 3D fix, was RTK fixed",
            ]
        )
        #expect(log.all.count { $0.hasPrefix("sky") } == qualities.count)
        #expect(station.counters.nmea.skies == 2 * qualities.count)
    }

    @Test("fixes of another datum are left out, and it is said why") func datum() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        station.take(.bytes(Self.sealed("GPDTM,W72,,,,,,,W84"), receivedAt: 1), at: 0)
        for second in 0..<9 {
            station.take(.bytes(Self.rmc(second), receivedAt: 1), at: Double(second))
            station.take(.silence, at: Double(second) + 0.3)
        }
        #expect(
            log.all == [
                "location-unknown: /dev/gps gives places in another datum and does not say how far that is from WGS 84; "
                    + "set it to WGS 84"
            ]
        )
    }

    @Test("a lost device is said once, whatever the number of attempts") func lost() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        for tick in 0..<5 {
            station.take(
                .failed(SourceFailure(.deviceLost, tick == 0 ? "gone" : "none there")),
                at: Double(tick)
            )
        }
        #expect(log.all == ["device-lost: gone"])
        station.take(.opened("/dev/gps"), at: 6)
        station.take(.bytes(Self.rmc(2), receivedAt: 1), at: 6.5)
        station.take(.failed(SourceFailure(.deviceLost, "gone")), at: 7)
        #expect(
            log.all == [
                "device-lost: gone", "fix 51.5", "note: /dev/gps: 2D fix, was no fix",
                "again: /dev/gps gives fixes again", "note: /dev/gps: no fix, was 2D fix",
                "device-lost: gone",
            ]
        )
    }

    @Test("what gpsd says of its devices is a failure where there is one to be mended") func gpsd() {
        let log = Log()
        let source = Source.gpsd(host: "boat", port: 2947, device: "/dev/b")
        var station = Station(source, outputs: log.outputs)
        let position =
            #"{"class":"TPV","device":"/dev/b","mode":3,"time":"2026-03-23T12:00:01.000Z","lat":51.5,"lon":5.5}"#
        for (second, line) in [
            #"{"class":"VERSION","release":"3.22","proto_major":3}"#,
            #"{"class":"DEVICES","devices":[{"path":"/dev/a"}]}"#,
            #"{"class":"ERROR","message":"no"}"#,
            position, #"{"class":"DEVICE","path":"/dev/b","activated":0}"#,
        ].enumerated() {
            if second == 0 { station.take(.opened("gpsd"), at: 0) }
            let now = Double(second) * 0.4
            station.take(.bytes(Array((line + "\r\n").utf8), receivedAt: 1_774_267_200), at: now)
            station.take(.silence, at: now + 0.3)
        }
        let name = "gpsd://boat:2947/dev/b"
        #expect(
            log.all == [
                "note: \(name): gpsd 3.22",
                "device-lost: \(name): gpsd does not have that device; it has /dev/a",
                "note: \(name): gpsd refuses: no",
                "fix 51.5", "note: \(name): 3D fix, was no fix", "again: \(name) gives fixes again",
                "note: \(name): no fix, was 3D fix",
                "device-lost: \(name): gpsd has lost /dev/b; plug it in again",
            ]
        )
        #expect(station.counters.nmea.fixes == 1)
        // That gpsd itself has gone is another thing to mend.
        station.take(.failed(SourceFailure(.deviceLost, "gone")), at: 8)
        #expect(log.all.last == "device-lost: gone")
        // Counts go on when the connection is another one.
        station.take(.opened("gpsd"), at: 9)
        #expect(station.counters.nmea.fixes == 1)
    }

    @Test("a gpsd that says nothing is told apart from a receiver that does not") func silentServer() {
        let log = Log()
        var station = Station(.gpsd(host: "boat", port: 2947, device: nil), outputs: log.outputs)
        station.take(.opened("gpsd"), at: 0)
        for tick in 1...20 { station.take(.silence, at: Double(tick) * 0.2) }
        #expect(log.all.count == 1)
        #expect(log.all.first?.contains("does gpsd have a receiver?") == true)
    }
}
