import Testing

@testable import Command

@Suite("Dates on the command line", .timeLimit(.minutes(1)))
struct MomentTests {
    // Reference values: `date -u -d … +%s` of GNU coreutils.
    @Test(
        "dates, decimal years and RFC 3339 are read",
        arguments: [
            ("1970-01-01", 0), ("2026-11-30", 1_795_996_800), ("2024-02-29", 1_709_164_800),
            ("1969-12-31", -86_400), ("0001-01-01", -62_135_596_800), ("9999-12-31", 253_402_214_400),
            ("2026-11-30T12:00:00Z", 1_796_040_000), ("2026-11-30t12:00:00z", 1_796_040_000),
            ("2026-11-30 12:00:00Z", 1_796_040_000), ("2026-11-30T12:00:00.25Z", 1_796_040_000.25),
            ("2026-11-30T14:30:00+02:30", 1_796_040_000), ("2026-11-30T10:00:00-02:00", 1_796_040_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2025", 1_735_689_600), ("2025.5", 1_751_457_600),
            ("2024.5", 1_719_878_400),
        ]
    ) func reading(text: String, seconds: Double) throws {
        #expect(try Moment.read(text).seconds == seconds)
    }

    @Test(
        "what is no date is refused",
        arguments: [
            "", "yesterday", "2026-13-01", "2026-02-29", "2026-00-10", "2026-11-31", "2026-1-1", "26-11-30",
            "2026-11-30T", "2026-11-30T12:00:00", "2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z",
            "2026-11-30T12:00:61Z", "2026-11-30T12:00:00.Z", "2026-11-30T12:00:00+2:00", "2026-11-30T12:00Z",
            "2026-11-30T12:00:00+24:00", "-5", "0", "10000", "nan", "1e3", "2026-+1-01", "٢٠٢٦-١١-٣٠",
            "2026-11-30T12:00:00Zjunk", "2026-11-30T1२:00:00Z",
        ]
    ) func refusing(text: String) {
        #expect(throws: UsageError.self) { try Moment.read(text) }
    }

    @Test("every day comes back as it was written") func days() throws {
        for seconds in stride(from: -30_000 * 86_400.0, through: 60_000 * 86_400, by: 86_400 * 7) {
            let day = Moment(seconds: seconds).day
            #expect(try Moment.read(day).seconds == seconds)
        }
        #expect(Moment(seconds: 1_796_040_000).day == "2026-11-30")
        #expect(Moment(seconds: .infinity).day.isEmpty == false)
    }
}
