extension Duration {
    /// Whole nanoseconds, at most what 64 bits hold.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow2) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum
    }
}
