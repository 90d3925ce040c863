import Messages
import Platform
import Testing

/// How long the series of faults are.
enum FaultSeries {
    /// How many times in a row each fault is tried: `BINNACLE_ROUNDS`, else 2.
    static let rounds: Int = Environment["BINNACLE_ROUNDS"].flatMap { Int($0) }.map { max($0, 1) } ?? 2

    /// Whether all is done as long as it takes, and the figures are told.
    static let isFull = rounds >= 20

    /// Tells the figures of a full series, a line of them.
    static func report(_ series: String, _ figures: String) {
        if isFull { print("\(series): \(rounds) rounds, \(figures)") }
    }
}
