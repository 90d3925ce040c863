/// Which topics a node publishes or reads, as its manifest says it.
///
/// `fix/gps` is that topic alone; what ends in a slash is every topic below; a kind alone is every topic of that kind;
/// the empty text is everything. `<name>` stands for the node's name.
public struct TopicPattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as it is written.
    public let description: String

    /// Reads a pattern.
    ///
    /// - Returns: nil when a segment is not of a topic's characters.
    public init?(_ text: String) {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() where segment != "<name>" {
            let mayBeEmpty = index == segments.count - 1 && (index > 0 || text.isEmpty)
            guard segment.isEmpty ? mayBeEmpty : Names.isValid(String(segment)) else { return nil }
        }
        description = text
    }

    /// The pattern with the node's name put in.
    public func named(_ name: String) -> TopicPattern {
        let segments = description.split(separator: "/", omittingEmptySubsequences: false)
        return TopicPattern(
            unchecked: segments.map { $0 == "<name>" ? name : String($0) }.joined(separator: "/")
        )
    }

    /// Whether some topic is of both patterns.
    public func overlaps(_ other: TopicPattern) -> Bool {
        switch (isPrefix, other.isPrefix) {
        case (false, false): return description == other.description
        case (true, false): return other.description.hasPrefix(prefix)
        case (false, true): return description.hasPrefix(other.prefix)
        case (true, true): return prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(prefix)
        }
    }

    /// The first segment, empty where the pattern is everything.
    var kind: Substring { description.prefix { $0 != "/" } }

    /// Whether it is one topic and no more.
    var isOneTopic: Bool { !isPrefix }

    private init(unchecked text: String) { description = text }

    private var isPrefix: Bool { description.hasSuffix("/") || !description.contains("/") }

    private var prefix: String {
        description.isEmpty || description.hasSuffix("/") ? description : description + "/"
    }
}
