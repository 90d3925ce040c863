extension Int {
    /// The sum, or the largest number there is: counts of what others claim must not trap.
    package func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
