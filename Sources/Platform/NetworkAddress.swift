internal import Glibc

/// An address of TCP, numeric: a host's name stands for one or more of them.
public struct NetworkAddress: Hashable, Sendable {
    private let bytes: [UInt8]
    let family: CInt

    /// Looks a host up by its name or number, without brackets; it may take as long as the system's resolver does.
    ///
    /// - Returns: the addresses in the order in which they are to be tried; none where the name is not known.
    public static func resolve(_ host: String, port: UInt16) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
        defer { if let list { freeaddrinfo(list) } }
        var addresses: [NetworkAddress] = []
        var next = list
        while let entry = next {
            if let pointer = entry.pointee.ai_addr {
                let raw = UnsafeRawBufferPointer(start: pointer, count: Int(entry.pointee.ai_addrlen))
                addresses.append(NetworkAddress(bytes: Array(raw), family: entry.pointee.ai_family))
            }
            next = entry.pointee.ai_next
        }
        return addresses
    }

    /// The number of the host in its shortest form, `127.0.0.1` or `[::1]`.
    public var host: String {
        var name = [CChar](repeating: 0, count: 64)
        let status = withPointer {
            getnameinfo($0, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        }
        guard status == 0 else { return "" }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return isIPv6 ? "[\(text)]" : text
    }

    /// Whether it is one of IPv6.
    public var isIPv6: Bool { family == AF_INET6 }

    /// Whether it is this machine's alone.
    public var isLoopback: Bool {
        let host = host
        return isIPv6 ? host == "[::1]" : host.hasPrefix("127.")
    }

    /// Connects, and waits for it.
    ///
    /// - Throws: `ECONNREFUSED` where nobody listens, `ETIMEDOUT` where no answer comes in time, and what else the
    ///   system says.
    func connect(within milliseconds: CInt) throws(SystemError) -> OwnedDescriptor {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = OwnedDescriptor(try SystemError.check("socket") { socket(family, type, 0) })
        if withPointer({ Glibc.connect(descriptor.number, $0, length) }) == 0 { return descriptor }
        guard errno == EINPROGRESS || errno == EINTR else { throw SystemError(call: "connect", code: errno) }
        var item = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        guard try SystemError.check("poll", { poll(&item, 1, milliseconds) }) > 0 else {
            throw SystemError(call: "connect", code: ETIMEDOUT)
        }
        var code: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        try SystemError.check("getsockopt") {
            getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &code, &size)
        }
        guard code == 0 else { throw SystemError(call: "connect", code: code) }
        return descriptor
    }

    var length: socklen_t { socklen_t(bytes.count) }

    func withPointer(_ body: (UnsafePointer<sockaddr>?) -> CInt) -> CInt {
        bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self)) }
    }
}
