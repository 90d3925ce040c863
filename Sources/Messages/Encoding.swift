/// How a payload is written, the last byte of a stamp.
public struct Encoding: RawRepresentable, Hashable, Sendable {
    /// The byte in the stamp.
    public let rawValue: UInt8

    /// Creates an encoding from the byte in a stamp, known or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A JSON object, RFC 8259, in UTF-8.
    public static let json = Encoding(rawValue: 0)
    /// CBOR, RFC 8949.
    public static let cbor = Encoding(rawValue: 1)
    /// Bytes that only sender and receiver understand.
    public static let opaque = Encoding(rawValue: 255)
}
