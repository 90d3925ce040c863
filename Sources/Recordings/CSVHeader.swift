internal import Text

/// The first row of a CSV recording: which cell holds what.
public struct CSVHeader: Sendable {
    /// The number of columns; every row has as many.
    public let count: Int
    /// The names of the columns that are passed over, in their order.
    public let ignored: [String]
    /// Whether rows say their time.
    public var hasTime: Bool { indices[.time] != nil }

    /// Where each quantity is.
    let indices: [Quantity: Int]
    /// The columns that are read, from left to right, so that of several bad cells the same one is named each time.
    let columns: [(quantity: Quantity, index: Int)]
    /// What each column is called.
    let names: [String]
    /// Whether the values follow a phone's habits.
    let dialect: Column.Dialect

    /// Whether a row has a column of ours, and so may be a header.
    static func isHeader(_ row: CSVRow) -> Bool {
        (0..<row.count).contains { index in row[index].flatMap(Column.named) != nil }
    }

    /// What separates the columns of a header, where that is no comma but a semicolon or a tab.
    static func separator(of line: String) -> String? {
        for (character, name) in [(Character(";"), "semicolons"), ("\t", "tabs")] {
            let cells = line.split(separator: character, omittingEmptySubsequences: false)
            guard cells.count > 1 else { continue }
            let words = cells.map { $0.drop { " \"\u{FEFF}".contains($0) } }
                .map { String($0.prefix { !" \"\r".contains($0) }) }
            if words.contains(where: { Column.named($0) != nil }) { return name }
        }
        return nil
    }

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - row: the first row of the file.
    ///   - needsTime: whether a table without a column `time` is of no use.
    /// - Throws: no column of use, one that is there twice, or one that another is useless without.
    public init(_ row: CSVRow, needsTime: Bool = true) throws(RecordingError) {
        var indices: [Quantity: Int] = [:]
        var ignored: [String] = []
        var dialect = Column.Dialect.native
        names = (0..<row.count).map { row[$0] ?? "" }
        if let separator = Self.separator(of: names.joined(separator: ",")) {
            throw .separated(by: separator, line: row.line)
        }
        for (index, name) in names.enumerated() {
            guard let column = Column.named(name) else {
                if !name.isEmpty { ignored.append(name) }
                continue
            }
            if let other = indices[column.quantity] {
                let problem =
                    names[other] == name
                    ? "the column is there twice"
                    : "the column says the same as \(names[other]): which one is right?"
                throw RecordingError(line: row.line, column: name, problem: problem)
            }
            indices[column.quantity] = index
            if column.dialect == .phone { dialect = .phone }
        }
        count = row.count
        self.ignored = ignored
        self.indices = indices
        columns = indices.map { (quantity: $0.key, index: $0.value) }.sorted { $0.index < $1.index }
        self.dialect = dialect
        try check(row.line, needsTime: needsTime)
    }

    /// The nearest known name, for columns that are passed over but look like one that is missing.
    public var guesses: [(name: String, meant: String)] {
        ignored.compactMap { name in
            guard let meant = Suggestion.nearest(to: name, among: missing) else { return nil }
            return (name, meant)
        }
    }

    private var missing: [String] {
        (Column.native + Column.phone).filter { indices[$0.quantity] == nil }.map(\.name)
    }

    private func check(_ line: Int, needsTime: Bool) throws(RecordingError) {
        let useful: [Quantity] = [.latitude, .magneticX, .accelerationX, .rotationRateX]
        for quantity in Quantity.allCases where indices[quantity] != nil {
            for companion in quantity.companions where indices[companion] == nil {
                throw missingColumn(companion, line: line, why: " beside \(names[indices[quantity] ?? 0])")
            }
        }
        guard useful.contains(where: { indices[$0] != nil }) else {
            let guesses = guesses.prefix(3).map {
                "'\(printable($0.name))' is not a column: did you mean '\($0.meant)'?"
            }
            let known = "known columns are \(Column.names.joined(separator: ", "))"
            throw RecordingError(
                line: line,
                problem: (["no column of use: neither a position, a magnetic field nor motion"] + guesses + [
                    known
                ])
                .joined(separator: "; ")
            )
        }
        if needsTime && !hasTime { throw missingColumn(.time, line: line, why: "") }
    }

    private func missingColumn(_ quantity: Quantity, line: Int, why: String) -> RecordingError {
        let candidates = (Column.native + Column.phone).filter { $0.quantity == quantity }.map(\.name)
        let wanted = candidates.map { "'\($0)'" }.joined(separator: " or ")
        let meant = ignored.first { Suggestion.nearest(to: $0, among: candidates) != nil }
        let guess = meant.map { ": is '\(printable($0))' meant?" } ?? ""
        return RecordingError(line: line, problem: "there is no column \(wanted)\(why)\(guess)")
    }
}
