import Testing

@testable import Command

@Suite("Output", .timeLimit(.minutes(1)))
struct OutputTests {
    @Test("a JSON line keeps the order of its members and leaves out what is unknown") func json() {
        var inner = JSONLine()
        inner.add("deep", true)
        var line = JSONLine()
        line.add("b", 1.0)
        line.add("a", 0.1)
        line.add("unknown", nil as Double?)
        line.add("endless", Double.infinity)
        line.add("count", 18_446_744_073_709_551_615 as UInt64)
        line.add("text", "a\"\\\n\u{1}é\u{2028}")
        line.add("inner", inner)
        line.add("list", [inner, JSONLine()])
        #expect(
            line.text
                == #"{"b":1,"a":0.1,"count":18446744073709551615,"text":"a\"\\\n\u0001é\u2028","#
                + #""inner":{"deep":true},"list":[{"deep":true},{}]}"#
        )
    }

    @Test("columns line up, numbers to the right") func table() {
        var table = Table("NAME", "COUNT", "NOTE")
        table.add(["gps", "1200", "fine"])
        table.add(["fusion", "7", ""])
        #expect(table.lines == ["NAME    COUNT  NOTE", "gps      1200  fine", "fusion      7"])
        #expect(Table("A", "B").lines == ["A  B"])
    }
}
