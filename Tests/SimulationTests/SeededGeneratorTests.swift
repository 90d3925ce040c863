import Testing

@testable import Simulation

@Suite("Seeded generator", .timeLimit(.minutes(5)))
struct SeededGeneratorTests {
    @Test("It is xoshiro256**")
    func sequence() {
        // The first numbers of the authors' program from the state 1, 2, 3, 4.
        var generator = SeededGenerator(state: (1, 2, 3, 4))
        #expect(
            (0..<4).map { _ in generator.next() } == [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240]
        )
    }

    @Test("A seed is spread by SplitMix64")
    func seed() {
        // The first two outputs of SplitMix64 for the seed 1234567 begin the state; the second makes the first number.
        var generator = SeededGenerator(seed: 1_234_567)
        let second: UInt64 = 3_203_168_211_198_807_973
        let product = second &* 5
        #expect(generator.next() == ((product << 7) | (product >> 57)) &* 9)
    }

    @Test("Normal numbers have mean 0 and variance 1")
    func normal() {
        var generator = SeededGenerator(seed: 5)
        var (sum, squares) = (0.0, 0.0)
        for _ in 0..<100_000 {
            let number = generator.normal()
            sum += number
            squares += number * number
        }
        // Five standard errors: 5 / √100000 and 5 · √(2 / 100000).
        #expect(abs(sum / 100_000) < 0.016)
        #expect(abs(squares / 100_000 - 1) < 0.023)
    }
}
