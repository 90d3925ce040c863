import Messages
import NMEA
import TestSupport
import Testing

/// Small inputs that other parsers are reported to get wrong.
@Suite(
    "Reported cases",
    .enabled(if: ReferenceData.hasCases, Comment(rawValue: ReferenceData.missing)),
    .timeLimit(.minutes(1))
)
struct CaseTests {
    /// The first second of 2026-03-23.
    static let day = 1_774_224_000.0

    struct Result {
        var fixes: [Fix] = []
        var headings: [Heading] = []
        var skies: [Sky] = []
        var counters = NMEACounters()
    }

    static func decode(_ lines: [String], reference: Double? = nil, end: String = "\r\n") -> Result {
        var decoder = NMEADecoder(reference: reference, publishing: .atNextEpoch)
        var events = decoder.push(Array(lines.map { $0 + end }.joined().utf8))
        decoder.flush { events.append($0) }
        return Result(
            fixes: events.compactMap(\.fix),
            headings: events.compactMap(\.heading),
            skies: events.compactMap(\.sky),
            counters: decoder.counters
        )
    }

    static func decode(case name: String, reference: Double? = day + 43_200) throws -> Result {
        let lines = try ReferenceData.input(name)
        try #require(!lines.isEmpty)
        return decode(lines, reference: reference)
    }

    @Test("01: a line without a checksum is dropped when the source has sent one") func missingChecksum()
        throws
    {
        let before = ["$GPRMC,120000.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A*5A"]
        let result = Self.decode(before + (try ReferenceData.input("nmea-01")))
        #expect(result.counters.sentences == 1)
        #expect(result.counters.badChecksums == 1)
    }

    @Test("02: a checksum of 00 is one, and a date counts without a fix") func zeroChecksum() throws {
        let result = try Self.decode(case: "nmea-02", reference: nil)
        #expect(result.counters.sentences == 1)
        #expect(result.counters.undated == 0)
        #expect(result.fixes.isEmpty)
    }

    @Test("05: a truncated sentence changes nothing") func truncated() throws {
        let before = ["$GPRMC,173138.000,A,5145.0069,N,00504.5057,W,000.0,000.0,170318,000.0,E,A*18"]
        let result = Self.decode(before + (try ReferenceData.input("nmea-05")))
        #expect(result.fixes.count == 1)
        #expect(result.fixes.first?.time == 1_521_307_898)
        #expect(result.counters.malformed + result.counters.badChecksums == 1)
    }

    @Test("06: of two glued sentences the whole one counts") func glued() throws {
        let result = try Self.decode(case: "nmea-06")
        #expect(result.counters.sentences == 1)
        #expect(result.counters.badChecksums == 1)
        #expect(result.fixes.isEmpty)
    }

    @Test("07: empty sentences are no fix, and a long one is read") func emptyAndLong() throws {
        let result = try Self.decode(case: "nmea-07")
        #expect(result.counters.sentences == 3)
        #expect(result.fixes.count == 1)
        #expect(result.fixes.first?.rtk == .fixed)
        #expect(result.fixes.first?.altitude == 255.747)
        #expect(result.fixes.first?.speed == nil)
        #expect(result.fixes.first?.course == nil)
    }

    @Test("09: an empty course is unknown from both sentences") func emptyCourse() throws {
        let fix = try #require(try Self.decode(case: "nmea-09").fixes.first)
        #expect(fix.course == nil)
        #expect(abs((fix.speed ?? 0) - 0.102 * 1852 / 3600) < 1e-12)
    }

    @Test("11 and 12: status V and cold starts are no fix", arguments: ["nmea-11", "nmea-12", "nmea-37"])
    func noFix(name: String) throws {
        let result = try Self.decode(case: name, reference: nil)
        #expect(result.fixes.isEmpty)
        #expect(result.counters.sentences == (try ReferenceData.input(name)).count)
        #expect(result.counters.undated == 0)
    }

    @Test("14: variation in RMC makes no heading") func variation() throws {
        let result = try Self.decode(case: "nmea-14")
        #expect(result.fixes.map(\.course) == [100, 100])
        #expect(result.headings.isEmpty)
    }

