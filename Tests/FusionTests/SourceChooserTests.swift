import Testing

@testable import FusionPlugin

@Suite("The choice of a source", .timeLimit(.minutes(5)))
struct SourceChooserTests {
    @Test("The first source is used, and kept while it is heard of")
    func first() {
        var chooser = SourceChooser(silence: 3, hold: 10)
        #expect(chooser.add("gps", .init(badness: 5), at: 0) == .changed("gps is used"))
        #expect(chooser.add("phone", .init(badness: 4), at: 0.5) == .passed)
        #expect(chooser.add("gps", .init(badness: 5), at: 1) == .chosen)
        #expect(chooser.isAlive(at: 4))
        #expect(!chooser.isAlive(at: 4.1))
    }

    @Test("A silent source is left, and it is said for how long it was silent")
    func silent() {
        var chooser = SourceChooser(silence: 3, hold: 10)
        _ = chooser.add("gps", .init(badness: 5), at: 0)
        #expect(chooser.add("phone", .init(badness: 500), at: 3) == .passed)
        #expect(
            chooser.add("phone", .init(badness: 500), at: 4)
                == .changed("gps is silent for 4.0 s: phone is used")
        )
        #expect(chooser.chosen == "phone")
    }

    @Test("A clearly better source is used, but not before the last change has held for a while")
    func better() {
        var chooser = SourceChooser(silence: 3, hold: 10, unit: "m")
        for second in 0..<10 {
            _ = chooser.add("phone", .init(badness: 20), at: Double(second))
            #expect(chooser.add("gps", .init(badness: 5), at: Double(second) + 0.5) == .passed)
        }
        #expect(chooser.add("phone", .init(badness: 20), at: 10) == .chosen)
        #expect(
            chooser.add("gps", .init(badness: 5), at: 10.5)
                == .changed("gps (5.0 m) has been better than phone (20.0 m) for 10.0 s: it is used")
        )
    }

    @Test("One lucky message is not enough: a source has to be better without a break")
    func lucky() {
        var chooser = SourceChooser(silence: 3, hold: 0)
        for second in 0..<600 {
            _ = chooser.add("gps", .init(badness: 10), at: Double(second))
            let isLucky = second % 3 == 0
            #expect(
                chooser.add("phone", .init(badness: isLucky ? 1 : 12), at: Double(second) + 0.5) == .passed
            )
        }
        #expect(chooser.chosen == "gps")
    }

    @Test("Two sources of much the same quality do not take turns")
    func steady() {
        var chooser = SourceChooser(silence: 3, hold: 1)
        var changes = 0
        for second in 0..<1000 {
            let even = second.isMultiple(of: 2)
            for (name, badness) in [("a", even ? 4.0 : 6), ("b", even ? 6.0 : 4)] {
                if case .changed = chooser.add(name, .init(badness: badness), at: Double(second)) {
                    changes += 1
                }
            }
        }
        #expect(changes == 1)
    }

    @Test("A slow source and a fast one of the same accuracy do not take turns at speed")
    func rates() {
        var chooser = SourceChooser(silence: 3, hold: 1)
        var changes = 0
        for tick in 0..<6000 {
            let now = Double(tick) / 10
            if tick % 10 == 0, case .changed = chooser.add("slow", .init(badness: 4, worsening: 30), at: now)
            {
                changes += 1
            }
            if case .changed = chooser.add("fast", .init(badness: 5, worsening: 30), at: now + 0.05) {
                changes += 1
            }
        }
        #expect(changes == 1)
        #expect(chooser.chosen == "slow")
    }

    @Test("A source whose next message is overdue gets worse as fast as the device moves")
    func overdue() {
        var chooser = SourceChooser(silence: 60, hold: 0, unit: "m")
        for second in 0..<10 { _ = chooser.add("gps", .init(badness: 5, worsening: 10), at: Double(second)) }
        var used: Double?
        for tick in 90..<200 where used == nil {
            let now = Double(tick) / 10
            if case .changed = chooser.add("phone", .init(badness: 20), at: now) { used = now }
        }
        // 20 is three fifths of 33.3, which is reached 2.83 s after 1.5 s without a fix; and then it has to hold.
        #expect(used == 9 + 1.5 + 2.9 + SourceChooser.proof)
    }

    @Test("A preferred source is kept and taken although another is somewhat more accurate")
    func priority() {
        var chooser = SourceChooser(silence: 3, hold: 0, priority: ["rtk", "gps"])
        for second in 0..<20 {
            _ = chooser.add("gps", .init(badness: 5), at: Double(second))
            _ = chooser.add("rtk", .init(badness: 5.5), at: Double(second) + 0.2)
            _ = chooser.add("phone/1", .init(badness: 2), at: Double(second) + 0.4)
        }
        #expect(chooser.chosen == "rtk")
        for second in 20..<40 {
            _ = chooser.add("rtk", .init(badness: 5.5), at: Double(second) + 0.2)
            _ = chooser.add("phone/1", .init(badness: 0.5), at: Double(second) + 0.4)
        }
        #expect(chooser.chosen == "phone/1")
    }

    @Test("Sources without end do not fill the memory, and the chosen one stays")
    func flood() {
        var chooser = SourceChooser(silence: 3, hold: 10)
        _ = chooser.add("gps", .init(badness: 1), at: 0)
        for index in 0..<10_000 { _ = chooser.add("source\(index)", .init(badness: 100), at: 1) }
        #expect(chooser.add("gps", .init(badness: 1), at: 2) == .chosen)
        #expect(chooser.add("later", .init(badness: 100), at: 20) != .chosen)
        #expect(chooser.chosen == "later")
    }
}
