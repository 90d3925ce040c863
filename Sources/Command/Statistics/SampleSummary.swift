/// What a row of numbers says together.
struct SampleSummary: Equatable, Sendable {
    var count: Int
    var mean: Double
    var minimum: Double
    var maximum: Double
    /// Of the numbers themselves, not an estimate for more of their kind: divided by their count.
    var standardDeviation: Double

    /// Summarises some numbers; nothing can be said of none.
    init?(_ values: some Collection<Double>) {
        guard let first = values.first else { return nil }
        count = values.count
        var (sum, low, high) = (0.0, first, first)
        for value in values {
            // From the first number on: times are large, and what they differ by is small.
            sum += value - first
            low = min(low, value)
            high = max(high, value)
        }
        let mean = first + sum / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        self.mean = mean
        (minimum, maximum) = (low, high)
        standardDeviation = (squares / Double(values.count)).squareRoot()
    }
}
