import Messages
import Platform
import Testing

@Suite("The same recording twice", .serialized, .timeLimit(.minutes(5)))
struct RepeatTests {
    @Test(
        "a drive that is replayed as fast as it goes gives the same messages each time",
        .enabled(if: Source.data != nil, Source.noData),
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func drive() async throws {
        let first = try await undisturbed()
        let second = try await undisturbed()
        #expect(first.keys.sorted() == second.keys.sorted())
        for (topic, payloads) in first {
            let others = second[topic] ?? []
            #expect(payloads.count == others.count, "\(topic)")
            let different = zip(payloads, others).first { $0 != $1 }
            #expect(different == nil, "\(topic)")
        }
        #expect(first["fix/fusion"]?.count == 900)
        #expect(first["arrow/return-arrow/p1"]?.count == 900)
    }

    /// The payloads of a run that nothing held up: that nothing came for three seconds, fusion says by the clock.
    private func undisturbed() async throws -> [String: [String]] {
        for _ in 0..<5 {
            let contents = try await contents()
            let headings = contents["heading/fusion"] ?? []
            if !headings.contains(where: { $0.contains("no-field") }) { return contents }
        }
        Issue.record("the machine is too busy: each run was held up for three seconds")
        return [:]
    }

    /// The payloads of each topic, in order, but for those that tell of the time of day.
    private func contents() async throws -> [String: [String]] {
        let bus = try await Bus()
        let collector = try await bus.collector(
            prefixes: ["fix/", "magnetic-field/", "imu/", "heading/", "direction/", "arrow/"]
        )
        let keeper = try bus.start("run", "pins")
        let drop = try await bus.run("pin", "drop", "--at", "39.98,-75.15", "--wait", "20")
        #expect(drop.status == .code(0), "\(drop.error)")
        try await keeper.stop()
        try await bus.launch("replay.yaml", "log=\(try #require(Source.data))/drive/drive-a.csv", "speed=0")
        let (messages, tally) = try await bus.messages(of: collector)
        #expect(tally.faults == [])
        try await bus.end()
        // Between two fixes there are more arrows when the direction changes, by the clock: the first is the fix's.
        var arrows: Set<Double> = []
        let steady = messages.filter { message in
            !message.topic.hasPrefix("arrow/") || arrows.insert(message.payload["time"]?.number ?? 0).inserted
        }
        return Dictionary(grouping: steady, by: \.topic).mapValues { $0.map(\.payload.description) }
    }
}
