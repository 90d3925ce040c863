/// A place in a file that a person wrote.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file as it was named, or `command line`.
    public let file: String
    /// The line, from 1; 0 where the whole file is meant.
    public let line: Int
    /// The character in the line, from 1; 0 where the whole file is meant.
    public let column: Int

    /// Creates a location.
    public init(file: String, line: Int = 0, column: Int = 0) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// What was typed after the launch file's name.
    public static let commandLine = SourceLocation(file: "command line")

    /// `file:line:column`, or the file alone.
    public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}
