internal import Glibc

/// A random error that changes slowly: a Gauss-Markov process of the first order, of mean 0 and variance 1.
struct GaussMarkov: Sendable {
    private(set) var value: Double
    private let decay: Double
    private let drive: Double

    /// Creates a process whose errors go down to 1/e in `correlation` seconds, of a value every `step` seconds.
    init(correlation: Double, step: Double, _ random: inout SeededGenerator) {
        decay = exp(-step / correlation)
        drive = (1 - decay * decay).squareRoot()
        value = random.normal()
    }

    /// Goes on by a step.
    mutating func advance(_ random: inout SeededGenerator) {
        value = decay * value + drive * random.normal()
    }
}
