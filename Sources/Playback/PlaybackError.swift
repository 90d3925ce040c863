/// Why a recording cannot be played.
public struct PlaybackError: Error, Hashable, CustomStringConvertible {
    /// The recording, as its owner named it.
    public let source: String
    /// What is wrong, in words.
    public let problem: String

    /// Creates an error about a recording.
    public init(source: String, problem: String) {
        self.source = source
        self.problem = problem
    }

    /// The error as one line, for example `walk.csv: line 12: has 12 of 31 columns`.
    public var description: String { "\(source): \(problem)" }
}