    @Test("16: deviation and variation are counted in") func deviation() throws {
        let heading = try #require(try Self.decode(case: "nmea-16").headings.first)
        #expect(heading.magneticHeading == 175)
        #expect(heading.trueHeading == 165)
        #expect(heading.declination == -10)
    }

    @Test("18: a lower-case checksum, magnetic alone from VHW, and true from HDG") func lowerCase() throws {
        let result = try Self.decode(case: "nmea-18")
        #expect(result.counters.badChecksums == 0)
        #expect(result.headings.map(\.magneticHeading) == [12, 12])
        #expect(result.headings.map(\.trueHeading) == [nil, 13])
    }

    @Test("19: a heading wraps at north") func wrap() throws {
        #expect(try Self.decode(case: "nmea-19").headings.first?.trueHeading == 5)
    }

    @Test("21: THS counts with mode A alone") func trueHeadingStatus() throws {
        let headings = try Self.decode(case: "nmea-21").headings
        #expect(headings.map(\.trueHeading) == [244.28])
        #expect(headings.map(\.magneticHeading) == [nil])
    }

    @Test("23: satellites of several GSA are added up") func satellites() throws {
        let gga = "$GPGGA,120000.00,5130.000,N,00530.000,E,1,08,1.0,10.0,M,45.0,M,,*57"
        let result = Self.decode([gga] + (try ReferenceData.input("nmea-23")), reference: Self.day + 43_200)
        #expect(result.fixes.first?.satellites == 5)
        #expect(result.fixes.first?.hdop == 1.87)
    }

    @Test("23: a number is of its sentence's system") func usedSatellites() throws {
        let gga = "$GPGGA,120000.00,5130.000,N,00530.000,E,1,08,1.0,10.0,M,45.0,M,,*57"
        let views = [
            StreamTests.sealed("GPGSV,1,1,02,27,10,020,40,05,11,021,41,1"),
            StreamTests.sealed("GBGSV,1,1,01,27,12,022,42,1"),
        ]
        let lines = [gga] + (try ReferenceData.input("nmea-23")) + views
        let sky = try #require(Self.decode(lines, reference: Self.day + 43_200).skies.last)
        #expect(sky.satellites.map(\.constellation) == [.gps, .gps, .beidou])
        #expect(sky.satellites.map(\.id) == [27, 5, 27])
        #expect(sky.satellites.map(\.used) == [true, false, false])
    }

