import Platform
import Testing

@Suite("Receivers' logs through the whole rig", .serialized, .timeLimit(.minutes(5)))
struct LogTests {
    @Test(
        "a log gives the same messages as fast as it goes and 1000 times as fast, and none is lost",
        .enabled(if: Source.data != nil, Source.noData),
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func logs() async throws {
        let data = try #require(Source.data)
        let logs = Source.files(in: "\(data)/nmea").filter { $0.hasSuffix(".log") }.map {
            "\(data)/nmea/\($0)"
        }
        async let fastest = tallies(of: logs, speed: "0")
        async let paced = tallies(of: logs, speed: "1000")
        var total = 0
        for (log, (fastest, paced)) in zip(logs, zip(try await fastest, try await paced)) {
            #expect(fastest.faults == [], "\(log)")
            #expect(paced.faults == [], "\(log)")
            for topic in ["fix/replay", "heading/replay", "fix/fusion"] {
                #expect(fastest[topic] == paced[topic], "\(topic) of \(log)")
            }
            #expect(fastest["fix/fusion"] == fastest["fix/replay"], "\(log)")
            total += fastest["fix/replay"] + fastest["heading/replay"]
        }
        #expect(logs.count > 40)
        #expect(total > 1000, "that there are messages at all")
    }

    /// Replays one log after the other on one bus, and tells of each what came over it.
    private func tallies(of logs: [String], speed: String) async throws -> [Tally] {
        let bus = try await Bus()
        let collector = try await bus.collector()
        var tallies: [Tally] = []
        for log in logs {
            try await bus.launch("replay.yaml", "log=\(log)", "speed=\(speed)")
            tallies.append(try await collector.tally())
        }
        try await collector.stop()
        try await bus.end()
        return tallies
    }
}
