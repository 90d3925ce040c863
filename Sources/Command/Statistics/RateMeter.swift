/// How often something comes: the intervals between arrivals.
struct RateMeter: Equatable, Sendable {
    private var intervals: SampleWindow
    private var last: Int64?

    /// Creates a meter that knows of so many intervals at most, the newest ones.
    init(window: Int) {
        intervals = SampleWindow(limit: window)
    }

    /// Notes an arrival, monotonic nanoseconds.
    mutating func note(at arrival: Int64) {
        if let last { intervals.add(Double(arrival - last) * 1e-9) }
        last = arrival
    }

    /// The intervals, seconds; nothing before the second arrival.
    var summary: SampleSummary? { intervals.summary }

    /// Arrivals a second; nothing before the second arrival, and none where all came in the same moment.
    var rate: Double? { summary.flatMap { $0.mean > 0 ? 1 / $0.mean : nil } }
}
