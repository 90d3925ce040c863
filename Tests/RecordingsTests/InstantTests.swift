import Testing

@testable import Recordings

@Suite("Times in recordings", .timeLimit(.minutes(1)))
struct InstantTests {
    @Test(
        "ISO 8601 and Unix seconds are read exactly",
        arguments: [
            ("2025-06-11 20:36:27+00:00", 1_749_674_187.0),
            ("2025-06-11T20:36:27Z", 1_749_674_187),
            ("2025-06-11T22:36:27+02", 1_749_674_187),
            ("2025-06-11T15:06:27-0530", 1_749_674_187),
            ("2025-06-11T20:36:27.123456Z", 1_749_674_187.123456),
            ("2025-06-11 20:36:27,5+00:00", 1_749_674_187.5),
            ("2025-06-11T20:36Z", 1_749_674_160),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("1970-01-01T00:00:00.000000001Z", 1e-9),
            ("1749674187.123456", 1_749_674_187.123456),
            ("0", 0),
        ]
    )
    func read(text: String, seconds: Double) throws {
        #expect(try Instant.seconds(text) == seconds)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "now", "nan", "inf", "-1", "1e300", "1749674187000", "2025-06-11", "2025-06-11T20:36:27",
            "2025-13-11T20:36:27Z", "2025-02-29T20:36:27Z", "2025-06-11T24:36:27Z", "2025-06-11T20:36:61Z",
            "2025-06-11T20:36:27Zz", "2025-06-11T20:36:27+2", "2025-06-11T20:36:27+24:00",
            "2025-06-11T20:36:27.Z",
            "1970-01-01T00:00:00+01:00", "２０２５-06-11T20:36:27Z", "99999999999999999999-01-01T00:00:00Z",
        ]
    )
    func refuse(text: String) {
        #expect(throws: Instant.Problem.self) { try Instant.seconds(text) }
    }

    @Test("A time without its offset says what is missing")
    func offset() {
        let error = #expect(throws: Instant.Problem.self) { try Instant.seconds("2025-06-11 20:36:27") }
        #expect(error?.text.contains("offset from UTC") == true)
    }
}
