/// What is wrong with the coefficients of a magnetic model.
public struct NavigationError: Error, Hashable, CustomStringConvertible {
    /// The line at fault, counted from 1; absent when the text as a whole is.
    public let line: Int?
    /// What is wrong, in words.
    public let problem: String

    /// The error as one line.
    public var description: String {
        line.map { "line \($0): \(problem)" } ?? problem
    }
}
