import Glibc
import Platform
import Testing

/// A program that is no bus, and listens where one might be.
final class ForeignListener: Sendable {
    private let descriptor: OwnedDescriptor
    /// Its port, where it has one.
    let port: UInt16

    /// Listens at a free port of the loopback.
    ///
    /// - Parameter words: what it says to everybody before it hangs up; without any it says nothing and lets nobody in.
    /// - Throws: what the system says.
    init(saying words: String? = nil) throws {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = OwnedDescriptor(try SystemError.check("socket") { socket(AF_INET, type, 0) })
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try Self.listen(descriptor, &address, length)
        let number = descriptor.number
        try withUnsafeMutablePointer(to: &address) { address in
            _ = try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try SystemError.check("getsockname") { getsockname(number, address, &length) }
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard let words else { return }
        try Thread.start(named: "foreign") {
            while true {
                let peer = accept(number, nil, nil)
                guard peer >= 0 else { return }
                _ = words.withCString { send(peer, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
                close(peer)
            }
        }
    }

    /// Listens at a path, or leaves only a socket's file there.
    init(path: String, isListening: Bool = true) throws {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = OwnedDescriptor(try SystemError.check("socket") { socket(AF_UNIX, type, 0) })
        port = 0
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        try Self.listen(descriptor, &address, length, isListening: isListening)
    }

    /// Ends the thread that lets peers in, before its descriptor goes.
    deinit { shutdown(descriptor.number, CInt(SHUT_RDWR)) }

    private static func listen<Address>(
        _ descriptor: OwnedDescriptor,
        _ address: inout Address,
        _ length: socklen_t,
        isListening: Bool = true
    ) throws {
        try withUnsafePointer(to: &address) { address in
            _ = try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try SystemError.check("bind") { bind(descriptor.number, address, length) }
            }
        }
        if isListening { try SystemError.check("listen") { Glibc.listen(descriptor.number, 8) } }
    }
}
