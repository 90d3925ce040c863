/// How old messages are when they arrive: since they were published, and since what they tell of was measured.
struct DelayMeter: Equatable, Sendable {
    private var sincePublished: SampleWindow
    private var sinceMeasured: SampleWindow

    /// Creates a meter that knows of so many messages at most, the newest ones.
    init(window: Int) {
        sincePublished = SampleWindow(limit: window)
        sinceMeasured = SampleWindow(limit: window)
    }

    /// Notes an arrival.
    ///
    /// - Parameters:
    ///   - arrival: by the wall clock, Unix nanoseconds.
    ///   - published: by the stamp, Unix nanoseconds.
    ///   - measured: by the payload, Unix seconds; `nil` where it says nothing.
    mutating func note(arrival: Int64, published: Int64, measured: Double?) {
        // A stamp may hold any number.
        let (difference, overflow) = arrival.subtractingReportingOverflow(published)
        if !overflow { sincePublished.add(Double(difference) * 1e-9) }
        // A payload may as well; what no stamp could hold is no time.
        if let measured, measured.magnitude < Self.latest {
            sinceMeasured.add(Double(arrival) * 1e-9 - measured)
        }
    }

    /// The last second that a stamp can hold, Unix seconds: in the year 2262.
    private static let latest = Double(Int64.max) * 1e-9

    /// Seconds from the stamp's time of publishing to the arrival.
    var published: SampleSummary? { sincePublished.summary }

    /// Seconds from the payload's `time` to the arrival; nothing where no payload had one.
    var measured: SampleSummary? { sinceMeasured.summary }
}
