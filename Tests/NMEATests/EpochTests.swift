import Messages
import NMEA
import Testing
import Text

@Suite("Epochs", .timeLimit(.minutes(1)))
struct EpochTests {
    static let noon = 1_774_267_200.0

    static func rmc(_ second: Int) -> String {
        StreamTests.sealed("GPRMC,1200\(two(second)).00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A")
    }

    static func gga(_ second: Int, quality: Int = 1) -> String {
        StreamTests.sealed(
            "GPGGA,1200\(two(second)).00,5130.000,N,00530.000,E,\(quality),08,1.0,10.0,M,45.0,M,,"
        )
    }

    static let vtg = StreamTests.sealed("GPVTG,100.0,T,,M,010.0,N,018.5,K,A")
    static let gsa = StreamTests.sealed("GPGSA,A,3,23,02,27,10,08,,,,,,,,3.45,1.87,2.89")

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// How many fixes each of several pieces of a stream completes.
    private static func counts(_ pieces: [String], _ decoder: inout NMEADecoder) -> [Int] {
        pieces.map { decoder.push(Array($0.utf8)).compactMap(\.fix).count }
    }

    @Test("after three epochs a fix comes with the last sentence of its cycle") func learning() {
        var decoder = NMEADecoder()
        let pieces = (0..<6).flatMap { [Self.rmc($0), Self.gga($0), Self.gsa] }
        let found = Self.counts(pieces, &decoder)
        #expect(found == [0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1])
        #expect(decoder.flush() == nil)
        #expect(decoder.counters.late == 0)
    }

    @Test("a receiver that sends one sentence an epoch is learned as well") func single() {
        var decoder = NMEADecoder()
        #expect(Self.counts((0..<6).map(Self.rmc), &decoder) == [0, 1, 1, 2, 1, 1])
    }

    @Test("a sentence that only some epochs end with unsettles what was learned") func irregular() {
        var decoder = NMEADecoder()
        var pieces: [String] = []
        for second in 0..<30 {
            pieces += [Self.rmc(second), Self.gga(second)]
            if second % 5 == 4 { pieces.append(Self.gsa) }
        }
        var fixes = pieces.flatMap { decoder.push(Array($0.utf8)) }.compactMap(\.fix)
        if let last = decoder.flush()?.fix { fixes.append(last) }
        #expect(fixes.count == 30)
        #expect(fixes.allSatisfy { $0.altitude == 10 && $0.speed != nil })
        #expect(decoder.counters.late <= 1)
    }

    @Test("silence closes an epoch, and is learned as its end") func silence() {
        var decoder = NMEADecoder()
        var early: [Int] = []
        for second in 0..<5 {
            let piece = Self.gsa + Self.rmc(second) + Self.gga(second)
            early.append(decoder.push(Array(piece.utf8)).count)
            let isOpen = decoder.isEpochOpen
            let fix = decoder.flush()?.fix
            #expect(isOpen == (fix != nil))
        }
        // From the fourth on nothing has to be waited for.
        #expect(early == [0, 0, 0, 1, 1])
        #expect(decoder.counters.late == 0)
        #expect(decoder.counters.fixes == 5)
    }

    @Test("a sentence of an epoch that is closed is counted and changes nothing") func late() {
        var decoder = NMEADecoder()
        #expect(decoder.push(Array((Self.rmc(1) + Self.rmc(2)).utf8)).count == 1)
        #expect(decoder.push(Array(Self.gga(1).utf8)).compactMap(\.fix).map(\.time) == [Self.noon + 2])
        #expect(decoder.flush() == nil)
        #expect(decoder.counters.late == 1)
    }

    @Test("everything that the sentences of one time say is in its fix") func joined() throws {
        var decoder = NMEADecoder()
        _ = decoder.push(Array((Self.rmc(1) + Self.vtg + Self.gga(1, quality: 2) + Self.gsa).utf8))
        let fix = try #require(decoder.flush()?.fix)
        #expect(fix.time == Self.noon + 1)
        #expect(fix.latitude == 51.5)
        #expect(fix.longitude == 5.5)
        #expect(fix.altitude == 10)
        #expect(fix.ellipsoidalAltitude == 55)
        #expect(fix.course == 100)
        #expect(abs((fix.speed ?? 0) - 5.1444) < 1e-4)
        #expect(fix.mode == 3)
        #expect(fix.satellites == 5)
        #expect([fix.hdop, fix.vdop, fix.pdop] == [1.87, 2.89, 3.45])
        #expect(fix.technology == .gnss)
        #expect(fix.rtk == nil)
        // 1.87 / √2 × 1.5152 × 1.5 m, and 2.89 × 1.5 m.
        #expect(abs((fix.horizontalAccuracy ?? 0) - 3.0053) < 1e-3)
        #expect(abs((fix.verticalAccuracy ?? 0) - 4.335) < 1e-9)
        #expect(fix.courseAccuracy == nil)
        #expect(fix.speedAccuracy == nil)
    }

