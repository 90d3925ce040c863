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
                "note: \(name): gpsd reads /dev/b",
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

    private static let gsv = sealed("GPGSV,1,1,01,07,42,118,41")
    private static let cold = Array("$GPRMC,,V,,,,,,,,,,N*53\r\n".utf8)

    /// Feeds a station with four fixes, and with more behind each after so many seconds; returns when the last bytes came.
    private static func feedFixes(_ station: inout Station, trailing: Double) -> Double {
        station.take(.opened("/dev/gps"), at: 0)
        for second in 0..<4 {
            let now = Double(second)
            station.take(.bytes(rmc(second), receivedAt: 1), at: now)
            station.take(.silence, at: now + 0.2)
            if trailing > 0 { station.take(.bytes(gsv, receivedAt: 1), at: now + trailing) }
        }
        return 3 + trailing
    }

    /// When each failure was told, in steps of a fifth of a second.
    private static func failures(
        _ station: inout Station,
        _ log: Log,
        from start: Double,
        seconds: Double,
        _ report: Receiver.Report
    ) -> [(after: Double, text: String)] {
        var found: [(after: Double, text: String)] = []
        for tick in 1...Int(seconds * 5) {
            let before = log.all.count
            station.take(report, at: start + Double(tick) * 0.2)
            found += log.all.dropFirst(before).filter { $0.hasPrefix("location") || $0.hasPrefix("device") }
                .map { (Double(tick) * 0.2, $0) }
        }
        return found
    }

    @Test(
        "a receiver that becomes silent after fixes is said to be silent, within three seconds, and nothing else",
        arguments: [0, 0.3, 0.9]
    )
    func becomesSilent(trailing: Double) {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        let last = Self.feedFixes(&station, trailing: trailing)
        let told = Self.failures(&station, log, from: last, seconds: 20, .silence)
        #expect(
            told.map(\.text) == [
                "location-unknown: nothing comes from /dev/gps; is the receiver switched on?"
            ]
        )
        #expect(told.allSatisfy { $0.after <= 3.001 })
    }

    @Test("a receiver that sends on without a fix is told from a silent one, within three seconds")
    func losesFix() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        let last = Self.feedFixes(&station, trailing: 0.3)
        let told = Self.failures(&station, log, from: last, seconds: 20, .bytes(Self.cold, receivedAt: 1))
        #expect(
            told.map(\.text) == [
                "location-unknown: /dev/gps has no fix yet; give the antenna a view of the sky"
            ]
        )
        #expect(told.allSatisfy { $0.after <= 3.001 })
    }

    @Test("what turns into noise after fixes is told from a receiver without a view of the sky")
    func turnsIntoNoise() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        let last = Self.feedFixes(&station, trailing: 0.3)
        let noise = Receiver.Report.bytes([0xF8, 0x80, 0x78, 0x24], receivedAt: 1)
        let told = Self.failures(&station, log, from: last, seconds: 20, noise)
        #expect(told.count == 1)
        #expect(told.allSatisfy { $0.text.contains("?baud=N") && $0.after <= 3.001 })
    }

    @Test("a receiver that speaks every two seconds without a fix is not said to be silent or foreign")
    func slow() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        for tick in 1...100 {
            let isTurn = tick % 10 == 0
            // What comes comes in two pieces.
            let half = isTurn ? Array(Self.cold.dropLast(9)) : Array(Self.cold.suffix(9))
            let report = isTurn || tick % 10 == 1 ? Receiver.Report.bytes(half, receivedAt: 1) : .silence
            station.take(report, at: Double(tick) * 0.2)
        }
        #expect(log.all == ["location-unknown: /dev/gps has no fix yet; give the antenna a view of the sky"])
    }

    @Test("an epoch is closed by its own time although a compass goes on on the same line") func busyLine() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        var fixAt: Double?
        for tick in 0..<60 {
            let now = Double(tick) * 0.1
            if tick == 0 { station.take(.bytes(Self.rmc(0), receivedAt: 1000), at: now) }
            let heading = Self.sealed("HEHDT,\(tick).5,T")
            station.take(.bytes(heading, receivedAt: 1000 + now), at: now)
            if fixAt == nil, log.all.contains("fix 51.5") { fixAt = now }
        }
        #expect(fixAt.map { $0 > 0.9 && $0 < 1.3 } == true)
        #expect(log.all.count { $0.hasPrefix("heading") } == 60)
        #expect(!log.all.contains { $0.hasPrefix("again") })
        // It is still said that there is none any more.
        #expect(log.all.count { $0.hasPrefix("location-unknown") } == 1)
    }

    @Test("a frame that is coming is not broken off by closing an epoch") func halfFrame() {
        let log = Log()
        var station = Station(source, outputs: log.outputs)
        station.take(.opened("/dev/gps"), at: 0)
        station.take(.bytes(Self.rmc(0), receivedAt: 1000), at: 0)
        station.take(.bytes(Self.sealed("HEHDT,1.5,T") + [0xD3, 0x00], receivedAt: 1000.9), at: 0.9)
        // An empty frame of RTCM 3, in two pieces.
        station.take(.bytes([0x00, 0x47, 0xEA, 0x4B], receivedAt: 1001.1), at: 1.1)
        #expect(log.all.contains("fix 51.5"))
        #expect(station.counters.corrections == 1 && station.counters.badFrames == 0)
    }

    private static func report(_ lines: [String]) -> Receiver.Report {
        .bytes(Array(lines.joined(separator: "\r\n").utf8) + [13, 10], receivedAt: 1_774_267_200)
    }

    private static let version = #"{"class":"VERSION","release":"3.22","proto_major":3}"#

    private static func position(_ second: Int) -> String {
        #"{"class":"TPV","device":"/dev/b","mode":3,"time":"2026-03-23T12:00:0\#(second).000Z","lat":51.5,"lon":5.5}"#
    }

    @Test("a gpsd without a device is said once, until it has one") func noDevice() {
        let log = Log()
        var station = Station(.gpsd(host: "boat", port: 2947, device: nil), outputs: log.outputs)
        let name = "gpsd://boat:2947"
        station.take(.opened("gpsd"), at: 0)
        station.take(Self.report([Self.version, #"{"class":"DEVICES","devices":[]}"#]), at: 0.1)
        let told = Self.failures(&station, log, from: 0.1, seconds: 20, .silence)
        #expect(told.isEmpty)
        #expect(
            log.all == [
                "note: \(name): gpsd 3.22",
                "device-lost: \(name) has no receiver; give it one: gpsdctl add /dev/ttyACM0",
            ]
        )
        // It has one that does not know yet where it is: that is another thing to mend, after a while.
        station.take(
            Self.report([#"{"class":"DEVICE","path":"/dev/b","activated":"2026-03-23T11:57:03.978Z"}"#]),
            at: 20.2
        )
        let cold = Self.report([#"{"class":"TPV","device":"/dev/b","mode":1}"#])
        let other = Self.failures(&station, log, from: 20.2, seconds: 6, cold)
        #expect(
            other.map(\.text) == [
                "location-unknown: \(name) has no fix yet; give its receiver's antenna a view of the sky"
            ]
        )
        #expect(other.allSatisfy { $0.after > 2.5 })
        station.take(Self.report([Self.position(1)]), at: 27)
        station.take(.silence, at: 27.2)
        #expect(log.all.last == "again: \(name) gives fixes again")
    }

    @Test("a gpsd of another protocol is refused, whatever it reports") func otherProtocol() {
        let log = Log()
        var station = Station(.gpsd(host: "boat", port: 2947, device: nil), outputs: log.outputs)
        station.take(.opened("gpsd"), at: 0)
        let version = #"{"class":"VERSION","release":"4","proto_major":4}"#
        station.take(Self.report([version, Self.position(1)]), at: 0.1)
        for second in 2..<9 {
            station.take(Self.report([Self.position(second)]), at: Double(second))
            station.take(.silence, at: Double(second) + 0.3)
        }
        #expect(
            log.all == [
                "device-lost: gpsd://boat:2947 speaks protocol 4 of gpsd; 3 is understood, that of gpsd 3"
            ]
        )
        #expect(station.counters.nmea.fixes == 0)
    }

    @Test("a device that is lost behind its last fix stays lost") func lostBehindFix() {
        let log = Log()
        var station = Station(.gpsd(host: "boat", port: 2947, device: nil), outputs: log.outputs)
        station.take(.opened("gpsd"), at: 0)
        let gone = #"{"class":"DEVICE","path":"/dev/b","activated":0}"#
        station.take(Self.report([Self.version, Self.position(1), gone]), at: 0.1)
        for tick in 1...40 { station.take(.silence, at: 0.1 + Double(tick) * 0.2) }
        #expect(
            log.all == [
                "fix 51.5", "note: gpsd://boat:2947: gpsd 3.22",
                "note: gpsd://boat:2947: 3D fix, was no fix", "note: gpsd://boat:2947: no fix, was 3D fix",
                "device-lost: gpsd://boat:2947: gpsd has lost /dev/b; plug it in again",
            ]
        )
    }
}
