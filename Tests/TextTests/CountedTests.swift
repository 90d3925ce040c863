import Testing
import Text

@Suite("Counts in words", .timeLimit(.minutes(1)))
struct CountedTests {
    @Test("one is one, and everything else is several")
    func counts() {
        #expect([0, 1, 2].map { $0.counted("pin") } == ["0 pins", "1 pin", "2 pins"])
        #expect(1.counted("fix", "fixes") == "1 fix")
        #expect(3.counted("fix", "fixes") == "3 fixes")
    }
}
