import Foundation
import Platform

/// Two ends of a connection that do not block.
struct SocketPair {
    let near: OwnedDescriptor
    let far: OwnedDescriptor

    init() throws {
        var ends: (CInt, CInt) = (-1, -1)
        let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check("socketpair") {
            withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
            }
        }
        near = OwnedDescriptor(ends.0)
        far = OwnedDescriptor(ends.1)
    }
}
