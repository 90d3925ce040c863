internal import Glibc

/// The failure of one system call.
public struct SystemError: Error, Hashable, CustomStringConvertible {
    /// What was tried, for example `open /dev/ttyACM0`.
    public let call: String
    /// The POSIX error number it left.
    public let code: CInt

    /// Creates an error from an error number.
    public init(call: String, code: CInt) {
        self.call = call
        self.code = code
    }

    /// The error as one line, with the system's message.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// Runs a call that reports failure with a negative result, again when a signal interrupts it.
    ///
    /// - Throws: the call's name and `errno`.
    @discardableResult
    public static func check<Result: FixedWidthInteger>(
        _ call: @autoclosure () -> String,
        _ body: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw SystemError(call: call(), code: code) }
        }
    }
}
