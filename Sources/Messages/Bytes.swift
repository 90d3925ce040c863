/// A payload of any bytes, for a topic of one's own kind.
public struct Bytes: Message, Hashable {
    /// Bytes have no kind of their own: their publisher names the whole topic.
    public static let kind = ""
    /// Only sender and receiver understand them.
    public static let encoding = Encoding.opaque

    /// The payload.
    public var bytes: [UInt8]

    /// Creates a payload.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Appends the payload to a buffer.
    public func encode(into buffer: inout [UInt8]) {
        buffer.append(contentsOf: bytes)
    }

    /// Copies a payload.
    public init(decoding payload: Span<UInt8>) {
        bytes = []
        bytes.reserveCapacity(payload.count)
        for index in payload.indices { bytes.append(payload[index]) }
    }
}
