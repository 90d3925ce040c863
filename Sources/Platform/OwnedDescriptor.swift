internal import CSystem
internal import Glibc

/// A file descriptor that is closed with its owner.
public final class OwnedDescriptor: Sendable {
    /// Its number.
    public let number: CInt

    /// Takes over a descriptor.
    public init(_ number: CInt) {
        self.number = number
    }

    deinit { close(number) }

    /// A pipe, closed in programs that are started.
    ///
    /// - Throws: when the process has no descriptor left.
    public static func pipe() throws(SystemError) -> (reader: OwnedDescriptor, writer: OwnedDescriptor) {
        var ends: (CInt, CInt) = (-1, -1)
        try SystemError.check("pipe") {
            withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: CInt.self, capacity: 2) { csystem_pipe($0) }
            }
        }
        return (OwnedDescriptor(ends.0), OwnedDescriptor(ends.1))
    }

    /// Makes reads and writes return at once.
    ///
    /// - Throws: what the system says.
    public func setNonBlocking() throws(SystemError) {
        let flags = try SystemError.check("fcntl") { fcntl(number, F_GETFL) }
        try SystemError.check("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
    }

    /// `/dev/null`, for reading and writing, closed in programs that are started.
    ///
    /// - Throws: what the system says.
    public static func null() throws(SystemError) -> OwnedDescriptor {
        let low = try SystemError.check("open /dev/null") { csystem_open("/dev/null", O_RDWR, 0) }
        defer { close(low) }
        return OwnedDescriptor(try SystemError.check("fcntl") { fcntl(low, F_DUPFD_CLOEXEC, 10) })
    }

    /// Reads what is there, at most `limit` bytes.
    ///
    /// - Returns: nothing at the end of the file; nil where nothing is there yet, for a non-blocking descriptor.
    /// - Throws: what the system says.
    public func read(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result = -1
            repeat {
                result = Glibc.read(number, buffer.baseAddress, limit)
            } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            count = max(result, 0)
        }
        if failure == EAGAIN { return nil }
        guard failure == 0 else { throw SystemError(call: "read", code: failure) }
        return bytes
    }

    /// Writes bytes in one call.
    ///
    /// - Returns: how many were written.
    /// - Throws: what the system says.
    @discardableResult
    public func write(_ bytes: [UInt8]) throws(SystemError) -> Int {
        try SystemError.check("write") {
            bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
        }
    }
}
