/// What is wrong with a key, or with where it is kept.
public struct KeyError: Error, Hashable, CustomStringConvertible {
    /// What failed, where, and what to do.
    public let description: String

    /// Creates an error from its line.
    public init(_ description: String) {
        self.description = description
    }
}
