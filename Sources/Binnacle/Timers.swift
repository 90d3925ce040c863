/// What is to be done again and again on a node's thread.
struct Timers {
    private struct Timer {
        var deadline: Int64
        let interval: Int64
        let body: @Sendable () -> Void
    }

    private var timers: [Timer] = []

    /// When the next one is due, monotonic nanoseconds.
    var next: Int64 { timers.lazy.map(\.deadline).min() ?? .max }

    mutating func add(every interval: Int64, from now: Int64, _ body: @escaping @Sendable () -> Void) {
        timers.append(Timer(deadline: now + interval, interval: max(interval, 1_000_000), body: body))
    }

    /// Calls those that are due, once each however late they are.
    mutating func fire(at now: Int64) {
        for index in timers.indices where timers[index].deadline <= now {
            let late = (now - timers[index].deadline) / timers[index].interval
            timers[index].deadline += (late + 1) * timers[index].interval
            timers[index].body()
        }
    }
}
