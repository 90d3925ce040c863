/// What can be shown as it changes, and answers to keys.
protocol Viewable: Sendable {
    /// What keys can ask for that takes more than a change of the state.
    associatedtype Command: Sendable

    /// The lines for a screen: never more than its rows, never wider than its columns.
    ///
    /// - Parameters:
    ///   - screen: what the terminal shows.
    ///   - now: monotonic nanoseconds.
    ///   - time: Unix seconds.
    /// - Returns: the lines from the first row on.
    func lines(for screen: ViewScreen, now: Int64, time: Double) -> [StyledLine]

    /// The state for an output that is no terminal.
    func text(now: Int64, unicode: Bool) -> String

    /// The state as one JSON object.
    func json(now: Int64) -> String

    /// Answers to a key.
    mutating func press(_ key: Key) -> KeyEffect<Command>
}

/// What the terminal shows.
struct ViewScreen: Sendable, Equatable {
    var columns: Int
    var rows: Int
    /// Whether it shows more than ASCII.
    var unicode: Bool

    /// What stands where something was cut off.
    var cutMark: String { unicode ? "…" : "~" }

    /// Lines as they fit on it.
    func fit(_ lines: some Sequence<StyledLine>) -> [StyledLine] {
        lines.prefix(rows).map { line in
            (unicode ? line : line.mapText(TerminalText.ascii)).cut(to: columns, mark: cutMark)
        }
    }
}

/// What a key brings about.
enum KeyEffect<Command: Sendable>: Sendable {
    /// A change of the state at most.
    case nothing
    /// The end of the view.
    case quit
    /// Something for others to do.
    case command(Command)
}

extension KeyEffect: Equatable where Command: Equatable {}
