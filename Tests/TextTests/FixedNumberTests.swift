import Text
import Testing

@Suite("Fixed decimals", .timeLimit(.minutes(1)))
struct FixedNumberTests {
    @Test(
        "a number is rounded half away from zero in the decimal that it is written in",
        arguments: [
            (1.115, 2, "1.12"), (-1.115, 2, "-1.12"), (0.5, 0, "1"), (2.5, 0, "3"), (0.285, 2, "0.29"),
            (9.995, 2, "10.00"), (0.05, 1, "0.1"), (0.04999, 1, "0.0"), (999.95, 1, "1000.0"),
            (123.456, 1, "123.5"), (123.0, 3, "123.000"), (0, 2, "0.00"), (-0.0, 1, "0.0"),
            (-0.004, 2, "0.00"),
        ]
    ) func rounding(number: Double, decimals: Int, text: String) {
        #expect(number.fixed(decimals) == text)
    }

    @Test(
        "numbers that print with an exponent are written out",
        arguments: [
            (1e21, 0, "1000000000000000000000"), (1.5e16, 1, "15000000000000000.0"), (1e-5, 6, "0.000010"),
            (1e-300, 3, "0.000"), (1.25e-7, 8, "0.00000013"),
        ]
    ) func exponents(number: Double, decimals: Int, text: String) {
        #expect(number.fixed(decimals) == text)
    }

    @Test("what is not finite is named") func notFinite() {
        #expect(Double.nan.fixed(2) == "nan")
        #expect(Double.infinity.fixed(2) == "inf")
        #expect((-Double.infinity).fixed(2) == "-inf")
    }

    @Test("a count of decimals that makes no sense is brought into range") func limits() {
        #expect(1.5.fixed(-3) == "2")
        #expect(1.5.fixed(Int.max) == "1.50000000000000000")
        #expect(Double.greatestFiniteMagnitude.fixed(0).count == 309)
    }

    @Test("groups of three are counted from the point") func grouping() {
        #expect(1_234_567.891.fixed(2, grouping: " ") == "1 234 567.89")
        #expect(123.0.fixed(0, grouping: ",") == "123")
        #expect((-1234.0).fixed(0, grouping: ",") == "-1,234")
    }

    @Test("a bearing that rounds up to 360 is 0") func bearings() {
        #expect(359.97.fixedBearing(1) == "0.0")
        #expect(359.94.fixedBearing(1) == "359.9")
        #expect(0.0.fixedBearing(2) == "0.00")
    }

    @Test("agrees with the shortest round trip where enough digits are asked for") func roundTrip() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1000 {
            let number = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)) / 1000
            #expect(Double(number.fixed(3)) == number)
        }
    }
}
