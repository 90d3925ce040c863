/// The address of messages on the bus: `kind/source` or `kind/source/instance…`.
///
/// ASCII, segments of `[a-z0-9_-]+`, two at least, at most 255 bytes.
public struct Topic: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes of a topic.
    public static let longest = 255

    /// The topic as it is written.
    public let description: String

    /// Reads a topic.
    ///
    /// - Throws: which rule the text breaks.
    public init(_ text: String) throws(MessageError) {
        try Self.check(text)
        description = text
    }

    /// Reads a topic from its bytes, without the bar.
    ///
    /// - Throws: which rule the bytes break.
    public init(_ bytes: Span<UInt8>) throws(MessageError) {
        try self.init(bytes.text(0..<Swift.min(bytes.count, Self.longest + 1)))
    }

    /// The first segment, which names the payload's type.
    public var kind: Substring { description.prefix { $0 != "/" } }

    /// The second segment, the name of the node that publishes it.
    public var source: Substring { description.dropFirst(kind.count + 1).prefix { $0 != "/" } }

    /// What follows the source, where something does.
    public var instance: Substring? {
        let rest = description.dropFirst(kind.count + source.count + 2)
        return rest.isEmpty ? nil : rest
    }

    private static func check(_ text: String) throws(MessageError) {
        guard text.utf8.count <= longest else {
            throw MessageError(problem: "a topic has at most \(longest) bytes, this one has more")
        }
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count >= 2 else {
            throw MessageError(problem: "topic '\(text)' is not of the form kind/source")
        }
        for segment in segments {
            guard isSegment(segment) else {
                throw MessageError(
                    problem:
                        "topic '\(text)': a segment is one or more of a-z, 0-9, _ and -, not '\(segment)'"
                )
            }
        }
    }

    /// Whether some text may be a segment: one or more of `a-z`, `0-9`, `_` and `-`.
    public static func isSegment(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isAllowed)
    }

    /// Whether a byte may stand in a segment.
    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
