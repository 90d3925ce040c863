import Testing

@testable import FusionPlugin

@Suite("The choice of a source", .timeLimit(.minutes(1)))
struct SourceChooserTests {
    @Test("The first source is used, and kept while it is heard of")
    func first() {
        var chooser = SourceChooser(silence: 3, hold: 10)
        #expect(chooser.add("gps", badness: 5, at: 0) == .changed("gps is used"))
        #expect(chooser.add("phone", badness: 4, at: 0.5) == .passed)
        #expect(chooser.add("gps", badness: 5, at: 1) == .chosen)
        #expect(chooser.isAlive(at: 4))
        #expect(!chooser.isAlive(at: 4.1))
    }

    @Test("A silent source is left, and it is said for how long it was silent")
    func silent() {
        var chooser = SourceChooser(silence: 3, hold: 10)
        _ = chooser.add("gps", badness: 5, at: 0)
        #expect(chooser.add("phone", badness: 500, at: 3) == .passed)
        #expect(
            chooser.add("phone", badness: 500, at: 4) == .changed("gps is silent for 4.0 s: phone is used")
        )
        #expect(chooser.chosen == "phone")
    }

    @Test("A clearly better source is used, but not before the last change has held for a while")
    func better() {
        var chooser = SourceChooser(silence: 3, hold: 10)
        for second in 0..<10 {
            _ = chooser.add("phone", badness: 20, at: Double(second))
            #expect(chooser.add("gps", badness: 5, at: Double(second) + 0.5) == .passed)
        }
        #expect(chooser.add("phone", badness: 20, at: 10) == .chosen)
        #expect(chooser.add("gps", badness: 5, at: 10.5) == .changed("gps is better than phone: it is used"))
    }

    @Test("Two sources of much the same quality do not take turns")
    func steady() {
        var chooser = SourceChooser(silence: 3, hold: 1)
        var changes = 0
        for second in 0..<1000 {
            let even = second.isMultiple(of: 2)
            for (name, badness) in [("a", even ? 4.0 : 6), ("b", even ? 6.0 : 4)] {
                if case .changed = chooser.add(name, badness: badness, at: Double(second)) { changes += 1 }
            }
        }
        #expect(changes == 1)
    }

    @Test("Sources without end do not fill the memory, and the chosen one stays")
    func flood() {
        var chooser = SourceChooser(silence: 3, hold: 10)
        _ = chooser.add("gps", badness: 1, at: 0)
        for index in 0..<10_000 { _ = chooser.add("source\(index)", badness: 100, at: 1) }
        #expect(chooser.add("gps", badness: 1, at: 2) == .chosen)
        #expect(chooser.add("later", badness: 100, at: 20) != .chosen)
        #expect(chooser.chosen == "later")
    }
}
