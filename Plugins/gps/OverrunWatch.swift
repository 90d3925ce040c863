internal import Glibc
internal import Platform

/// Notices, once a second, what the system had no room for because nobody read it in time.
struct OverrunWatch {
    private var before: Int
    private var next: Double

    /// Begins with a connection that is new.
    init(_ connection: borrowing Connection, at now: Double = MonotonicClock.seconds) {
        before = connection.overruns
        next = now + 1
    }

    /// How much has been lost since the last look; `nil` where nothing, or where it is too early to look again.
    mutating func news(of connection: borrowing Connection, at now: Double = MonotonicClock.seconds) -> Int? {
        guard now >= next else { return nil }
        next = now + 1
        let count = connection.overruns
        defer { before = count }
        return count > before ? count - before : nil
    }
}

extension Connection {
    // What Swift's Glibc lacks, of asm-generic/socket.h, linux/sock_diag.h and asm-generic/ioctls.h, linux/serial.h.
    private static let memoryInformation: CInt = 55
    private static let drops = 8
    private static let serialCounts: UInt = 0x545D
    private static let (overrun, bufferOverrun) = (7, 10)

    /// How many datagrams, or characters of a serial port, the system has had no room for; 0 where it does not say.
    var overruns: Int {
        if isDatagrams {
            var figures = [UInt32](repeating: 0, count: 16)
            var length = socklen_t(figures.count * 4)
            guard getsockopt(descriptor, SOL_SOCKET, Self.memoryInformation, &figures, &length) == 0 else {
                return 0
            }
            return Int(figures[Self.drops])
        }
        var counts = [CInt](repeating: 0, count: 20)
        guard isatty(descriptor) == 1, ioctl(descriptor, Self.serialCounts, &counts) == 0 else { return 0 }
        return max(0, Int(counts[Self.overrun])) + max(0, Int(counts[Self.bufferOverrun]))
    }
}
