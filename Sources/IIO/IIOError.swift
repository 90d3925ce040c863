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
    }

    /// What kind of failure it is.
    public let code: Code
    /// The error as one line: which file or device, what, and what to do.
    public let description: String

    /// Creates an error.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