    @Test("25: BeiDou's numbers above 32 are satellites") func beidou() throws {
        // The case is the last of six sentences: the others are made here.
        let line = try #require(try ReferenceData.input("nmea-25").first)
        let fields = line.dropFirst().prefix { $0 != "*" }.split(separator: ",")
        let body = "GBGSV,1,1,04," + fields.dropFirst(4).joined(separator: ",")
        let sky = try #require(
            Self.decode([StreamTests.sealed(body)], reference: Self.day).skies.first
        )
        #expect(sky.satellites.map(\.id) == [1, 37, 8, 20])
        #expect(sky.satellites.allSatisfy { $0.constellation == .beidou && $0.used == nil })
        #expect(sky.satellites.map(\.elevation) == [42, 42, 49, 53])
        #expect(sky.satellites.map(\.azimuth) == [107, 0, 135, 307])
        #expect(sky.satellites.map(\.signal) == [35, 33, 45, 50])
        // Alone it is the first of a series that never ends.
        #expect(try Self.decode(case: "nmea-25").skies.isEmpty)
        #expect(try Self.decode(case: "nmea-25").counters.sentences == 1)
    }

    @Test("27: a navigation status that is not known is passed over") func navigationStatus() throws {
        #expect(try Self.decode(case: "nmea-27").fixes.count == 1)
    }

    @Test("28: a latitude with three digits of degrees") func threeDigits() throws {
        let fix = try #require(try Self.decode(case: "nmea-28").fixes.first)
        #expect(abs(fix.latitude + 23.80637165) < 1e-8)
    }

    @Test("30 and 31: no position of 60 minutes or without a hemisphere", arguments: ["nmea-30", "nmea-31"])
    func noPosition(name: String) throws {
        let result = try Self.decode(case: name)
        #expect(result.fixes.isEmpty)
        #expect(result.counters.epochs == 1)
    }

    @Test("33: dates go on across midnight whatever the order of the sentences") func midnight() throws {
        let fixes = try Self.decode(case: "nmea-33", reference: nil).fixes
        #expect(fixes.map(\.time) == [1_704_153_541, 1_704_153_601, 1_704_153_661])
        #expect(fixes.allSatisfy { $0.technology == .deadReckoning })
    }

    @Test("34: without a date the day nearest to the reference") func nearestDay() throws {
        let fixes = try Self.decode(case: "nmea-34", reference: 1_789_171_200.691).fixes
        #expect(fixes.map(\.time) == [1_789_171_199])
    }

    @Test("38: a leap second is the next day's first second") func leapSecond() throws {
        #expect(try Self.decode(case: "nmea-38", reference: nil).fixes.map(\.time) == [1_483_228_800])
    }

    @Test("40: speed and course from VTG alone") func motion() throws {
        let fix = try #require(try Self.decode(case: "nmea-40").fixes.first)
        #expect(abs((fix.speed ?? 0) - 6.1733) < 1e-4)
        #expect(fix.course == 0)
    }

    @Test("43: estimated and simulated fixes say so") func technology() throws {
        let lines = try ReferenceData.input("nmea-43")
        let fixes = lines.flatMap { Self.decode([$0], reference: Self.day + 43_200).fixes }
        #expect(fixes.map(\.technology) == [.deadReckoning, .simulated])
        let accuracies = fixes.compactMap(\.horizontalAccuracy)
        try #require(accuracies.count == 2)
        #expect(accuracies[0] > 5 * accuracies[1])
    }

    @Test("44: a dilution of 99.99 is unknown, and so is the accuracy") func unknownDilution() throws {
        let fix = try #require(try Self.decode(case: "nmea-44").fixes.first)
        #expect(fix.hdop == nil)
        #expect(fix.horizontalAccuracy == nil)
    }

    @Test("45: lines may end with CR, LF or both", arguments: ["\r", "\n", "\r\n"]) func lineEnds(end: String)
        throws
    {
        let lines = try ReferenceData.input("nmea-45").map { String($0.drop { $0 != "$" }) }
        #expect(Self.decode(lines + lines, end: end).fixes.count == 1)
        let bare = ["$GPRMC,120000.00,A,5130.000,N,00530.000,E,010.0,100.0,230326,,,A"]
        #expect(Self.decode(bare, end: end).fixes.count == 1)
    }

    @Test("48: a tag block's time is the time of reception") func tagBlock() throws {
        let result = try Self.decode(case: "nmea-48")
        #expect(result.fixes.count == 1)
        // The case's own tag block ends with 47 where its bytes add up to 49: it is passed over, the sentence is not.
        #expect(result.counters.badChecksums == 1)
        let undated = "\\c:1700000000*5F\\$GNGLL,5119.16721,N,00533.07984,E,235959.00,A,A*7E"
        #expect(Self.decode([undated]).fixes.map(\.time) == [1_700_006_399])
    }

    @Test("51: the last field of GST ends at the checksum") func deviations() throws {
        let gga = "$GNGGA,130358.60,5130.000,N,00530.000,E,1,08,1.0,10.0,M,45.0,M,,*40"
        let lines = [gga] + (try ReferenceData.input("nmea-51"))
        let fix = try #require(Self.decode(lines, reference: Self.day + 43_200).fixes.first)
        // √((0.046² + 0.041²) / 2) × 1.5152
        #expect(abs((fix.horizontalAccuracy ?? 0) - 0.066018) < 1e-5)
        #expect(fix.verticalAccuracy == 0.057)
    }

    @Test("53: tenths of seconds are kept") func tenths() throws {
        let times = try Self.decode(case: "nmea-53").fixes.map { $0.time - Self.day - 43_200 }
        try #require(times.count == 2)
        #expect(abs(times[0] - 0.1) < 1e-6 && abs(times[1] - 0.2) < 1e-6)
    }
}
