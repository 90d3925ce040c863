internal import Glibc
internal import Platform

/// An open source: a descriptor that does not block, closed with its owner.
struct Connection: ~Copyable {
    /// What came of waiting for bytes.
    enum Arrival {
        case bytes(Int)
        case nothing
        case stopped
        case ended
        /// A device has connected to a port that listens; an earlier one is let go.
        case joined(String)
    }

    /// What is read; -1 while nobody has connected.
    private(set) var descriptor: CInt
    /// The port that listens; -1 for everything else.
    let listener: CInt
    /// Whether each read brings one datagram.
    let isDatagrams: Bool
    /// Standard input is not ours to close.
    private let isOwned: Bool

    init(owning descriptor: CInt, isDatagrams: Bool = false) {
        self.descriptor = descriptor
        listener = -1
        self.isDatagrams = isDatagrams
        isOwned = true
    }

    init(borrowing descriptor: CInt) {
        self.descriptor = descriptor
        listener = -1
        isDatagrams = false
        isOwned = false
    }

    /// Waits for connections on a socket that listens.
    init(listening listener: CInt) {
        descriptor = -1
        self.listener = listener
        isDatagrams = false
        isOwned = true
    }

    deinit {
        if isOwned, descriptor >= 0 { close(descriptor) }
        if listener >= 0 { close(listener) }
    }

    /// Gives the descriptor to a new owner.
    consuming func release() -> CInt {
        let descriptor = descriptor
        if listener >= 0 { close(listener) }
        discard self
        return descriptor
    }

    /// Waits for bytes and reads what there is.
    ///
    /// - Parameters:
    ///   - buffer: where to; as long as the most that is read.
    ///   - bell: ends the wait when it is rung.
    ///   - milliseconds: how long to wait.
    /// - Returns: what came first.
    /// - Throws: when the device is gone.
    mutating func read(
        into buffer: inout [UInt8],
        or bell: Wakeup,
        within milliseconds: Int32
    ) throws(SystemError) -> Arrival {
        // A descriptor of -1 is passed over.
        var items = [descriptor, bell.descriptor, listener].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        if poll(&items, 3, milliseconds) < 0 {
            if errno == EINTR { return .nothing }
            throw SystemError(call: "poll", code: errno)
        }
        if items[1].revents != 0 { return .stopped }
        if items[2].revents != 0, let name = accept() { return .joined(name) }
        if items[0].revents == 0 { return .nothing }
        var count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            // Many datagrams at once, as long as the longest has room behind them.
            while isDatagrams, count <= buffer.count / 2, case let more = readMore(&buffer, count), more > 0 {
                count += more
            }
            return .bytes(count)
        }
        let code = errno
        if count < 0, code == EINTR || code == EAGAIN { return .nothing }
        if listener >= 0 { hangUp() }
        // A program that is killed resets what it has not read of.
        if count == 0 || listener >= 0 || code == ECONNRESET { return .ended }
        throw SystemError(call: "read", code: code)
    }

    /// Reads another datagram behind what was read; below 1 where there is none.
    private func readMore(_ buffer: inout [UInt8], _ start: Int) -> Int {
        buffer.withUnsafeMutableBytes { bytes in
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            return Glibc.read(descriptor, rest.baseAddress, rest.count)
        }
    }

    /// Takes the device that has connected, in the place of the one before, and returns its address.
    private mutating func accept() -> String? {
        let device = Glibc.accept(listener, nil, nil)
        guard device >= 0 else { return nil }
        _ = fcntl(device, F_SETFD, FD_CLOEXEC)
        _ = fcntl(device, F_SETFL, O_NONBLOCK)
        SocketAddress.keepAlive(device)
        hangUp()
        descriptor = device
        return SocketPeer.description(of: device) ?? "a device"
    }

    private mutating func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
