import Foundation
import Platform

/// Something that listens at a path and says whatever a test wants.
final class LocalServer {
    private let descriptor: OwnedDescriptor

    init(at path: String) throws {
        descriptor = OwnedDescriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        try SystemError.check("bind") {
            withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor.number, $0, size)
                }
            }
        }
        try SystemError.check("listen") { listen(descriptor.number, 4) }
    }

    /// Takes the connection that is waiting.
    func accept() throws -> OwnedDescriptor {
        OwnedDescriptor(try SystemError.check("accept") { Glibc.accept(descriptor.number, nil, nil) })
    }
}
