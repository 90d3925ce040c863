internal import Glibc

/// The monotonic clock, which all processes of the machine share.
public enum Moment {
    /// Now, nanoseconds.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps until a moment, nanoseconds.
    public static func sleep(until moment: Int64) {
        var time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }

    /// Wakes this process at the moment it asks for, not up to 50 µs later as Linux likes to do.
    public static func sharpenTimers() {
        guard let file = fopen("/proc/self/timerslack_ns", "w") else { return }
        fputs("1000", file)
        fclose(file)
    }
}
