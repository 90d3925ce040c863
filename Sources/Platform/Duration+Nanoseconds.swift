extension Duration {
    /// Whole nanoseconds, at most 73 years either way, so that a clock's reading can be added without overflow.
    public var nanoseconds: Int64 {
        let limit = Int64.max / 4
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? -limit : limit }
        return min(max(product, -limit), limit) + attoseconds / 1_000_000_000
    }
}
