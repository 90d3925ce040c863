internal import Glibc

/// The wall clock, which may be stepped at any moment: for stamps, never for durations.
public enum WallClock {
    /// Unix nanoseconds.
    public static var nanoseconds: Int64 { read(CLOCK_REALTIME) }

    /// Unix seconds with fraction.
    public static var seconds: Double { Double(nanoseconds) * 1e-9 }
}

/// The clock that only goes forward: for durations, ages and deadlines.
public enum MonotonicClock {
    /// Nanoseconds since some moment before the process began.
    public static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

    /// Seconds since some moment before the process began.
    public static var seconds: Double { Double(nanoseconds) * 1e-9 }
}

private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
