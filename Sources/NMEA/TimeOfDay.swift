internal import Text

/// A time of day in UTC, in [00:00:00, 24:00:01): a leap second is 23:59:60.
struct TimeOfDay: Equatable, Sendable {
    /// Since midnight.
    let microseconds: Int64

    /// Creates a time of day, or `nil` when a part is out of range.
    init?(hour: Int, minute: Int, second: Int, fraction: Double) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second),
            fraction >= 0, fraction < 1
        else { return nil }
        let seconds = Int64(hour * 3600 + minute * 60 + second)
        microseconds = seconds * 1_000_000 + Int64((fraction * 1e6).rounded())
    }

    /// Whether two sentences' times are of the same epoch.
    ///
    /// Some receivers round the time in one sentence more than in another (120824.758 and 120824.76), so that 5 ms
    /// are allowed; at 100 Hz epochs are 10 ms apart.
    func isSameEpoch(as other: TimeOfDay) -> Bool {
        abs(microseconds - other.microseconds) <= 5000
    }

    /// Unix seconds of this time on a day.
    ///
    /// A leap second is the first second of the day after, as in POSIX time.
    func time(on day: CalendarDay) -> Double {
        Double(day.number * 86_400_000_000 + microseconds) / 1e6
    }

    /// Unix seconds of this time on the day that brings it within 12 hours of a reference.
    func time(nearest reference: Double) -> Double? {
        // Year 9999 bounds it, so that no conversion can overflow.
        guard reference.isFinite, abs(reference) < 253_402_300_800 else { return nil }
        let days = ((reference - Double(microseconds) / 1e6) / 86_400).rounded()
        return time(on: CalendarDay(number: Int64(days)))
    }
}
