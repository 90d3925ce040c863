/// A kind of message of one's own: any `Codable` type, written as JSON.
///
///     struct Depth: CodableMessage {
///         static let kind = "depth"
///         var time: Double
///         var metres: Double?
///     }
public protocol CodableMessage: Message, Codable {}

extension CodableMessage {
    /// Appends the value as JSON to a buffer.
    ///
    /// - Throws: which value cannot be written; nothing is appended then.
    public func encode(into buffer: inout [UInt8]) throws(MessageError) {
        try JSON.value(of: self).write(to: &buffer)
    }

    /// Reads the value from JSON.
    ///
    /// - Throws: what is wrong, with the place, the value and what it should have been.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        self = try JSON.decode(Self.self, from: try JSONValue.parse(payload))
    }
}
