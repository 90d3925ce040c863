internal import CZeroMQ
internal import Glibc

/// Why two peers could not agree to speak with each other.
public enum HandshakeFailure: Hashable, Sendable {
    /// The server does not let this key in.
    case notAuthorised
    /// One side has keys, the other has none.
    case mechanismMismatch
    /// The keys do not open what the other side sent: it does not have those that it is known by.
    case wrongKey
    /// The other side went away before they had agreed; so does a server that cannot read the client.
    case cutOff
    /// The other side said nothing, or nothing more, before they had agreed.
    case silent
    /// The other side does not keep to ZMTP; libzmq's code tells where.
    case malformed(code: Int32)

    /// Reads the error number that libzmq gives where it has no code.
    init(error number: Int32) {
        // The time that is up leaves whatever number there was before.
        self = [EPIPE, ECONNRESET].contains(number) ? .cutOff : .silent
    }

    /// Reads libzmq's code.
    init(protocolError code: Int32) {
        switch code {
        case ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH: self = .mechanismMismatch
        case ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC, ZMQ_PROTOCOL_ERROR_ZMTP_KEY_EXCHANGE: self = .wrongKey
        default: self = .malformed(code: code)
        }
    }
}
