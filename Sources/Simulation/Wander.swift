internal import Glibc

/// A smooth function of time without a period to notice, of mean 0 and variance 1: four slow sines.
struct Wander: Sendable {
    private let waves: [(frequency: Double, phase: Double)]

    /// Draws a function whose waves last between 4 and 40 seconds.
    init(_ random: inout SeededGenerator) {
        let bands = [0.025...0.05, 0.05...0.1, 0.1...0.18, 0.18...0.25]
        waves = bands.map { (random.uniform($0), random.uniform(0...2 * .pi)) }
    }

    /// The value at a time in seconds.
    func value(at time: Double) -> Double {
        // Four sines have the variance 2.
        waves.reduce(0) { $0 + sin(2 * .pi * $1.frequency * time + $1.phase) } / 2.0.squareRoot()
    }
}
