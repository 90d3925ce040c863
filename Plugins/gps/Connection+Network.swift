internal import Binnacle
internal import Glibc
internal import Platform

extension Connection {
    /// How long a host's name and its addresses may take together, so that a failure is told within three seconds.
    private static let patience = 2.4

    /// Binds a datagram socket, and joins its group where its address is one.
    static func receive(
        host: String?,
        port: UInt16,
        interface: String?,
        or bell: Wakeup
    ) throws(SystemError) -> Connection {
        let number = interface.map { if_nametoindex($0) } ?? 0
        if interface != nil, number == 0 { throw SystemError(call: "interface", code: ENODEV) }
        return try first(of: host, port, .datagram, or: bell) { address, _ throws(SystemError) in
            let connection = Connection(owning: try address.socket(), isDatagrams: true)
            // More room than usual, as far as the system gives it: who sends datagrams does not wait.
            var room: CInt = 4 << 20
            setsockopt(
                connection.descriptor,
                SOL_SOCKET,
                SO_RCVBUF,
                &room,
                socklen_t(MemoryLayout<CInt>.size)
            )
            // Several programs may listen to a group.
            if address.isGroup { reuse(connection.descriptor) }
            try SystemError.check("bind") {
                address.withPointer { bind(connection.descriptor, $0, address.length) }
            }
            if address.isGroup { try address.join(on: number, connection.descriptor) }
            return connection
        }
    }

    /// Waits for devices on a port.
    static func listen(host: String?, port: UInt16, or bell: Wakeup) throws(SystemError) -> Connection {
        try first(of: host, port, .stream, or: bell) { address, _ throws(SystemError) in
            let connection = Connection(listening: try address.socket())
            // Connections that have ended keep the port for a while otherwise.
            reuse(connection.listener)
            try SystemError.check("bind") {
                address.withPointer { bind(connection.listener, $0, address.length) }
            }
            try SystemError.check("listen") { Glibc.listen(connection.listener, 4) }
            return connection
        }
    }

    /// Connects to a server, to the first of its addresses that answers.
    static func connect(host: String, port: UInt16, or bell: Wakeup) throws(SystemError) -> Connection {
        try first(of: host, port, .stream, or: bell) { address, milliseconds throws(SystemError) in
            let connection = Connection(owning: try address.socket())
            try connection.connect(to: address, or: bell, within: milliseconds)
            SocketAddress.keepAlive(connection.descriptor)
            return connection
        }
    }

    /// Tries a host's addresses in turn.
    private static func first(
        of host: String?,
        _ port: UInt16,
        _ kind: SocketAddress.Kind,
        or bell: Wakeup,
        _ open: (SocketAddress, CInt) throws(SystemError) -> Connection
    ) throws(SystemError) -> Connection {
        let deadline = MonotonicClock.seconds + patience
        var failure = SystemError(call: "connect", code: EADDRNOTAVAIL)
        let addresses = try SocketAddress.resolve(host, port, kind, or: bell, within: CInt(patience * 1000))
        for (index, address) in addresses.enumerated() {
            // None may take the time of those behind it.
            let share = (deadline - MonotonicClock.seconds) / Double(addresses.count - index)
            do throws(SystemError) {
                return try open(address, CInt(max(share, 0.1) * 1000))
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func reuse(_ descriptor: CInt) {
        var on: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
    }

    private func connect(
        to address: SocketAddress,
        or bell: Wakeup,
        within milliseconds: CInt
    ) throws(SystemError) {
        let status = address.withPointer { Glibc.connect(descriptor, $0, address.length) }
        if status == 0 { return }
        guard errno == EINPROGRESS || errno == EINTR else { throw SystemError(call: "connect", code: errno) }
        var items = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&items, 2, milliseconds) > 0, items[1].revents == 0 else {
            throw SystemError(call: "connect", code: ETIMEDOUT)
        }
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        try SystemError.check("getsockopt") { getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) }
        guard code == 0 else { throw SystemError(call: "connect", code: code) }
    }
}
