/// A value that travels on a topic of its kind.
///
/// The kinds of the contract are in this module. A kind of one's own is any `Codable` type that also conforms
/// to ``CodableMessage``, or ``Bytes`` for a payload that is not JSON.
public protocol Message: Sendable {
    /// The first segment of the topics that carry this type, for example `fix`.
    static var kind: String { get }

    /// Whether a message is an event, which the bus hands on but does not keep as a last value.
    static var isEvent: Bool { get }

    /// How ``encode(into:)`` writes the payload.
    static var encoding: Encoding { get }

    /// Appends the payload to a buffer.
    ///
    /// The kinds of this module never throw; a `Codable` type may hold what JSON has no form for.
    /// - Throws: what cannot be written, with its key.
    func encode(into buffer: inout [UInt8]) throws(MessageError)

    /// Reads a payload.
    ///
    /// Unknown keys are passed over, `null` counts as absent.
    /// - Throws: what is wrong with the payload, with the key and the value.
    init(decoding payload: Span<UInt8>) throws(MessageError)
}

extension Message {
    /// Messages are states unless their type says otherwise.
    public static var isEvent: Bool { false }

    /// Messages are JSON unless their type says otherwise.
    public static var encoding: Encoding { .json }
}
