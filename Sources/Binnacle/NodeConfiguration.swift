public import Keys
public import Messages
internal import Platform

/// What a node has to know to join a bus.
public struct NodeConfiguration: Sendable {
    /// The node's name, the second segment of its topics.
    public var name: String
    /// Where the bus is.
    public var address: BusAddress
    /// What the node proves itself with where the bus is reached by TCP; `BINNACLE_KEY` names its file otherwise.
    public var key: ClientKey?
    /// Whether the node says hello and sends signs of life; a tool that only looks does not.
    public var isMember = true
    /// Lines below this level are not logged.
    public var logLevel = Log.Level.info
    /// Whether the node's time is the bus's clock, which a replay may own.
    public var followsClock = false
    /// Nodes that are going to read this node's topics, as far as who launched it knows.
    public var readers: [String] = []
    /// The capabilities that others have by this node, as its manifest says: `gps`, for example.
    public var provides: [String] = []
    /// The parameters that the node was started with, a JSON object, to be shown in its status.
    public var parameters: [UInt8] = []
    /// The parameters that may be changed while the node runs; nil where nobody has said.
    public var liveParameters: [String]?
    /// The JSON Schema of those parameters; empty where nobody has said.
    public var liveSchema: [UInt8] = []
    /// The topics that feed this node: it subscribes to nothing else; nil for all that it wants.
    ///
    /// The clock, statuses, logs and failures are not restricted.
    public var inputs: [TopicFilter]?
    /// How many messages may wait to be sent before some are given up.
    public var queueLimit = 1000
    /// Which message a full queue gives up.
    public var overflow = Overflow.oldest
    /// How many messages may wait to be handled before the bus has to keep them, and then to drop them.
    public var receiveLimit: Int32 = 10_000

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

    /// Reads what a launcher has set: `BINNACLE_NODE`, `BINNACLE_BUS`, `BINNACLE_PARAMETERS`, `BINNACLE_LOG_LEVEL`,
    /// `BINNACLE_READERS`, `BINNACLE_PROVIDES`, `BINNACLE_INPUTS`, `BINNACLE_LIVE`, `BINNACLE_SCHEMA`,
    /// `BINNACLE_CLOCK`.
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
        switch Environment["BINNACLE_CLOCK"] ?? "wall" {
        case "wall", "": break
        case "bus": configuration.followsClock = true
        case let other:
            throw MessageError(key: "BINNACLE_CLOCK", problem: "'\(other)' is neither wall nor bus")
        }
        let parameters = Array((Environment["BINNACLE_PARAMETERS"] ?? "").utf8)
        if (try? JSONValue.parse(parameters)) != nil { configuration.parameters = parameters }
        configuration.readers = list("BINNACLE_READERS")
        configuration.provides = list("BINNACLE_PROVIDES")
        if Environment["BINNACLE_LIVE"] != nil { configuration.liveParameters = list("BINNACLE_LIVE") }
        configuration.liveSchema = Array((Environment["BINNACLE_SCHEMA"] ?? "").utf8)
        if Environment["BINNACLE_INPUTS"] != nil {
            var filters: [TopicFilter] = []
            for input in list("BINNACLE_INPUTS") { filters.append(try TopicFilter(input)) }
            configuration.inputs = filters
        }
        return configuration
    }

    private static func list(_ variable: String) -> [String] {
        (Environment[variable] ?? "").split(separator: ",").map(String.init)
    }
}
