import Messages
import Testing

@testable import Command

@Suite("Output", .timeLimit(.minutes(1)))
struct OutputTests {
    @Test("an object keeps the order of its members and leaves out what is unknown") func json() {
        var inner = JSONObject()
        inner.add("deep", true)
        var object = JSONObject()
        object.add("b", 1.0)
        object.add("a", 0.1)
        object.add("unknown", nil as Double?)
        object.add("endless", Double.infinity)
        object.add("count", 18_446_744_073_709_551_615 as UInt64)
        object.add("text", "a\"\\\né")
        object.add("inner", inner)
        object.add("list", [inner, JSONObject()])
        object.add("words", ["x"])
        #expect(
            object.line
                == #"{"b":1,"a":0.1,"count":18446744073709551615,"text":"a\"\\\né","#
                + #""inner":{"deep":true},"list":[{"deep":true},{}],"words":["x"]}"#
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
