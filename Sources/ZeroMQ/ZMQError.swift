internal import CZeroMQ
internal import Glibc

/// The failure of one libzmq call.
public struct ZMQError: Error, Hashable, CustomStringConvertible {
    /// What was tried, with the endpoint where there is one.
    public let call: String
    /// The error number it left, a POSIX `errno` or one of libzmq's own.
    public let code: CInt

    /// The error as one line, with the system's message.
    public var description: String {
        "\(call): \(libzmq.strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    }

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
            let code = libzmq.error_number()
            if code != EINTR { throw ZMQError(call: call(), code: code) }
        }
    }
}
