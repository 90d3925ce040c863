internal import CSystem
internal import Glibc

/// A process of this machine that somebody else has started.
public enum OtherProcess {
    /// The file of the program that a process runs; nil where that may not be known.
    public static func program(of pid: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/\(pid)/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The system marks the file of one that has been replaced since.
        return path.hasSuffix(" (deleted)") ? String(path.dropLast(" (deleted)".count)) : path
    }

    /// Whether there is no such process, or it has ended and its parent has not asked how.
    public static func hasEnded(_ pid: Int32) -> Bool {
        let number = csystem_pidfd_open(pid)
        guard number >= 0 else { return errno == ESRCH }
        let descriptor = OwnedDescriptor(number)
        var item = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) > 0
    }
}
