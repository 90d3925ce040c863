internal import Messages
internal import Text

/// Draws a state as lines; the same state, size and moment always give the same lines.
struct ViewRenderer: Sendable {
    let state: ViewState
    /// Monotonic nanoseconds.
    let now: Int64
    /// Unix seconds, for the clock in the head.
    let time: Double

    /// Where values begin.
    static let indent = 11

    /// The lines for a screen: never more than its rows, never wider than its columns.
    func lines(for screen: ViewScreen) -> [StyledLine] {
        guard screen.rows > 0, screen.columns > 0 else { return [] }
        let gap = [StyledLine()]
        let head = [head(screen.columns)]
        let trouble = trouble
        let layouts = [head + gap + motion + gap + way(screen) + gap, head + motion + way(screen)]
        let compact = head + [wayInWords] + motion
        let fits = layouts.first { $0.count + trouble.count <= screen.rows && screen.columns >= 40 }
        let top = fits ?? compact
        // What has failed must be seen on a small screen too, the place in the last line is not.
        let room = max(0, screen.rows - top.count)
        let shown = room >= trouble.count ? top : Array(top.prefix(max(2, screen.rows - trouble.count)))
        return screen.fit(shown + trouble)
    }

    private func head(_ columns: Int) -> StyledLine {
        var line = StyledLine("binnacle", .bold)
        let clock = UTC.clock(time) + " UTC"
        line.append("  " + state.bus, .dim)
        if line.width + clock.count + 2 <= columns {
            line.pad(to: columns - clock.count)
            line.append(clock, .dim)
        }
        return line
    }

    /// A line with a name in front.
    func row(_ name: String, _ value: String, _ style: StyledLine.Style = .plain) -> StyledLine {
        var line = StyledLine(name, .dim)
        line.pad(to: Self.indent)
        line.append(value, style)
        return line
    }

    /// A line for a value that may be old or not there at all.
    func row<Value>(
        _ name: String,
        _ seen: Seen<Value>?,
        limit: Double,
        _ text: (Value) -> String?
    ) -> StyledLine {
        guard let seen else { return row(name, "not known yet", .dim) }
        let age = seen.age(at: now)
        let isStale = age > limit
        var line = row(
            name,
            text(seen.value) ?? "unknown",
            isStale || text(seen.value) == nil ? .dim : .plain
        )
        if isStale { line.append("   stale, \(Phrase.age(age))", .warning) }
        return line
    }
}
