import Messages
import NMEA
import TestSupport
import Testing

@Suite("Sentences besides position and motion", .timeLimit(.minutes(1)))
struct SentenceTests {
    private static let noon = EpochTests.noon

    private static func decode(_ bodies: [String], receivedAt: Double? = nil) -> (
        events: [NMEADecoder.Event], counters: NMEACounters
    ) {
        var decoder = NMEADecoder(reference: noon, publishing: .atNextEpoch)
        var events = decoder.push(
            Array(bodies.map(StreamTests.sealed).joined().utf8),
            receivedAt: receivedAt
        )
        decoder.flush { events.append($0) }
        return (events, decoder.counters)
    }

    private static let rmc = "GPRMC,120001.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A"

    @Test("Spaces that fill up a field are no part of its number") func padded() throws {
        let (events, _) = Self.decode([
            "GPRMC,120001,A, 5130.000,N, 0530.000,E, 10.0,100.0 ,230326,,,A",
            "GPGGA,120001, 5130.000,N, 0530.000,E,1, 8, 1.0,  -10.5,M,   ,M,,",
        ])
        let fix = try #require(events.first?.fix)
        #expect(fix.latitude == 51.5 && fix.longitude == 5.5 && fix.course == 100)
        #expect(abs((fix.speed ?? 0) - 10 * 1852.0 / 3600) < 1e-9)
        #expect(fix.satellites == 8 && fix.hdop == 1 && fix.altitude == -10.5)
        #expect(fix.ellipsoidalAltitude == nil)
        // Between digits a space is damage.
        #expect(Self.decode(["GPRMC,120001,A,51 0.000,N,00530.000,E,10.0,100.0,230326,,,A"]).events.isEmpty)
    }

