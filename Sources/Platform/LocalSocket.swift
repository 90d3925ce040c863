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
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath else {
            throw SystemError(call: "connect to \(path)", code: ENAMETOOLONG)
        }
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = OwnedDescriptor(try SystemError.check("socket") { socket(AF_UNIX, type, 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        try SystemError.check("connect to \(path)") {
            withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor.number, $0, size)
                }
            }
        }
        return descriptor
    }
}
