/// A line for whoever watches a rig: of a node, or of the launcher itself.
public struct ConsoleLine: Hashable, Sendable {
    /// Where a line comes from.
    public enum Source: Hashable, Sendable {
        /// A node's standard output.
        case output
        /// A node's standard error.
        case error
        /// The launcher.
        case launcher
    }

    /// The node that it is of or about; empty where it is about the rig.
    public let node: String
    /// Where it comes from.
    public let source: Source
    /// The line, without its end.
    public let text: [UInt8]

    /// Creates a line.
    public init(node: String, source: Source, text: [UInt8]) {
        self.node = node
        self.source = source
        self.text = text
    }
}