    @Test(
        "a field is a number where it is a sign, digits and a point among them, and spaces around, whatever its length"
    )
    func numbers() throws {
        let number = /\ *([+-]?([0-9]+\.?[0-9]*|\.[0-9]+))\ */
        var random = Seeded(seed: 7)
        var valid = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...12, using: &random)
            // Mostly digits, or hardly one would be a number.
            let text = String(
                (0..<length).map { _ in
                    "0123456789012345678901234567890123456789.. -+A".randomElement(using: &random) ?? "0"
                }
            )
            var splitter = SentenceSplitter()
            let bytes = Array(StreamTests.sealed("GPXXX,\(text),1").utf8)
            var index = 0
            #expect(splitter.next(in: bytes.span, at: &index))
            let expected = text.wholeMatch(of: number).flatMap { match in
                // The standard library wants a digit on each side of a point.
                let (sign, rest) = (match.1.hasPrefix("-") ? -1.0 : 1, match.1.trimmingPrefix(/[+-]/))
                return Double("0\(rest)\(rest.contains(".") ? "0" : "")").map { sign * $0 }
            }
            #expect(splitter.sentence.decimal(1) == expected, "'\(text)'")
            valid += expected == nil ? 0 : 1
        }
        #expect(valid > 5000)
    }

    @Test("of positions in one epoch the last with the most digits counts, however often each is repeated")
    func repeatedPositions() throws {
        let (coarse, fine, other) = (
            "5130.00,N,00530.00,E", "5130.0060,N,00530.0120,E", "5130.0120,N,00530.0060,E"
        )
        func latitude(_ places: [String]) throws -> Double {
            let (events, _) = Self.decode(places.map { "GPGLL,\($0),120001.00,A" })
            // Without a date the day is the reference's.
            #expect(events.count == 1)
            // To a hundredth of a millimetre: minutes are sixtieths, and seldom doubles.
            return (try #require(events.first?.fix).latitude * 1e10).rounded() / 1e10
        }
        #expect(try latitude([fine, coarse, coarse]) == 51.5001)
        #expect(try latitude([coarse, fine, coarse, fine, fine]) == 51.5001)
        #expect(try latitude([fine, other, fine]) == 51.5001)
        #expect(try latitude([fine, fine, other, other]) == 51.5002)
        // What is no position does not make the one before forgotten, nor the same one behind it.
        #expect(try latitude([fine, "5130.0060,X,00530.0120,E", fine]) == 51.5001)
    }

    @Test("RMC and GLL with the status D are valid, with corrections", arguments: ["A", "D", "V", ""])
    func differentialStatus(status: String) {
        for body in [
            "GPRMC,120001,\(status),5130.000,N,00530.000,E,10.0,100.0,230326,,",
            "GPGLL,5130.000,N,00530.000,E,120001,\(status)",
        ] {
            #expect(Self.decode([body]).events.count == ("AD".contains(status) && !status.isEmpty ? 1 : 0))
        }
    }

    @Test("A fix of satellites that names none has used an unknown number", arguments: [(1, nil), (6, 0)])
    func noSatellites(quality: Int, count: Int?) throws {
        let (events, _) = Self.decode([
            Self.rmc.replacing(",A,5130", with: quality == 6 ? ",V,5130" : ",A,5130")
                .replacing("326,,,A", with: quality == 6 ? "326,,,E" : "326,,,A"),
            "GPGGA,120001.00,5130.000,N,00530.000,E,\(quality),00,,10.0,M,45.0,M,,",
        ])
        #expect(try #require(events.first?.fix).satellites == count)
    }

    @Test("VHW tells true and magnetic each for itself, and no speed over ground") func water() {
        let (events, _) = Self.decode([
            "IIVHW,245.1,T,240.0,M,000.01,N,000.01,K", "IIVHW,,T,240.0,M,5.0,N,,K", "IIVHW,,,,,5.0,N,,K",
        ])
        #expect(events.compactMap(\.heading).map(\.trueHeading) == [245.1, nil])
        #expect(events.compactMap(\.heading).map(\.magneticHeading) == [240, 240])
        #expect(events.compactMap(\.fix).isEmpty)
    }

    @Test("VHW that repeats a compass is passed over, and heard again when the compass is silent")
    func repeatedWater() {
        let vhw = "IIVHW,,T,240.0,M,5.0,N,,K"
        let (events, _) = Self.decode(["HCHDM,241.0,M", vhw, "HCHDM,242.0,M", vhw, vhw, vhw, vhw])
        #expect(events.compactMap(\.heading).map(\.magneticHeading) == [241, 242, 240])
    }

    @Test("PASHR tells a true heading at its own time, with 95 %") func inertial() throws {
        let (events, counters) = Self.decode([
            Self.rmc, "PASHR,120001.500,312.95,T,+00.83,-00.42,-00.01,0.234,0.224,0.298,2,0",
            "PASHR,120001.600,312.95,T,+00.83,-00.42,-00.01,0.234,0.224,0.298,0,0",
            "PASHR,120001.700,,T,,,,,,,1,0", "PASHR,POS,0,12,120001.00,5130.0,N",
        ])
        let headings = events.compactMap(\.heading)
        #expect(headings.map(\.trueHeading) == [312.95])
        #expect(headings.map(\.time) == [Self.noon + 1.5])
        #expect(headings.map(\.roll) == [0.83] && headings.map(\.pitch) == [-0.42])
        #expect(abs((headings.first?.headingAccuracy ?? 0) - 1.96 * 0.298) < 1e-9)
        #expect(counters.sentences == 5)
    }

    @Test("GBS gives the accuracies that GST does not") func expectedErrors() throws {
        let gga = "GPGGA,120001.00,5130.000,N,00530.000,E,1,08,1.0,10.0,M,45.0,M,,"
        let gbs = "GPGBS,120001.00,3.0,4.0,6.0,03,,-21.4,3.8"
        let gst = "GPGST,120001.00,15,,,,0.3,0.4,0.6"
        // √((3² + 4²) / 2) × 1.5152
        let alone = try #require(Self.decode([gga, gbs]).events.first?.fix)
        #expect(abs((alone.horizontalAccuracy ?? 0) - 5.3570) < 1e-3)
        #expect(alone.verticalAccuracy == 6)
        let both = try #require(Self.decode([gbs, gga, gst]).events.first?.fix)
        #expect(abs((both.horizontalAccuracy ?? 0) - 0.53570) < 1e-4)
        // An expected error of another time is another epoch's.
        let other = try #require(Self.decode([gga, "GPGBS,120009.00,3.0,4.0,6.0,,,,"]).events.first?.fix)
        #expect(other.verticalAccuracy == nil)
    }

    @Test("fixes in another datum are left out until WGS 84 is back") func datum() {
        func rmc(_ second: Int) -> String {
            "GPRMC,12000\(second).00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A"
        }
        let (events, counters) = Self.decode([
            rmc(1), "GPDTM,W72,,,,,,,W84", rmc(2), rmc(3), "GPDTM,W84,,0.0,N,0.0,E,0.0,W84", rmc(4),
            // No offset that a receiver has computed, one from a third datum, and one that cannot be.
            "GPDTM,,,,,,,,W84", rmc(5), "GPDTM,W72,,0.0,N,0.0,E,0.0,W84", rmc(6),
            "GPDTM,W84,,0.0,N,0.0,E,0.0,W84", rmc(7), "GPDTM,999,,0.08,N,0.07,E,-47.7,P90", rmc(8),
            "GPDTM,999,,80.00,N,0.07,E,-47.7,W84", rmc(9),
        ])
        #expect(events.compactMap(\.fix).map { $0.time - Self.noon } == [1, 4, 5, 7])
        #expect(counters.otherDatum == 5)
    }

    @Test("a position in another datum is brought to WGS 84 by the offset that DTM gives") func shift() throws
    {
        let gga = "GPGGA,120001.00,3541.0000,N,13946.0000,E,1,08,1.0,10.0,M,39.0,M,,"
        // Tokyo's datum has a place in Tokyo 11.6″ farther south and 11.6″ farther west than WGS 84 has.
        let (events, _) = Self.decode(["GPDTM,TOY,,0.1938,S,0.1937,W,0.0,W84", gga])
        let fix = try #require(events.first?.fix)
        #expect(abs(fix.latitude - (35 + 41.1938 / 60)) < 1e-9)
        #expect(abs(fix.longitude - (139 + 46.1937 / 60)) < 1e-9)
        #expect(fix.altitude == 10 && fix.ellipsoidalAltitude == nil)
        let plain = try #require(Self.decode([gga]).events.first?.fix)
        #expect((fix.horizontalAccuracy ?? 0) >= (plain.horizontalAccuracy ?? 0))
        // Hundredths of minutes leave 9 m open.
        let coarse = try #require(Self.decode(["GPDTM,TOY,,0.19,S,0.19,W,0.0,W84", gga]).events.first?.fix)
        #expect((coarse.horizontalAccuracy ?? 0) > 9)
        let seam = "GPRMC,120001.00,A,5130.000,N,17959.990,E,010.0,100.0,230326,,,A"
        let wrapped = try #require(Self.decode(["GPDTM,999,,0.0,N,0.02,W,0.0,W84", seam]).events.first?.fix)
        #expect(abs(wrapped.longitude + 180 - 0.01 / 60) < 1e-9)
    }

    @Test(
        "a satellite number that two systems have is of the talker's own",
        arguments: [
            ("BDGSV", [Satellite.Constellation.beidou, .beidou, .beidou, .qzss], [1, 2, 37, 1]),
            ("GBGSV", [.beidou, .beidou, .beidou, .qzss], [1, 2, 37, 1]),
            ("PQGSV", [.beidou, .beidou, .beidou, .qzss], [1, 2, 37, 1]),
            ("GQGSV", [.qzss, .qzss, .qzss], [9, 10, 1]), ("QZGSV", [.qzss, .qzss, .qzss], [9, 10, 1]),
            ("GPGSV", [.beidou, .beidou, .beidou, .qzss], [1, 2, 37, 1]),
        ]
    )
    func sharedNumbers(address: String, systems: [Satellite.Constellation], numbers: [Int]) {
        let gsv = "\(address),1,1,04,201,45,120,40,202,30,100,35,237,20,90,30,193,10,80,25"
        let satellites = Self.decode([Self.rmc, gsv]).events.compactMap(\.sky).flatMap(\.satellites)
        #expect(satellites.map(\.constellation) == systems)
        #expect(satellites.map(\.id) == numbers)
    }

    @Test("a rate of turn goes with the next heading of its second, once") func turnRate() {
        let (events, _) = Self.decode([
            Self.rmc, "HEROT,-120.0,A", "HEHDT,12.5,T", "HEHDT,12.6,T", "HEROT,30.0,V", "HEHDT,12.7,T",
        ])
        let headings = events.compactMap(\.heading)
        #expect(headings.map(\.trueHeading) == [12.5, 12.6, 12.7])
        #expect(headings.map(\.turnRate) == [-2, nil, nil])
    }

    @Test("0° N 0° E is no place, 0° N alone is one") func nullIsland() {
        let null = Self.decode(["GPRMC,120001.00,A,0000.000,N,00000.000,E,0.0,,230326,,,A"])
        #expect(null.events.isEmpty && null.counters.epochs == 1)
        let equator = Self.decode(["GPRMC,120001.00,A,0000.000,N,00000.001,E,0.0,,230326,,,A"])
        #expect(equator.events.count == 1)
    }

    @Test("the sky is one of all systems and signals, with what was used") func sky() throws {
        let (events, counters) = Self.decode([
            "GNRMC,120001.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A",
            "GNGSA,A,3,05,07,33,,,,,,,,,,1.2,0.6,1.0,1", "GNGSA,A,3,72,,,,,,,,,,,,1.2,0.6,1.0,2",
            "GPGSV,2,1,05,05,62,001,44,07,,,41,33,20,200,36,09,05,360,,1",
            "GPGSV,2,2,05,10,91,400,00,1", "GPGSV,1,1,02,05,62,001,47,07,42,118,40,6",
            "GLGSV,1,1,02,72,55,020,40,66,10,140,", "GAGSV,1,1,01,03,40,150,39,7",
            "GQGSV,1,1,01,02,40,150,39,1",
        ])
        let view = try #require(events.last?.sky)
        #expect(counters.skies == 1 && counters.malformed == 0)
        #expect(view.time == Self.noon + 1)
        #expect(
            view.satellites.map(\.constellation) == [
                .gps, .gps, .sbas, .gps, .gps, .glonass, .glonass, .galileo, .qzss,
            ]
        )
        #expect(view.satellites.map(\.id) == [5, 7, 120, 9, 10, 8, 2, 3, 2])
        #expect(view.satellites.map(\.signal) == [47, 41, 36, nil, nil, 40, nil, 39, 39])
        #expect(view.satellites.map(\.elevation) == [62, 42, 20, 5, nil, 55, 10, 40, 40])
        #expect(view.satellites.map(\.azimuth) == [1, 118, 200, 0, nil, 20, 140, 150, 150])
        #expect(
            view.satellites.map(\.used) == [true, true, true, false, false, true, false, false, false]
        )
    }

    @Test("a series of GSV with a part lost is none") func brokenSeries() {
        let lost = ["GPGSV,3,1,09,05,62,001,44", "GPGSV,3,3,09,09,05,360,", "GPGSV,0,0,00", "GPGSV,1,2,00"]
        let (events, counters) = Self.decode([Self.rmc] + lost)
        #expect(events.compactMap(\.sky).isEmpty)
        #expect(counters.malformed == 2)
        #expect(Self.decode(lost + ["GPGSV,1,1,00"]).events.compactMap(\.sky).map(\.satellites.count) == [0])
    }

    @Test(
        "a live receiver's date of an earlier 1024 weeks is put right, a recording's and a tag block's stay"
    )
    func rollover() {
        let period = 1024.0 * 7 * 86_400
        let live = Self.decode([Self.rmc], receivedAt: Self.noon + 2 * period + 5)
        #expect(live.events.compactMap(\.fix).map(\.time) == [Self.noon + 1 + 2 * period])
        #expect(live.counters.rolledOver == 1)
        #expect(Self.decode([Self.rmc]).events.compactMap(\.fix).map(\.time) == [Self.noon + 1])
        let kept = Self.decode([Self.rmc], receivedAt: Self.noon + 0.5 * period)
        #expect(kept.events.compactMap(\.fix).map(\.time) == [Self.noon + 1])
        #expect(kept.counters.rolledOver == 0)
    }

    @Test("10 and 25 epochs a second are told apart", arguments: [10, 25]) func fast(rate: Int) {
        let bodies = (0..<rate).flatMap { index -> [String] in
            let hundredths = index * 100 / rate
            let time = "120001.\(hundredths < 10 ? "0" : "")\(hundredths)"
            return [
                "GPRMC,\(time),A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A",
                "GPGGA,\(time),5130.000,N,00530.000,E,1,08,1.0,10.0,M,45.0,M,,",
            ]
        }
        let fixes = Self.decode(bodies).events.compactMap(\.fix)
        #expect(fixes.count == rate)
        #expect(fixes.allSatisfy { $0.altitude == 10 && $0.speed != nil })
    }
}
