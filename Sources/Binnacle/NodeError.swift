/// Why a node could not join or go on.
public struct NodeError: Error, Hashable, CustomStringConvertible {
    /// What failed, why, and what to do.
    public let description: String

    /// Creates an error from its line.
    public init(_ description: String) {
        self.description = description
    }
}
