import Messages
import Recordings
import Testing

@testable import Playback

@Suite("Parts of a player", .timeLimit(.minutes(1)))
struct PartsTests {
    private func fix(_ time: Double) -> RecordedMessage { .fix(Fix(time: time, latitude: 0, longitude: 0)) }

    @Test("A recording begins so many seconds behind its first message, or at a time")
    func skip() throws {
        for start in [RecordingStart.offset(10), .time(110)] {
            var skip = Skip(to: start)
            #expect(
                [100, 109.5, 110, 105, 111].map { skip.lets(fix($0)) } == [false, false, true, true, true]
            )
            try skip.end("x")
        }
        var none = Skip(to: nil)
        let isPlayed = none.lets(fix(1))
        #expect(isPlayed)
    }

    @Test("A start behind the end is an error that tells both")
    func behind() {
        var skip = Skip(to: .offset(1000))
        #expect([0, 10].map { skip.lets(fix($0)) } == [false, false])
        let error = #expect(throws: PlaybackError.self) { try skip.end("a.csv") }
        #expect(
            error?.description
                == "a.csv: ends at 1970-01-01T00:00:10Z, before the start at 1970-01-01T00:16:40Z"
        )
    }

    @Test("Recorded times stay as they are")
    func recorded() {
        var shift = TimeShift(.recorded)
        shift.begin(fix(100), now: 5000)
        #expect(shift.apply(to: fix(100)).time == 100)
    }

    @Test("Times are moved to the present, and never back where a loop begins")
    func now() {
        var shift = TimeShift(.now)
        shift.begin(fix(100), now: 5000)
        #expect([100, 101, 150].map { shift.apply(to: fix($0)).time } == [5000, 5001, 5050])
        shift.begin(fix(100), now: 5010)
        #expect(shift.apply(to: fix(100)).time == 5050)
        shift.begin(fix(100), now: 6000)
        #expect(shift.apply(to: fix(101)).time == 6001)
    }

    @Test("Every 64 messages a window is complete and tells how long it took")
    func burst() {
        var burst = Burst()
        let taken = (0..<130).map { burst.add(at: Int64($0) * 10) }
        #expect(taken.enumerated().filter { $0.element != nil }.map(\.offset) == [63, 127])
        #expect(taken[63] == 630)
        #expect(taken[127] == 630)
    }

    @Test("Progress is told every five seconds, the clock every second, and the end with what was lost")
    func report() {
        var report = Report(source: "a.csv")
        report.progress = 0.505
        report.note(fix(60))
        let lines = (0...12).map { report.line(Int64($0) * 1_000_000_000) }
        #expect(lines.filter { $0 != nil }.count == 2)
        #expect(lines[5] == "a.csv: 1 message, 50 %, 1970-01-01T00:01:00Z")
        let ticks = (0...8).map { report.isClockDue(Int64($0) * 500_000_000) }
        #expect(ticks == [false, false, true, false, true, false, true, false, true])
        report.losses = "3 sentences were damaged"
        #expect(
            report.end == "a.csv: ended after 1 message at 1970-01-01T00:01:00Z; 3 sentences were damaged"
        )
    }

    @Test("A short recording that is played again and again says so every five seconds, with a count")
    func again() {
        var report = Report(source: "a.csv")
        let lines = (0...10).map { report.again(Int64($0) * 1_000_000_000) }
        #expect(lines.filter { $0 != nil }.count == 3)
        #expect(lines[0] == "a.csv: ended after 0 messages; beginning again")
        #expect(
            lines[5]
                == "a.csv: ended after 0 messages; beginning again, 5 times since the last such line"
        )
    }
}
