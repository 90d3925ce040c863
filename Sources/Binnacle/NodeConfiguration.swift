public import Messages
internal import Platform

/// What a node has to know to join a bus.
public struct NodeConfiguration: Sendable {
    /// The node's name, the second segment of its topics.
    public var name: String
    /// Where the bus is.
    public var address: BusAddress
    /// Whether the node says hello and sends signs of life; a tool that only looks does not.
    public var isMember = true
    /// Lines below this level are not logged.
    public var logLevel = Log.Level.info
    /// Nodes that are going to read this node's topics, as far as who launched it knows.
    public var readers: [String] = []
    /// How many messages may wait to be sent before some are given up.
    public var queueLimit = 1000
    /// Which message a full queue gives up.
    public var overflow = Overflow.oldest

    /// Which message a full queue gives up.
    public enum Overflow: Hashable, Sendable {
        /// The one that has waited longest.
        case oldest
        /// The one that has just come.
        case newest
    }

    /// Creates the configuration of a node.
    public init(name: String, address: BusAddress) {
        self.name = name
        self.address = address
    }

    /// Reads what a launcher has set: `BINNACLE_NODE`, `BINNACLE_BUS`, `BINNACLE_LOG_LEVEL`, `BINNACLE_READERS`.
    ///
    /// - Parameter defaultName: the name when none is set.
    /// - Returns: what is set, and the usual choices elsewhere.
    /// - Throws: which variable is wrong.
    public static func fromEnvironment(defaultName: String) throws(MessageError) -> NodeConfiguration {
        let name = Environment["BINNACLE_NODE"] ?? defaultName
        try NodeName.check(name)
        var configuration = NodeConfiguration(name: name, address: try .fromEnvironment())
        if let text = Environment["BINNACLE_LOG_LEVEL"], !text.isEmpty {
            guard let level = Log.Level(rawValue: text) else {
                let known = Log.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw MessageError(key: "BINNACLE_LOG_LEVEL", problem: "'\(text)' is none of \(known)")
            }
            configuration.logLevel = level
        }
        configuration.readers = (Environment["BINNACLE_READERS"] ?? "").split(separator: ",").map(String.init)
        return configuration
    }
}
