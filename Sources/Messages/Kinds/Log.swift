/// An event: a line of a node's log.
public struct Log: Message, Hashable {
    /// How much a line matters.
    public enum Level: String, Hashable, Sendable, CaseIterable, Comparable {
        /// For who looks for a fault.
        case debug
        /// What goes on.
        case info
        /// Something to know about; the node goes on.
        case warning
        /// Something failed.
        case error

        /// Orders levels by how much they matter.
        public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }
    }

    /// The first segment of the topics that carry logs.
    public static let kind = "log"
    /// Log lines are events.
    public static let isEvent = true

    /// When it was written, Unix seconds.
    public var time: Double
    /// How much it matters.
    public var level: Level
    /// The line, without its end.
    public var message: String

    /// Creates a line.
    public init(time: Double, level: Level, message: String) {
        self.time = time
        self.level = level
        self.message = message
    }
}
