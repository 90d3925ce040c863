/// Which topics to listen to.
public enum TopicFilter: Hashable, Sendable, CustomStringConvertible {
    /// Every topic.
    case all
    /// Every topic of a kind, for example `fix`.
    case kind(String)
    /// One topic.
    case exactly(Topic)
    /// Every topic that begins with some text, for example `pin/pins/`.
    case prefix(String)

    /// Reads a filter as it is written on a command line or in a manifest.
    ///
    /// `fix/gps` is that topic, `fix` or `fix/` every fix, `pin/pins/` or `fix/g*` what
    /// begins so, nothing or `*` everything.
    /// - Throws: what no topic can begin with.
    public init(_ text: String) throws(MessageError) {
        let isOpen = text.hasSuffix("*")
        let stem = isOpen ? String(text.dropLast()) : text
        if stem.isEmpty {
            self = .all
            return
        }
        let segments = stem.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let mayBeEmpty = index > 0 && index == segments.count - 1
            guard segment.utf8.allSatisfy(Topic.isAllowed), mayBeEmpty || !segment.isEmpty else {
                throw MessageError(problem: "'\(text)' is no topic, kind or beginning of a topic")
            }
        }
        let endsInSlash = stem.hasSuffix("/")
        if segments.count == 2, endsInSlash {
            self = .kind(String(segments[0]))
        } else if isOpen || endsInSlash {
            self = .prefix(stem)
        } else if segments.count == 1 {
            self = .kind(stem)
        } else {
            self = .exactly(try Topic(stem))
        }
    }

    /// The bytes to give to a subscribing socket: `fix/gps|`, `fix/`, or none for everything.
    public var subscription: [UInt8] {
        switch self {
        case .all: []
        case .kind(let kind): [UInt8](kind.utf8) + [.slash]
        case .exactly(let topic): [UInt8](topic.description.utf8) + [.bar]
        case .prefix(let prefix): [UInt8](prefix.utf8)
        }
    }

    /// Returns whether a topic passes.
    public func matches(_ topic: Topic) -> Bool {
        matches(topic.description.utf8.span)
    }

    /// Returns whether the topic of some bytes, without the bar, passes.
    public func matches(_ topic: Span<UInt8>) -> Bool {
        switch self {
        case .all: true
        case .kind(let kind):
            topic.starts(with: kind.utf8.span) && topic.count > kind.utf8.count
                && topic[kind.utf8.count] == .slash
        case .exactly(let exact): exact.equals(topic)
        case .prefix(let prefix): topic.starts(with: prefix.utf8.span)
        }
    }

    /// The filter as ``init(_:)`` reads it.
    public var description: String {
        switch self {
        case .all: "*"
        case .kind(let kind): "\(kind)/"
        case .exactly(let topic): topic.description
        case .prefix(let prefix): "\(prefix)*"
        }
    }
}
