import Testing

@testable import FusionPlugin

@Suite("The time in which a process runs", .timeLimit(.minutes(5)))
struct RunningTimeTests {
    @Test("Is that of the clock, however unevenly it is asked for")
    func even() {
        var running = RunningTime(from: 100, askedEvery: 0.25)
        for moment in [100, 100.25, 100.9, 100.8, 101.8] { #expect(running.time(at: moment) == moment) }
    }

    @Test("Leaves out the time for which the process was stopped, each time")
    func stopped() {
        var running = RunningTime(from: 0, askedEvery: 0.25)
        #expect(running.time(at: 0.5) == 0.5)
        #expect(running.time(at: 60.5) == 0.75)
        #expect(running.time(at: 60.75) == 1)
        #expect(running.time(at: 70.75) == 1.25)
    }

    @Test("A source is not silent because this process was stopped, and is when it stays silent after that")
    func silence() {
        var running = RunningTime(from: 0, askedEvery: 0.25)
        var chooser = SourceChooser(silence: 3, hold: 10)
        var watch = Watch(patience: 3, start: 0)
        _ = chooser.add("gps", .init(badness: 5), at: running.time(at: 0))
        _ = watch.sawFix(time: 0, at: running.time(at: 0))
        #expect(chooser.add("phone", .init(badness: 9), at: running.time(at: 0.5)) == .passed)
        // Stopped for half a minute; of what waits then, the other's comes first.
        #expect(chooser.add("phone", .init(badness: 9), at: running.time(at: 30.5)) == .passed)
        let now = running.time(at: 30.6)
        let isMissed = watch.misses(.fix, at: now)
        #expect(!isMissed)
        #expect(watch.silentFix(at: now, after: 3) == nil)
        #expect(chooser.add("gps", .init(badness: 5), at: running.time(at: 30.6)) == .chosen)
        _ = watch.sawFix(time: 30, at: running.time(at: 30.6))
        for tick in 1...13 { _ = running.time(at: 30.6 + Double(tick) * 0.25) }
        let later = running.time(at: 34)
        let isMissedLater = watch.misses(.fix, at: later)
        #expect(isMissedLater)
        guard case .changed = chooser.add("phone", .init(badness: 9), at: later) else {
            Issue.record("the receiver was silent for 3.4 s")
            return
        }
    }
}
