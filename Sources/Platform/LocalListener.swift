internal import CSystem
internal import Glibc

/// Lets connections of this machine in, at the path of a file.
public final class LocalListener: Sendable {
    /// Where it listens.
    public let path: String
    private let socket: OwnedDescriptor

    /// Listens at a path; a file that is left of an earlier listener is replaced.
    ///
    /// - Throws: why that cannot be: `ENAMETOOLONG` beyond ``LocalSocket/longestPath``, and what the system says.
    public init(at path: String) throws(SystemError) {
        self.path = path
        socket = try LocalSocket.open()
        var address = try LocalSocket.Address(path, for: "bind to")
        unlink(path)
        try address.use("bind to \(path)", with: socket, bind)
        try SystemError.check("listen at \(path)") { listen(socket.number, 128) }
    }

    /// Readable while somebody waits to be let in.
    public var descriptor: CInt { socket.number }

    /// Lets the next one in, over a connection that does not block; `nil` where nobody waits.
    ///
    /// - Throws: what the system says; `EMFILE` where the process has no descriptor left.
    public func accept() throws(SystemError) -> OwnedDescriptor? {
        do throws(SystemError) {
            let number = try SystemError.check("accept at \(path)") { csystem_accept(socket.number) }
            return OwnedDescriptor(number)
        } catch {
            // Who gave up waiting is no failure.
            if error.code == EAGAIN || error.code == ECONNABORTED { return nil }
            throw error
        }
    }
}
