internal import Glibc

/// Stream sockets of this machine, by the path of a file.
public enum LocalSocket {
    /// The longest path, bytes.
    public static let longestPath = 107

    /// Connects to whoever listens at a path; neither this nor what follows blocks.
    ///
    /// - Returns: a descriptor, closed in programs that are started.
    /// - Throws: `ENOENT` where there is no socket, `ECONNREFUSED` where nobody listens, and what else the system says.
    public static func connect(to path: String) throws(SystemError) -> OwnedDescriptor {
        var address = try Address(path, for: "connect to")
        let descriptor = try open()
        try address.use("connect to \(path)", with: descriptor, Glibc.connect)
        return descriptor
    }

    /// A socket that does not block.
    static func open() throws(SystemError) -> OwnedDescriptor {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return OwnedDescriptor(try SystemError.check("socket") { socket(AF_UNIX, type, 0) })
    }

    /// A path, in the form of the system's calls.
    struct Address {
        private var address = sockaddr_un()

        init(_ path: String, for purpose: String) throws(SystemError) {
            let bytes = Array(path.utf8)
            guard bytes.count <= longestPath else {
                throw SystemError(call: "\(purpose) \(path)", code: ENAMETOOLONG)
            }
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        }

        mutating func use(
            _ call: @autoclosure () -> String,
            with descriptor: OwnedDescriptor,
            _ body: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt
        ) throws(SystemError) {
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            try SystemError.check(call()) {
                withUnsafePointer(to: &address) { address in
                    address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        body(descriptor.number, $0, size)
                    }
                }
            }
        }
    }
}
