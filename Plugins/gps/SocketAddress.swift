internal import Glibc
internal import Platform

/// A socket address that a host name stands for.
struct SocketAddress: Sendable {
    enum Kind: Sendable {
        case stream, datagram
    }

    private let bytes: [UInt8]
    let family: CInt
    private let type: CInt

    var length: socklen_t { socklen_t(bytes.count) }

    /// Looks a host up, on a thread of its own, because the system's resolver takes as long as it does.
    ///
    /// - Parameters:
    ///   - host: a name or a number; without one, every address of this machine.
    ///   - port: the port.
    ///   - kind: of which sort of socket.
    ///   - bell: ends the wait when it is rung.
    ///   - milliseconds: how long to wait.
    /// - Returns: the addresses in the order in which they are to be tried, one at least.
    /// - Throws: with the call `getaddrinfo`, `ETIMEDOUT`, or `EADDRNOTAVAIL` where nobody knows the name.
    static func resolve(
        _ host: String?,
        _ port: UInt16,
        _ kind: Kind,
        or bell: Wakeup,
        within milliseconds: CInt
    ) throws(SystemError) -> [SocketAddress] {
        let (found, done) = (Lock<[SocketAddress]?>(nil), try Wakeup())
        try Thread.start(named: "gps-resolver") {
            let addresses = lookUp(host, port, kind)
            found.withLock { $0 = addresses }
            done.ring()
        }
        var items = [done.descriptor, bell.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&items, 2, milliseconds) < 0 && errno == EINTR {}
        guard let addresses = found.withLock({ $0 }) else {
            throw SystemError(call: "getaddrinfo", code: ETIMEDOUT)
        }
        guard !addresses.isEmpty else { throw SystemError(call: "getaddrinfo", code: EADDRNOTAVAIL) }
        return addresses
    }

    private static func lookUp(_ host: String?, _ port: UInt16, _ kind: Kind) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = host == nil ? AF_INET : AF_UNSPEC
        hints.ai_socktype = CInt(kind == .stream ? SOCK_STREAM.rawValue : SOCK_DGRAM.rawValue)
        hints.ai_flags = host == nil ? AI_PASSIVE : 0
        var list: UnsafeMutablePointer<addrinfo>?
        // The resolver has numbers of its own: whichever it is, there is no address.
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
        defer { if let list { freeaddrinfo(list) } }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next {
            if let pointer = entry.pointee.ai_addr {
                let raw = UnsafeRawBufferPointer(start: pointer, count: Int(entry.pointee.ai_addrlen))
                addresses.append(
                    SocketAddress(
                        bytes: Array(raw),
                        family: entry.pointee.ai_family,
                        type: entry.pointee.ai_socktype
                    )
                )
            }
            next = entry.pointee.ai_next
        }
        return addresses
    }

    /// A socket of the address's kind that does not block.
    func socket() throws(SystemError) -> CInt {
        let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return try SystemError.check("socket") { Glibc.socket(family, type | flags, 0) }
    }

    func withPointer(_ body: (UnsafePointer<sockaddr>?) -> CInt) -> CInt {
        bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self)) }
    }

    /// Whether it is a group's: 224.0.0.0/4 of IPv4, ff00::/8 of IPv6.
    var isGroup: Bool {
        if family == AF_INET { return bytes.count >= 8 && bytes[4] & 0xF0 == 0xE0 }
        return bytes.count >= 24 && bytes[8] == 0xFF
    }

    /// Joins its group on an interface, by its number; 0 leaves the choice to the system.
    ///
    /// - Throws: what the system says.
    func join(on interface: UInt32, _ descriptor: CInt) throws(SystemError) {
        if family == AF_INET {
            var request = ip_mreqn()
            request.imr_multiaddr.s_addr = word(at: 4)
            request.imr_ifindex = CInt(bitPattern: interface)
            try SystemError.check("join") {
                setsockopt(
                    descriptor,
                    CInt(IPPROTO_IP),
                    IP_ADD_MEMBERSHIP,
                    &request,
                    socklen_t(MemoryLayout<ip_mreqn>.size)
                )
            }
        } else {
            // struct ipv6_mreq: the address, and the number of the interface.
            var request = Array(bytes[8..<24]) + withUnsafeBytes(of: interface) { Array($0) }
            try SystemError.check("join") {
                setsockopt(
                    descriptor,
                    CInt(IPPROTO_IPV6),
                    IPV6_JOIN_GROUP,
                    &request,
                    socklen_t(request.count)
                )
            }
        }
    }

    private func word(at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    /// Has the system ask a silent other end whether it is still there, so that its loss is noticed.
    static func keepAlive(_ descriptor: CInt) {
        for (level, name, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 5),
            (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 2), (CInt(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ] {
            var value = CInt(value)
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
        }
    }
}
