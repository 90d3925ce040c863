import Glibc
import Messages
import Platform
import Testing

@Suite("Headings where the magnetic model ends", .serialized, .timeLimit(.minutes(5)))
struct CompassTests {
    @Test(
        "after the model's years the magnetic heading goes on, and it is said why there is no true one",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func date() async throws {
        let bus = try await Bus()
        let (recording, truth) = Self.turns(from: 2_051_222_400)  // 2035-01-01
        let log = try bus.scratch.file("turns.csv", recording)
        let collector = try await bus.collector(prefixes: ["heading/fusion|"])
        let outcome = try await bus.launch("replay.yaml", "log=\(log)", "speed=0")
        #expect(outcome.error.contains("no true heading: no magnetic model for 2035"))
        let (messages, tally) = try await bus.messages(of: collector)
        #expect(tally.faults == [])
        #expect(messages.count == truth.count)
        let located = messages.dropFirst(truth.count / 2).map(\.payload)
        #expect(located.allSatisfy { $0["trueHeading"] == nil && $0["declination"] == nil })
        #expect(located.allSatisfy { $0["note"]?.text?.contains("2035") == true })
        for (heading, truth) in zip(located, truth.dropFirst(truth.count / 2)) {
            let magnetic = try #require(heading["magneticHeading"]?.number, "\(heading)")
            let accuracy = try #require(heading["headingAccuracy"]?.number)
            #expect(abs(remainder(magnetic - truth, 360)) <= accuracy)
        }
        try await bus.end()
    }

    @Test(
        "in the blackout zone there is no true heading, and in the caution zone it is less accurate",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func zones() async throws {
        // The same walk with the same seed, off Antarctica's coast and in Berlin.
        let blackout = try await headings(latitude: "-64", longitude: "136", zone: "blackout")
        #expect(blackout.count > 1000)
        #expect(blackout.allSatisfy { $0["trueHeading"] == nil })
        let reasons = blackout.compactMap { $0["note"]?.text }.filter { $0.contains("2000 nT") }
        #expect(reasons.count > blackout.count * 9 / 10, "the reason is said")

        let caution = try await headings(latitude: "-68", longitude: "136", zone: "caution")
        let normal = try await headings(latitude: "52.5", longitude: "13.4", zone: "normal")
        let wider = try #require(Self.median(of: caution))
        let usual = try #require(Self.median(of: normal))
        #expect(wider > 1.5 * usual, "\(wider) degrees, and \(usual) elsewhere")
        #expect(normal.filter { $0["trueHeading"] != nil }.count > normal.count * 9 / 10)
    }

    private static func median(of headings: [JSONValue]) -> Double? {
        let sorted = headings.compactMap { $0["headingAccuracy"]?.number }.sorted()
        return sorted.isEmpty ? nil : sorted[sorted.count / 2]
    }

    /// The headings of a simulated walk somewhere.
    private func headings(latitude: String, longitude: String, zone: String) async throws -> [JSONValue] {
        let bus = try await Bus()
        let report = try await bus.run("magnetic", latitude, longitude, "--date", "2025-06-21", "--json")
        #expect(try JSONValue.parse(report.output.trimmed)["zone"] == .string(zone))
        let file = try bus.scratch.file(
            "walk.yaml",
            """
            version: 1
            nodes:
              walk:
                plugin: replay
                required: true
                parameters: {source: city-walk, seed: 3, speed: 0, duration: 120, rate: 20, latitude: \(latitude), longitude: \(longitude)}
              fusion: {plugin: fusion}

            """
        )
        let collector = try await bus.collector(prefixes: ["heading/fusion|"])
        let outcome = try await bus.run("launch", file)
        #expect(outcome.status == .code(0), "\(outcome.error)")
        let (messages, tally) = try await bus.messages(of: collector)
        #expect(tally.faults == [])
        try await bus.end()
        return messages.map(\.payload)
    }

    /// A recording of a level device that turns in a field of 19 µT to the north and 45 µT down, and its true headings.
    private static func turns(from start: Double) -> (recording: String, truth: [Double]) {
        var lines = [
            "time,latitude,longitude,horizontalAccuracy,magneticX,magneticY,magneticZ,"
                + "accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ"
        ]
        var truth: [Double] = []
        for step in 0..<800 {
            let heading = (Double(step) * 1.8).truncatingRemainder(dividingBy: 360)
            let angle = heading * .pi / 180
            // 36 degrees a second clockwise, as seen from above.
            let place = step % 20 == 0 ? "52.5,13.4,5" : ",,"
            // A sensor is never still: one that gives the same number again and again is taken for a dead one.
            let noise = (0..<9).map { Double((step * 7919 + $0 * 104_729) % 1009) / 1009 - 0.5 }
            let field = [-19 * sin(angle), 19 * cos(angle), -45].enumerated().map { $1 + 0.4 * noise[$0] }
            let acceleration = [0, 0, 9.81].enumerated().map { $1 + 0.04 * noise[3 + $0] }
            let rotation = [0, 0, -0.2 * Double.pi].enumerated().map { $1 + 0.004 * noise[6 + $0] }
            let sample = (field + acceleration + rotation).map(\.description).joined(separator: ",")
            lines.append("\(start + Double(step) / 20),\(place),\(sample)")
            truth.append(heading)
        }
        return (lines.joined(separator: "\n") + "\n", truth)
    }
}