    @Test(
        "quality 4 and 5 are the states of a carrier-phase solution",
        arguments: [(4, Fix.RTK.fixed), (5, .float)]
    )
    func carrierPhase(quality: Int, state: Fix.RTK) {
        var decoder = NMEADecoder(reference: Self.noon)
        _ = decoder.push(Array(Self.gga(1, quality: quality).utf8))
        #expect(decoder.flush()?.fix?.rtk == state)
    }

    @Test("quality 0 is no fix whatever RMC says") func noQuality() {
        var decoder = NMEADecoder()
        _ = decoder.push(Array((Self.rmc(1) + Self.gga(1, quality: 0)).utf8))
        #expect(decoder.flush() == nil)
        #expect(decoder.counters.epochs == 1)
    }

    @Test("without a date, a reference or a time of reception there is no fix") func undated() {
        var decoder = NMEADecoder()
        _ = decoder.push(Array(Self.gga(1).utf8))
        #expect(decoder.flush() == nil)
        #expect(decoder.counters.undated == 1)
    }

    @Test("the date is ZDA's when there is no RMC") func zda() {
        var decoder = NMEADecoder(reference: 0)
        let zda = StreamTests.sealed("GPZDA,120001.00,23,03,2026,00,00")
        _ = decoder.push(Array((zda + Self.gga(1)).utf8))
        #expect(decoder.flush()?.fix?.time == Self.noon + 1)
        _ = decoder.push(Array((Self.gga(2) + StreamTests.sealed("GPZDA,120002.00,24,03,2026,00,00")).utf8))
        #expect(decoder.flush()?.fix?.time == Self.noon + 86_402)
    }

    @Test("the host's clock being set does not move a receiver's date") func hostClock() {
        var decoder = NMEADecoder()
        _ = decoder.push(Array(Self.rmc(1).utf8), receivedAt: 100)
        _ = decoder.flush()
        _ = decoder.push(Array(Self.gga(2).utf8), receivedAt: 1_774_267_202)
        #expect(decoder.flush()?.fix?.time == Self.noon + 2)
    }

    @Test("a heading has the time of its epoch, else that of its reception") func headingTime() {
        var decoder = NMEADecoder()
        let hdt = StreamTests.sealed("HEHDT,12.5,T")
        #expect(decoder.push(Array(hdt.utf8), receivedAt: 7).compactMap(\.heading).map(\.time) == [7])
        _ = decoder.push(Array(Self.rmc(1).utf8), receivedAt: 8)
        #expect(
            decoder.push(Array(hdt.utf8), receivedAt: 8).compactMap(\.heading).map(\.time) == [Self.noon + 1]
        )
    }

    @Test("a variation of 0.0 is unknown") func noVariation() {
        var decoder = NMEADecoder(reference: Self.noon)
        let hdg = StreamTests.sealed("HCHDG,355.0,10.0,E,0.0,E")
        let heading = decoder.push(Array(hdg.utf8)).first?.heading
        #expect(heading?.magneticHeading == 5)
        #expect(heading?.trueHeading == nil)
        #expect(heading?.declination == nil)
    }

    @Test("makers' own sentences are no standard ones and are counted") func proprietary() {
        var decoder = NMEADecoder(reference: Self.noon)
        let lines = [
            "PGRMC,120001.00,A,5130.000,N,00530.000,E,1,1,230326,,,A", "GPXTE,A,A,,,N", "PUBX,00", "X",
        ]
        _ = decoder.push(Array(lines.map(StreamTests.sealed).joined().utf8))
        #expect(decoder.counters.skipped == 4)
        #expect(decoder.counters.epochs == 0)
    }

    @Test(
        "a recording's head names its day",
        arguments: [
            "# Date: 2018-08-20\n", "# Name: x\r\n# Date: 2018-8-20T\r\n", "#\n# Date = 2018-08-20\n$GP",
        ]
    )
    func head(text: String) {
        let bytes = Array(text.utf8)
        #expect(CalendarDay(logHeader: bytes.span)?.noon == 1_534_766_400)
    }

    @Test("a recording's own date goes before its head's") func recording() {
        let bytes = Array(("# Date: 2018-08-20\n" + Self.gga(1) + Self.rmc(2)).utf8)
        #expect(NMEADecoder.reference(ofRecording: bytes.span) == Self.noon + 2)
    }
}
