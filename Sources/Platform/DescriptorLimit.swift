internal import Glibc

/// How many descriptors the process may have open.
public enum DescriptorLimit {
    /// How many it may have open at once.
    public static var current: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many it has open now.
    public static var used: Int { Directory.names(in: "/proc/self/fd").count }

    /// Whether another one can be opened now.
    public static var isRoomLeft: Bool {
        let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
        close(descriptor)
        return true
    }

    /// Raises the limit as far as the system lets this user: what is usual is meant for programs that use `select`.
    public static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Where it is refused, the usual limit stays.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
