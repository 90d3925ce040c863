import Messages
import TestSupport
import Testing

@Suite("Numbers", .timeLimit(.minutes(1)))
struct NumberTests {
    private func read(_ text: String) throws -> Double {
        try MessagesTests.read(Clock.self, "{\"time\":\(text),\"jump\":true}").time
    }

    private func write(_ value: Double) throws -> String {
        String(try json(Clock(time: value)).dropFirst(8).dropLast(14))
    }

    @Test("doubles of any bits are written and read back exactly") func bits() throws {
        var random = Seeded(seed: 42)
        for _ in 0..<50_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let text = try write(value)
            #expect(try read(text).bitPattern == value.bitPattern, "\(text)")
        }
    }

    @Test("decimals as sensors write them are read as the standard library reads them, and written as short")
    func decimals() throws {
        var random = Seeded(seed: 43)
        for _ in 0..<50_000 {
            let digits = Int.random(in: 1...17, using: &random)
            let number = UInt64.random(
                in: 0..<UInt64((0..<digits).reduce(1.0) { power, _ in power * 10 }),
                using: &random
            )
            let exponent = Int.random(in: -20...3, using: &random)
            let expected = try #require(Double("\(number)e\(exponent)"))
            #expect(
                try read("\(number)e\(exponent)").bitPattern == expected.bitPattern,
                "\(number)e\(exponent)"
            )
            let text = try write(-expected)
            #expect(try read(text) == -expected)
            // Both are the shortest decimal; below 1e-4 the standard library prefers an exponent.
            if (1e-4..<1e9).contains(expected) { #expect(text == (-expected).description) }
        }
    }

    @Test("nineteen digits with a point anywhere are rounded as the standard library rounds them") func long()
        throws
    {
        var random = Seeded(seed: 44)
        for _ in 0..<50_000 {
            let digits = String(UInt64.random(in: 1 << 53...9_999_999_999_999_999_999, using: &random))
            let point = Int.random(in: 1..<digits.count, using: &random)
            let text = "\(digits.prefix(point)).\(digits.dropFirst(point))"
            #expect(try read(text).bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }

    @Test(
        "what is computed is written as the standard library writes it: in the fewest digits, of these the nearest"
    )
    func shortest() throws {
        var random = Seeded(seed: 45)
        for _ in 0..<50_000 {
            // From 2^-14, where the standard library begins to prefer an exponent, to 2^33.
            let exponent = UInt64.random(in: 1009...1055, using: &random) << 52
            // With some zeros at the end, so that halves between two decimals are among them, and whole numbers.
            let significand = (random.next() >> 12) << UInt64.random(in: 0..<52, using: &random)
            let value = Double(bitPattern: exponent | significand & (1 << 52 - 1))
            guard value >= 1e-4 else { continue }
            #expect(try write(value) == value.description)
            #expect(try write(-value.nextUp) == (-value.nextUp).description)
        }
    }

    @Test(
        "halves between two doubles go to the even one",
        arguments: [
            "9007199254740993", "9007199254740993.0", "9007199254740992.5", "9007199254740993.1",
            "9007199254740995.000",
            "4503599627370496.5", "4503599627370497.5", "1.00000000000000011102", "0.5000000000000001665",
            "18446744073709551615",
            "1844674407370955161.5", "9999999999999999999", "99999999999999999999", "2.2250738585072011e-308",
            "4.9e-324",
            "1.7976931348623157e308", "8.98846567431158e307", "0.1", "0.3", "1e22", "1e23",
            "123456789012345678e-19",
        ]
    )
    func halves(text: String) throws {
        #expect(try read(text).bitPattern == Double(text)?.bitPattern)
    }

    @Test(
        "what is written is plain where it can be",
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.1, "0.1"), (-0.000000001, "-0.000000001"),
            (1e-10, "1e-10"),
            (48.1371542, "48.1371542"), (999999.999999999, "999999.999999999"), (1e6, "1000000.0"),
            (1763000000.25, "1763000000.25"),
            (1763000000.123456, "1763000000.123456"), (123456789, "123456789.0"),
            (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (0.1 + 0.2, "0.30000000000000004"), (10.5, "10.5"), (100, "100.0"), (12345678.9, "12345678.9"),
            (1e16, "1e+16"),
        ] as [(Double, String)]
    )
    func plain(value: Double, text: String) throws {
        #expect(try write(value) == text)
    }
}
