internal import CZeroMQ
internal import Glibc

/// The failure of one libzmq call.
public struct ZMQError: Error, Hashable, CustomStringConvertible {
    /// What was tried, with the endpoint where there is one.
    public let call: String
    /// The error number it left, a POSIX `errno` or one of libzmq's own.
    public let code: CInt

    /// The error as one line, with the system's message.
    public var description: String { "\(call): \(String(cString: zmq_strerror(code)))" }

    /// Whether another socket holds the address.
    public var isAddressInUse: Bool { code == EADDRINUSE }

    /// Whether an address is none of this machine's.
    public var isNoAddressOfOurs: Bool { code == EADDRNOTAVAIL }

    /// Runs a call that reports failure with a negative result, again when a signal interrupts it.
    @discardableResult
    static func check(_ call: @autoclosure () -> String, _ body: () -> CInt) throws(ZMQError) -> CInt {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = zmq_errno()
            if code != EINTR { throw ZMQError(call: call(), code: code) }
        }
    }
}
