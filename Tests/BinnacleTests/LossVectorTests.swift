import Messages
import TestSupport
import Testing

@testable import Binnacle

@Suite("The sequences of the protocol's vectors", .timeLimit(.minutes(1)))
struct LossVectorTests {
    @Test("what follows, is lost and is a repeat is what the vectors say") func sequences() throws {
        let sequences = try ProtocolVectors.load().sequences
        #expect(sequences.count > 5)
        for sequence in sequences {
            var topic = IncomingTopic(try Topic("fix/gps"), wantedBy: [Interest]())
            var lost: [UInt64: Int] = [:]
            for (index, step) in sequence.steps.enumerated() {
                let publisher = try #require(UInt64(step.publisher))
                let verdict = try take(step, publisher, &topic)
                let expected = try #require(UInt64(step.lost ?? "0"))
                #expect(verdict.name == step.verdict, "\(sequence.name), step \(index)")
                #expect(verdict.lost == Int(clamping: expected), "\(sequence.name), step \(index)")
                lost[publisher, default: 0] = lost[publisher, default: 0].adding(verdict.lost)
            }
            // What the count alone shows has no publisher.
            guard !sequence.steps.contains(where: { $0.count != nil }) else { continue }
            #expect(
                topic.losses.map(\.count).sorted() == lost.values.filter { $0 > 0 }.sorted(),
                "\(sequence.name)"
            )
        }
    }

    private func take(
        _ step: ProtocolVectors.Step,
        _ publisher: UInt64,
        _ topic: inout IncomingTopic
    ) throws -> (name: String, lost: Int) {
        let sequence = try #require(UInt64(step.sequence))
        let stamp = Stamp(publisher: publisher, sequence: sequence, published: 0)
        if step.kept == true {
            let lost = topic.note(stamp, at: 0)?.new ?? 0
            return (lost > 0 ? "lost" : "follows", lost)
        }
        if step.newest == true {
            let first = try step.first.map { try #require(UInt64($0)) }
            let missed = first.map { topic.begin(publisher, at: $0) } ?? 0
            if missed > 0 { return ("lost", missed) }
            // The node asks for the last value before it gives a tail up, when the bus has said the same three times.
            var lost = 0
            for _ in 0..<3 where lost == 0 {
                let arrears = topic.catchUp(to: .init(publisher: publisher, sequence: sequence))
                if case .lost(let count) = arrears { lost = count }
            }
            let passed = try step.count.map { try #require(UInt64($0)) }
            lost = lost.adding(passed.map { topic.audit($0, of: 1) } ?? 0)
            return (lost > 0 ? "lost" : "follows", lost)
        }
        guard let gap = topic.advance(stamp, at: 0) else { return ("repeat", 0) }
        return (gap.new > 0 ? "lost" : "follows", gap.new)
    }
}
