internal import Glibc

/// What this process has used so far.
public enum ProcessFigures {
    /// Processor time of all threads, in the kernel too, seconds.
    public static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// Resident memory, and how much of it is the process's own and not of a file, KiB.
    public static var memory: (resident: Int, own: Int) {
        guard let file = fopen("/proc/self/smaps_rollup", "r") else { return (0, 0) }
        defer { fclose(file) }
        var (resident, own) = (0, 0)
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                .split(separator: " ")
            guard words.count > 1, let value = Int(words[1]) else { continue }
            if words[0] == "Rss:" { resident = value }
            if words[0] == "Anonymous:" { own = value }
        }
        return (resident, own)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
    }
}
