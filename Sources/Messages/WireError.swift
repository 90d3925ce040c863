/// Why bytes are not a message of the contract.
///
/// Whoever receives such bytes counts them by reason and goes on; a message of another version is not guessed at.
public enum WireError: Error, Hashable, CustomStringConvertible {
    /// There is no bar where a topic would have ended.
    case noBar
    /// The topic breaks a rule at a byte.
    case badTopic(offset: Int)
    /// The message ends within the stamp, after so many of its bytes.
    case truncatedStamp(bytes: Int)
    /// The stamp says that it is shorter than a stamp is.
    case shortStamp(length: Int)
    /// The stamp says that it is longer than what is left of the message.
    case longStamp(length: Int, bytes: Int)
    /// The stamp is of a version of the contract that this module does not speak.
    case version(UInt8)

    /// The error as one line.
    public var description: String {
        switch self {
        case .noBar: "no bar within the \(WireMessage.longestHead + 1) bytes in which a topic ends"
        case .badTopic(let offset): "byte \(offset): no part of a topic of the form kind/source"
        case .truncatedStamp(let bytes): "the stamp is cut off after \(bytes) of \(Stamp.size) bytes"
        case .shortStamp(let length): "the stamp's length is \(length), less than \(Stamp.size)"
        case .longStamp(let length, let bytes):
            "the stamp's length is \(length), and only \(bytes) bytes are left"
        case .version(let version): "version \(version) of the contract, not \(Stamp.version)"
        }
    }
}
