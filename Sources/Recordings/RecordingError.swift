/// What is wrong with a recording, and where.
public struct RecordingError: Error, Hashable, CustomStringConvertible {
    /// The line, counted from 1, where one is to blame.
    public let line: Int?
    /// The name of the column, where one is to blame.
    public let column: String?
    /// What is wrong, in words that name the value.
    public let problem: String

    /// Creates an error about a cell, a line, or the recording as a whole.
    public init(line: Int? = nil, column: String? = nil, problem: String) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    /// A recording that ends without a row or a sentence.
    static let nothing = RecordingError(problem: "it is empty: there are no measurements in it")

    /// A table whose columns are not separated by commas.
    static func separated(by separator: String, line: Int) -> RecordingError {
        RecordingError(
            line: line,
            problem:
                "the columns are separated by \(separator): separate them by commas, and write decimals with a point"
        )
    }

    /// The error as one line of printable text, for example `line 12, latitude: 91 is not between -90 and 90`.
    public var description: String {
        switch (line, column) {
        case (let line?, let column?): "line \(line), \(column): \(problem)"
        case (let line?, nil): "line \(line): \(problem)"
        case (nil, let column?): "\(column): \(problem)"
        case (nil, nil): problem
        }
    }
}

/// A piece of a file as it may be shown in an error: at most 40 characters, control characters replaced.
func printable(_ text: some StringProtocol) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(40) {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text.unicodeScalars.count > 40 ? shown + "…" : shown
}
