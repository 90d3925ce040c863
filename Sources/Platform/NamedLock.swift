internal import CSystem
internal import Glibc

/// A lock that one process of this machine holds at a time, until it lets go of it or ends, however it ends.
///
/// It is a socket of the name in the abstract namespace, so that there is no file to be left behind.
public final class NamedLock: Sendable {
    private let socket: OwnedDescriptor

    /// Takes the lock.
    ///
    /// - Parameter name: at most 100 bytes.
    /// - Returns: `nil` where another process holds it.
    /// - Throws: what the system says.
    public static func take(_ name: String) throws(SystemError) -> NamedLock? {
        let socket = try LocalSocket.open()
        var address = try LocalSocket.Address("\0\(name)", for: "take the lock")
        do throws(SystemError) {
            try address.use("take the lock \(name)", with: socket, bind)
        } catch {
            if error.code == EADDRINUSE { return nil }
            throw error
        }
        // Whoever connects learns by this who holds it.
        try SystemError.check("listen") { listen(socket.number, 16) }
        return NamedLock(socket)
    }

    /// The process that holds a lock; `nil` where none does, or it is of another container.
    public static func holder(of name: String) -> Int32? {
        guard let connection = try? LocalSocket.connect(to: "\0\(name)") else { return nil }
        return SocketPeer.process(of: connection.number)
    }

    private init(_ socket: OwnedDescriptor) {
        self.socket = socket
    }
}
