internal import CSystem
internal import Glibc

/// A process of this machine that somebody else has started.
public enum OtherProcess {
    /// Whether there is no such process, or it has ended and its parent has not asked how.
    public static func hasEnded(_ pid: Int32) -> Bool {
        let number = csystem_pidfd_open(pid)
        guard number >= 0 else { return errno == ESRCH }
        let descriptor = OwnedDescriptor(number)
        var item = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) > 0
    }
}
