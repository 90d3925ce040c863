/// What must have come first before a node starts.
public struct Dependency: Hashable, Sendable {
    /// How far the other node must have come.
    public enum Condition: String, Hashable, Sendable, CaseIterable {
        /// It has told the bus that it is at work.
        case ready
        /// Its process runs.
        case started
        /// It has ended, and well.
        case finished
    }

    /// The other node.
    public let node: String
    /// How far it must have come.
    public let condition: Condition

    /// Creates a dependency.
    public init(on node: String, _ condition: Condition) {
        self.node = node
        self.condition = condition
    }
}
