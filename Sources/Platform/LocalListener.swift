internal import CSystem
internal import Glibc

/// Lets connections of this machine in, at the path of a file.
public final class LocalListener: Sendable {
    /// Where it listens.
    public let path: String
    private let socket: OwnedDescriptor
    // The file that the path led to when it was made.
    private let file: Identity?

    private struct Identity: Hashable {
        let device: dev_t
        let number: ino_t

        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// Whether who connects to the path comes here: nobody has removed the file, or put something in its place.
    public var isInPlace: Bool { file != nil && Identity(of: path) == file }

    /// Listens at a path; a socket that is left of an earlier listener is replaced, and so is what is empty.
    ///
    /// - Throws: why that cannot be: `ENAMETOOLONG` beyond ``LocalSocket/longestPath``, `EADDRINUSE` where something else
    ///   stands there, which is left alone, and what the system says.
    public init(at path: String) throws(SystemError) {
        self.path = path
        socket = try LocalSocket.open()
        var address = try LocalSocket.Address(path, for: "bind to")
        _ = Self.clear(path)
        try address.use("bind to \(path)", with: socket, bind)
        file = Identity(of: path)
        try SystemError.check("listen at \(path)") { listen(socket.number, 128) }
    }

    /// Removes what is at a path where nothing is lost with it: a socket, an empty file or an empty folder.
    ///
    /// - Returns: whether nothing is there any more.
    public static func clear(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return unlink(path) == 0
        case S_IFREG where status.st_size == 0: return unlink(path) == 0
        case S_IFDIR: return rmdir(path) == 0
        default: return false
        }
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
