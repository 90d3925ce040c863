internal import CSystem
internal import Glibc

/// A bell that any thread may ring to end another thread's wait.
public final class Wakeup: Sendable {
    /// Readable while the bell has been rung and not answered.
    public let descriptor: CInt

    /// Creates a bell that is silent.
    public init() throws(SystemError) {
        descriptor = try SystemError.check("eventfd", csystem_eventfd)
    }

    deinit { close(descriptor) }

    /// Rings the bell; ringing twice counts once.
    public func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits until the bell has been rung.
    public func wait() {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&item, 1, -1) < 0 && errno == EINTR {}
    }

    /// Silences the bell.
    public func answer() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
