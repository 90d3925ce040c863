internal import Glibc

extension NetworkAddress {
    /// What keeps a server from three ports in a row of a host, the first of which is given.
    ///
    /// - Parameters:
    ///   - host: a name, or a number without brackets; `*` and the names of interfaces are not looked at.
    ///   - port: the first port.
    /// - Returns: the reason in words; nil where nothing does.
    public static func obstacle(to host: String, port: UInt16) -> String? {
        guard host != "*", if_nametoindex(host) == 0 else { return nil }
        for offset in UInt16(0)..<3 {
            let found = resolve(host, port: port &+ offset)
            guard let address = found.first(where: { !$0.isIPv6 }) ?? found.first else {
                return "the host's name '\(host)' is not known"
            }
            do throws(SystemError) {
                try address.tryToBind()
            } catch {
                switch error.code {
                case EADDRNOTAVAIL: return "\(address.host) is no address of this machine"
                case EACCES: return "port \(port &+ offset) is for the superuser"
                default: return "port \(port &+ offset): \(String(cString: strerror(error.code)))"
                }
            }
        }
        return nil
    }

    private func tryToBind() throws(SystemError) {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = OwnedDescriptor(try SystemError.check("socket") { socket(family, type, 0) })
        // As the bus does it, to which connections that have just ended are no obstacle.
        var isReused: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        try SystemError.check("setsockopt") {
            setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &isReused, size)
        }
        try SystemError.check("bind") { withPointer { bind(descriptor.number, $0, length) } }
    }
}
