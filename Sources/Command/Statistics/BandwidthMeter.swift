/// How much comes in a second: sizes, and the time that they came in.
struct BandwidthMeter: Equatable, Sendable {
    private var arrivals: SampleWindow
    private var sizes: SampleWindow
    private var first: Int64?

    /// Creates a meter that knows of so many messages at most, the newest ones.
    init(window: Int) {
        arrivals = SampleWindow(limit: window)
        sizes = SampleWindow(limit: window)
    }

    /// Notes the arrival of so many bytes, monotonic nanoseconds.
    mutating func note(_ size: Int, at arrival: Int64) {
        let first = first ?? arrival
        self.first = first
        arrivals.add(Double(arrival - first) * 1e-9)
        sizes.add(Double(size))
    }

    /// The sizes in bytes.
    var sizesSummary: SampleSummary? { sizes.summary }

    /// Bytes a second, from the oldest message of the window to the newest; nothing before the second message.
    ///
    /// The oldest message begins the time and came before it, so its own bytes do not count.
    var rate: Double? {
        guard let oldest = arrivals.oldest, let newest = arrivals.newest, newest > oldest else { return nil }
        return sizes.sumAfterOldest / (newest - oldest)
    }
}
