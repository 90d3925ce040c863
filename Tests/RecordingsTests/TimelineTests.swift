import Messages
import Recordings
import Testing

@Suite("Timeline", .timeLimit(.minutes(1)))
struct TimelineTests {
    private func fix(_ time: Double) -> RecordedMessage { .fix(Fix(time: time, latitude: 0, longitude: 0)) }
    private func heading(_ time: Double) -> RecordedMessage { .heading(Heading(time: time)) }

    @Test("Messages are due by their times, from the first one")
    func due() {
        var timeline = Timeline(speed: 4)
        #expect(
            [100, 102, 102, 110].map { timeline.step(fix($0)) } == [.due(0), .due(0.5), .due(0.5), .due(2.5)]
        )
        #expect(timeline.time == 110)
    }

    @Test("Without a speed everything is due at once")
    func unpaced() {
        var timeline = Timeline(speed: 0)
        #expect([100, 200, 300].map { timeline.step(fix($0)) } == [.due(0), .due(0), .due(0)])
    }

    @Test("A step back is a jump, and time goes on from there")
    func back() {
        var timeline = Timeline(speed: 1)
        #expect(timeline.step(fix(100)) == .due(0))
        #expect(timeline.step(fix(103)) == .due(3))
        #expect(timeline.step(fix(50)) == .jump(from: 103, to: 50, due: 3))
        #expect(timeline.step(fix(51)) == .due(4))
    }

    @Test("A gap that nobody waits for is a jump")
    func gap() {
        var timeline = Timeline(speed: 1)
        #expect(timeline.step(fix(0)) == .due(0))
        #expect(timeline.step(fix(600)) == .due(600))
        #expect(timeline.step(fix(1_000_000)) == .jump(from: 600, to: 1_000_000, due: 600))
        #expect(timeline.step(fix(1_000_001)) == .due(601))
    }

    @Test("Kinds may be out of order among each other, a little")
    func kinds() {
        var timeline = Timeline(speed: 1)
        #expect(timeline.step(heading(100)) == .due(0))
        #expect(timeline.step(heading(101)) == .due(1))
        #expect(timeline.step(fix(100)) == .due(1))
        #expect(timeline.step(heading(102)) == .due(2))
        #expect(timeline.step(fix(90)) == .jump(from: 102, to: 90, due: 2))
    }

    @Test("A loop begins anew, at once after the end")
    func loop() {
        var timeline = Timeline(speed: 1)
        _ = timeline.step(fix(100))
        _ = timeline.step(fix(105))
        timeline.restart()
        #expect(timeline.step(fix(100)) == .due(5))
        #expect(timeline.step(fix(101)) == .due(6))
    }
}
