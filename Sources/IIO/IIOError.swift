/// Why a sensor of the kernel's industrial I/O cannot be used, and what to do.
public struct IIOError: Error, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Code: Hashable, Sendable {
        /// There is no such sensor, or it has gone.
        case lost
        /// It may not be read by this user.
        case denied
        /// What its files say makes no sense.
        case broken
        /// It is there and gives no samples.
        case silent
    }

    /// What kind of failure it is.
    public let code: Code
    /// The system's number of what failed, where a call of its has.
    public let number: Int32?
    /// The device that gives no samples from its buffer, by its identifier, where that is the error.
    public let mute: String?
    /// The error as one line: which file or device, what, and what to do.
    public let description: String

    /// Creates an error.
    public init(_ code: Code, _ description: String, number: Int32? = nil, mute: String? = nil) {
        self.code = code
        self.number = number
        self.mute = mute
        self.description = description
    }
}
