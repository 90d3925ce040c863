/// Why a peer cannot be talked to.
public enum ZMTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not begin as ZMTP does.
    case notZMTP
    /// It speaks an older version than 3.
    case version(UInt8)
    /// It wants another security mechanism than none.
    case mechanism(String)
    /// It does not want this peer, and says why.
    case refused(String)
    /// It does not greet in time.
    case silent
    /// It hangs up before they have greeted each other.
    case cutOff
    /// It is a socket of a kind that does not belong there.
    case socket(String)
    /// It sends a frame with flags that mean nothing.
    case badFlags(UInt8)
    /// It sends a frame that is too long, bytes.
    case tooLong(Int)
    /// It sends something else than what the protocol asks for at this point.
    case unexpected

    /// The error as a sentence without its full stop.
    public var description: String {
        switch self {
        case .notZMTP: "what listens there does not speak ZeroMQ's protocol"
        case .version(let major):
            "it speaks version \(major) of ZeroMQ's protocol, and 3 is the oldest that is understood"
        case .mechanism(let name): "it asks for the security mechanism \(name), and there is none on this way"
        case .refused(let reason): "it refuses the connection: \(reason)"
        case .cutOff: "what listens there ends the connection at once"
        case .silent: "what listens there does not greet"
        case .socket(let type):
            "what listens there is a socket of the kind \(type), and so another program than the bus"
        case .badFlags(let flags): "it sent a frame with the flags \(flags), which mean nothing"
        case .tooLong(let size): "it sent a frame of \(size) bytes, which is too long"
        case .unexpected: "it sent something that does not belong at the beginning of a connection"
        }
    }
}
