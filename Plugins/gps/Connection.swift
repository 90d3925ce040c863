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
    }

    let descriptor: CInt
    /// Standard input is not ours to close.
    private let isOwned: Bool

    init(owning descriptor: CInt) {
        self.descriptor = descriptor
        isOwned = true
    }

    init(borrowing descriptor: CInt) {
        self.descriptor = descriptor
        isOwned = false
    }

    deinit { if isOwned { close(descriptor) } }

    /// Gives the descriptor to a new owner.
    consuming func release() -> CInt {
        let descriptor = descriptor
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
    func read(
        into buffer: inout [UInt8],
        or bell: Wakeup,
        within milliseconds: Int32
    ) throws(SystemError) -> Arrival {
        var items = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&items, 2, milliseconds) < 0 {
            if errno == EINTR { return .nothing }
            throw SystemError(call: "poll", code: errno)
        }
        if items[1].revents != 0 { return .stopped }
        if items[0].revents == 0 { return .nothing }
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .ended }
        switch errno {
        case EINTR, EAGAIN: return .nothing
        default: throw SystemError(call: "read", code: errno)
        }
    }
}
