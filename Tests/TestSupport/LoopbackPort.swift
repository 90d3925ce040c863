internal import Glibc
public import Platform

/// Ports of the loopback, of the system's choice.
public enum LoopbackPort {
    /// Listens at a port.
    ///
    /// - Returns: the socket, to be closed by the caller, and its port.
    /// - Throws: what the system says.
    public static func listen() throws(SystemError) -> (socket: CInt, port: UInt16) {
        let socket = try SystemError.check("socket") { Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try SystemError.check("listen") {
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    guard bind(socket, pointer, length) == 0, Glibc.listen(socket, 16) == 0 else {
                        return CInt(-1)
                    }
                    return getsockname(socket, pointer, &length)
                }
            }
        }
        return (socket, UInt16(bigEndian: address.sin_port))
    }
}
