/// Leaves out of a monotonic clock the times for which this process did not run.
///
/// A process that was stopped, or had no processor for long, has heard nothing meanwhile although nobody was silent. It is
/// asked for the time some times a second; a much longer step was its own absence.
struct RunningTime: Sendable {
    /// The longest step that is still taken for one of a busy machine, seconds.
    static let longestStep = 1.0

    /// How often it is asked at least, seconds.
    private let period: Double
    private var last: Double
    private var missed = 0.0

    /// Begins to run, at a time of the monotonic clock.
    init(from start: Double, askedEvery period: Double) {
        self.period = period
        last = start
    }

    /// The time that is told for one of the monotonic clock, seconds; messages have come shortly before they are asked about.
    mutating func time(at now: Double) -> Double {
        if now - last > Self.longestStep { missed += now - last - period }
        last = max(last, now)
        return now - missed
    }
}
