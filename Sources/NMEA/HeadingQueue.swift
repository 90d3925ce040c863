internal import Messages

/// Headings of a recording that wait for the next time, and are spread evenly between it and the time before.
///
/// Nothing in such a recording says when they came, but for their order. A compass that says its heading once an epoch has the
/// epoch's time; one that says it n times is taken to have done so at even intervals.
struct HeadingQueue: Sendable {
    private struct Entry: Sendable {
        var heading: Heading
        var type: SentenceType
        /// Seconds after the time before, where a clock says so.
        var elapsed: Double?
    }

    /// The longest interval between two times that is taken for no gap, seconds.
    private static let longestSpan = 10.0
    /// How many wait at most; those of a compass that goes on without a receiver are told by their interval.
    static let capacity = 1000

    private var entries: [Entry] = []
    /// How often each type has come.
    private var counts: [SentenceType: Int] = [:]
    /// The intervals of the types when last there was a time on either side.
    private var intervals: [SentenceType: Double] = [:]

    var isEmpty: Bool { entries.isEmpty }
    var isFull: Bool { entries.count >= Self.capacity }

    mutating func add(_ heading: Heading, _ type: SentenceType, elapsed: Double?) {
        entries.append(Entry(heading: heading, type: type, elapsed: elapsed))
        counts[type, default: 0] += 1
    }

    /// Hands on all that wait, in their order.
    ///
    /// - Parameters:
    ///   - start: the time before them, Unix seconds.
    ///   - end: the time behind them, where there is one.
    ///   - body: is handed each.
    /// - Returns: the time at which those that follow begin.
    mutating func release(from start: Double, to end: Double?, _ body: (Heading) -> Void) -> Double {
        let span = end.flatMap { $0 > start ? $0 - start : nil }
        var seen: [SentenceType: Int] = [:]
        var last = start
        var behind = start
        for var entry in entries {
            let index = seen[entry.type, default: 0]
            seen[entry.type] = index + 1
            let step = step(of: entry.type, over: span)
            let time = step.map { start + Double(index) * $0 } ?? start + (entry.elapsed ?? 0)
            // Several types need not be in step.
            last = max(last, min(time, end ?? time))
            entry.heading.time = last
            behind = max(behind, time + (step ?? 0))
            body(entry.heading)
        }
        if let span {
            for (type, count) in counts where isEven(type, over: span) {
                intervals[type] = span / Double(count)
            }
        }
        entries.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        return end ?? behind
    }

    /// The interval of a type's headings that wait.
    private func step(of type: SentenceType, over span: Double?) -> Double? {
        guard let span, isEven(type, over: span) else { return intervals[type] }
        return span / Double(counts[type] ?? 1)
    }

    /// Whether a type has been there all along between two times: not when there is a gap in the recording.
    private func isEven(_ type: SentenceType, over span: Double) -> Bool {
        if span <= Self.longestSpan { return true }
        guard let interval = intervals[type] else { return false }
        return span / Double(counts[type] ?? 1) <= 2 * interval
    }
}
