/// Random numbers that follow from a seed, the same on every machine.
///
/// xoshiro256** seeded by SplitMix64 (Blackman and Vigna, Scrambled linear pseudorandom number generators, 2021).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Creates a generator; every seed is as good as another.
    public init(seed: UInt64) {
        var mixer = seed
        func mix() -> UInt64 {
            mixer &+= 0x9E37_79B9_7F4A_7C15
            var word = mixer
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
        state = (mix(), mix(), mix(), mix())
    }

    /// Continues from a state, which must not be all zero.
    init(state: (UInt64, UInt64, UInt64, UInt64)) {
        self.state = state
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        let product = state.1 &* 5
        let result = ((product << 7) | (product >> 57)) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = (state.3 << 45) | (state.3 >> 19)
        return result
    }

    /// A number in [0, 1), one of 2^53 equally likely.
    mutating func uniform() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number between two bounds.
    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
    }

    /// A number near enough to normally distributed, of mean 0 and variance 1.
    ///
    /// The sum of twelve uniform numbers, less six: never beyond 6, and without functions whose last digit depends on the machine.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += uniform() }
        return sum
    }
}
