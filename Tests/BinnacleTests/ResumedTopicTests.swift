import Messages
import Testing

@testable import Binnacle

@Suite("A topic that is read again", .timeLimit(.minutes(1)))
struct ResumedTopicTests {
    private static func interest(lastValues: Bool = true) -> Interest {
        Interest(id: 1, filter: .all, wantsLastValues: lastValues) { _, _, _, _, _ in }
    }

    private static func stamp(_ sequence: UInt64) -> Stamp {
        Stamp(publisher: 7, sequence: sequence, published: 0)
    }

    private func paused() throws -> IncomingTopic {
        var topic = IncomingTopic(try Topic("fix/gps"), wantedBy: [Self.interest()])
        #expect(topic.advance(Self.stamp(0), at: 0)?.new == 0)
        topic.pause()
        return topic
    }

    @Test("late messages of the subscription before show no loss, and the bus's word shows none either")
    func underWay() throws {
        var topic = try paused()
        #expect(topic.advance(Self.stamp(5), at: 0)?.new == 0)
        #expect(topic.advance(Self.stamp(9), at: 0)?.new == 0)
        #expect(topic.advance(Self.stamp(9), at: 0) == nil)
        topic.resume()
        for _ in 0..<4 {
            if case .lost = topic.catchUp(to: .init(publisher: 7, sequence: 12)) { Issue.record("a loss") }
        }
        #expect(topic.advance(Self.stamp(13), at: 0)?.new == 0)
        #expect(topic.advance(Self.stamp(15), at: 0)?.new == 1)
        #expect(topic.losses.map(\.count) == [1])
    }

    @Test("after the last values everything counts again") func lastValues() throws {
        var topic = try paused()
        #expect(topic.advance(Self.stamp(5), at: 0)?.new == 0)
        #expect(topic.note(Self.stamp(9), at: 0)?.new == 0)
        topic.resume()
        #expect(topic.advance(Self.stamp(11), at: 0)?.new == 1)
    }

    @Test("what was lost before it was given up is told no more") func forgotten() throws {
        var topic = IncomingTopic(try Topic("fix/gps"), wantedBy: [Self.interest()])
        _ = topic.advance(Self.stamp(0), at: 0)
        #expect(topic.advance(Self.stamp(4), at: 0)?.new == 3)
        topic.pause()
        #expect(topic.losses == [] && topic.newest == nil)
    }

    @Test("an event that is lost at the end is as good as handled once it is given up") func lostTail() throws
    {
        var topic = IncomingTopic(try Topic("fix/gps"), wantedBy: [Self.interest()])
        _ = topic.advance(Self.stamp(0), at: 0)
        for _ in 0..<2 { _ = topic.catchUp(to: .init(publisher: 7, sequence: 1)) }
        #expect(topic.newest?.sequence == 0)
        guard case .lost(1) = topic.catchUp(to: .init(publisher: 7, sequence: 1)) else {
            Issue.record("no loss")
            return
        }
        #expect(topic.newest?.sequence == 1)
        #expect(topic.untold == 1)
        #expect(topic.advance(Self.stamp(2), at: 0)?.told == 1)
        #expect(topic.untold == 0)
    }

    @Test("how far one publisher has been handled is told whoever's message came last") func several() throws
    {
        let interest = Self.interest(lastValues: false)
        #expect(!interest.close(count: 0))
        var topic = IncomingTopic(try Topic("fix/gps"), wantedBy: [interest])
        _ = topic.advance(Self.stamp(4), at: 0)
        _ = topic.advance(Stamp(publisher: 8, sequence: 1, published: 0), at: 1)
        // Of one of them nothing came, and nothing is to come; of another nothing is known.
        _ = topic.catchUp(to: .init(publisher: 9, sequence: 6), isFormer: true)
        #expect(topic.newest(of: 7) == .init(publisher: 7, sequence: 4))
        #expect(topic.newest(of: 8) == .init(publisher: 8, sequence: 1))
        #expect(topic.newest(of: 9) == .init(publisher: 9, sequence: 6))
        for publisher in [nil, 10] as [UInt64?] {
            #expect(topic.newest(of: publisher) == .init(publisher: 8, sequence: 1))
        }
    }

    @Test("a last value does not come twice because another publisher came after it") func othersBetween()
        throws
    {
        var topic = IncomingTopic(try Topic("fix/gps"), wantedBy: [Self.interest()])
        let others = (1...4 as ClosedRange<UInt64>).map { Stamp(publisher: $0, sequence: 0, published: 0) }
        for stamp in [Self.stamp(4)] + others { topic.delivered(stamp, to: 0) }
        #expect(topic.isKnown(Self.stamp(4), to: 0) && topic.isKnown(Self.stamp(3), to: 0))
        #expect(!topic.isKnown(Self.stamp(5), to: 0) && others.allSatisfy { topic.isKnown($0, to: 0) })
    }
}
