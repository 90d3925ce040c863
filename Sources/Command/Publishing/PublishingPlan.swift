internal import Binnacle
internal import Platform
internal import Text

/// What `topic pub` was asked to do.
struct PublishingPlan: Sendable {
    /// Where the payloads come from.
    enum Source: Sendable, Equatable {
        /// One, again and again.
        case payload([UInt8])
        /// The lines of standard input.
        case input
    }

    /// When the messages go out.
    enum Pace: Sendable, Equatable {
        /// So many a second.
        case rate(Double)
        /// As soon as there is one, and those who read them have caught up.
        case readers
    }

    var topic: Topic
    var source: Source
    var pace: Pace
    /// How many messages at most; `nil` for as many as there are.
    var count: Int?
    /// Whether payloads are sent as they are.
    var isRaw: Bool
    /// Whether the time of publishing is put in.
    var setsTime: Bool

    /// The payload to send, checked.
    ///
    /// - Returns: the bytes, and the keys that its kind does not know.
    /// - Throws: what is wrong with it, with the key and the value.
    func prepare(_ payload: [UInt8]) throws(MessageError) -> (bytes: [UInt8], strange: [String]) {
        if isRaw { return (payload, []) }
        var payload = payload
        if setsTime {
            guard case .object(var object) = try JSONValue.parse(payload) else {
                throw MessageError(problem: "this is no object that could have a time")
            }
            object.add("time", WallClock.seconds)
            payload = Array(object.line.utf8)
        }
        return (payload, try KnownKind.check(payload, of: topic.kind))
    }

    /// What is said of a key that readers pass over.
    static func strange(_ key: String, _ topic: Topic) -> String {
        "'\(key.onOneLine)' is no key of \(topic.kind): readers pass over it"
    }
}
