internal import Messages

/// A message with the moment from which its age counts.
struct Seen<Value: Sendable & Equatable>: Sendable, Equatable {
    let value: Value
    let topic: String
    /// Monotonic nanoseconds: its arrival, or for a last value that the bus had kept, as much earlier as it was older.
    let moment: Int64

    init(_ value: Value, topic: String, moment: Int64) {
        self.value = value
        self.topic = topic
        self.moment = moment
    }

    /// Whether it is older than so many seconds.
    func isStale(at now: Int64, after limit: Double) -> Bool { age(at: now) > limit }

    /// Seconds since the message, on the monotonic clock.
    func age(at now: Int64) -> Double {
        let (nanoseconds, overflow) = now.subtractingReportingOverflow(moment)
        return overflow ? 0 : max(0, Double(nanoseconds) * 1e-9)
    }
}
