internal import CZeroMQ

/// Half of a CURVE key pair, 32 bytes.
public struct CurveKey: Hashable, Sendable, CustomStringConvertible {
    /// The key as Z85 (ZeroMQ RFC 32), 40 characters.
    public let description: String

    /// Reads a key from its 40 characters of Z85; `nil` when they are none.
    public init?(z85 text: String) {
        guard text.utf8.count == 40 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 32)
        guard libzmq.z85_decode(&bytes, text) != nil else { return nil }
        // libzmq passes over what is no digit of Z85: only what is written again as it was read is a key.
        guard let key = CurveKey(bytes: bytes), key.description == text else { return nil }
        self = key
    }

    /// Makes a key of its 32 bytes; `nil` when they are more or fewer.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        var text = [CChar](repeating: 0, count: 41)
        guard libzmq.z85_encode(&text, bytes, bytes.count) != nil else { return nil }
        description = String(decoding: text.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
