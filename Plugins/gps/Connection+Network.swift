internal import Binnacle
internal import Glibc
internal import Platform

extension Connection {
    /// Binds a datagram socket.
    static func listen(host: String?, port: UInt16, for source: Source) throws(SystemError) -> Connection {
        var failure = SystemError(call: "bind", code: EADDRNOTAVAIL)
        for address in try Address.resolve(host, port, .datagram, for: source) {
            do {
                let connection = try address.socket()
                try SystemError.check("bind") {
                    address.withPointer { bind(connection.descriptor, $0, address.length) }
                }
                return connection
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Connects to a server, to the first of its addresses that answers within five seconds.
    static func connect(
        host: String,
        port: UInt16,
        for source: Source,
        or bell: Wakeup
    ) throws(SystemError) -> Connection {
        var failure = SystemError(call: "connect", code: EADDRNOTAVAIL)
        for address in try Address.resolve(host, port, .stream, for: source) {
            do {
                let connection = try address.socket()
                try connection.connect(to: address, or: bell)
                return connection
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func connect(to address: Address, or bell: Wakeup) throws(SystemError) {
        let status = address.withPointer { Glibc.connect(descriptor, $0, address.length) }
        if status == 0 { return }
        guard errno == EINPROGRESS || errno == EINTR else { throw SystemError(call: "connect", code: errno) }
        var items = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&items, 2, 5000) > 0, items[1].revents == 0 else {
            throw SystemError(call: "connect", code: ETIMEDOUT)
        }
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        try SystemError.check("getsockopt") { getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) }
        guard code == 0 else { throw SystemError(call: "connect", code: code) }
        // A server whose machine has gone says nothing more: without this the loss is never noticed.
        var on: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, socklen_t(MemoryLayout<CInt>.size))
    }
}

/// A socket address that a host name stands for.
private struct Address {
    enum Kind {
        case stream, datagram
    }

    private let bytes: [UInt8]
    private let family: CInt
    private let type: CInt

    var length: socklen_t { socklen_t(bytes.count) }

    /// Looks a host up; it may take as long as the system's resolver does.
    static func resolve(
        _ host: String?,
        _ port: UInt16,
        _ kind: Kind,
        for source: Source
    ) throws(SystemError) -> [Address] {
        var hints = addrinfo()
        hints.ai_family = host == nil ? AF_INET : AF_UNSPEC
        hints.ai_socktype = CInt(kind == .stream ? SOCK_STREAM.rawValue : SOCK_DGRAM.rawValue)
        hints.ai_flags = host == nil ? AI_PASSIVE : 0
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        // The resolver has numbers of its own: an unknown name is the address that is not there.
        guard status == 0 else { throw SystemError(call: "getaddrinfo", code: EADDRNOTAVAIL) }
        var addresses: [Address] = []
        var next = list
        while let entry = next {
            if let pointer = entry.pointee.ai_addr {
                let raw = UnsafeRawBufferPointer(start: pointer, count: Int(entry.pointee.ai_addrlen))
                addresses.append(
                    Address(
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

    func socket() throws(SystemError) -> Connection {
        let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return Connection(owning: try SystemError.check("socket") { Glibc.socket(family, type | flags, 0) })
    }

    func withPointer(_ body: (UnsafePointer<sockaddr>?) -> CInt) -> CInt {
        bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self)) }
    }
}
