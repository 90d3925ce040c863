import Testing
import Text

@Suite("Days and times", .timeLimit(.minutes(1)))
struct CalendarTests {
    @Test("every day comes back as it was written")
    func days() throws {
        for number in stride(from: Int64(-719_528), through: 2_932_896, by: 97) {
            let (year, month, day) = CalendarDay(number: number).date
            #expect(CalendarDay(year: year, month: month, day: day)?.number == number)
        }
        #expect(CalendarDay(year: 0, month: 1, day: 1)?.description == "0000-01-01")
        #expect(CalendarDay(year: 9999, month: 12, day: 31)?.number == 2_932_896)
    }

    @Test(
        "what is no date is none",
        arguments: [(2026, 2, 29), (1900, 2, 29), (2026, 11, 31), (10_000, 1, 1), (-1, 1, 1)]
    )
    func noDate(year: Int, month: Int, day: Int) {
        #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }

    @Test(
        "times are shown as dates",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_749_674_187.9, "2025-06-11T20:36:27Z"),
            (1_709_164_799, "2024-02-28T23:59:59Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"), (.nan, "nan"),
            (1e300, "1e+300"), (-.infinity, "-inf"),
        ] as [(Double, String)]
    )
    func texts(seconds: Double, text: String) {
        #expect(UTC.text(seconds) == text)
    }

    @Test("any day has a date, without a trap", arguments: [Int64.min, .max])
    func anyDay(number: Int64) {
        #expect(!CalendarDay(number: number).description.isEmpty)
        #expect(UTC.clock(.infinity) == "--:--:--")
    }
}
