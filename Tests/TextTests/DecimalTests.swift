import Testing
import Text

@Suite("Numbers written in decimal digits", .timeLimit(.minutes(1)))
struct DecimalTests {
    @Test(
        "are read with sign, point and exponent, correctly rounded",
        arguments: [
            ("1", 1), ("-0.5", -0.5), ("+.25", 0.25), ("1e3", 1000), ("0.1", 0.1), ("1e999", .infinity),
        ]
    )
    func numbers(text: String, number: Double) { #expect(Double(decimal: text) == number) }

    @Test(
        "are nothing else that the standard library takes for a number",
        arguments: ["", "nan", "inf", "-infinity", "0x1p3", " 1", "1 ", "1,5", "e", "--1", "1.2.3", "٣"]
    )
    func others(text: String) { #expect(Double(decimal: text) == nil) }
}
