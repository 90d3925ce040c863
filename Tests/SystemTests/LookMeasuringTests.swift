import Glibc
import Messages
import Platform
import Testing

@Suite(
    "What is measured from the command line",
    .serialized,
    .enabled(if: Source.python != nil, Source.noPython),
    .timeLimit(.minutes(5))
)
struct LookMeasuringTests {
    private static let count = 300

    /// Whether two measurements of the same messages agree within a hundredth.
    private static func agree(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return false }
        return (one - other).magnitude <= 0.01 * other.magnitude
    }

    /// Measures one stream with a script and with the commands.
    ///
    /// - Returns: what they do not agree on.
    private func differences(on bus: Bus) async throws -> [String] {
        let python = try #require(Source.python)
        let count = "\(Self.count)"
        let script = try Program(
            python,
            [Source.script("measure.py"), "fix/stream", count],
            environment: bus.environment
        )
        try await script.until { $0.said.contains("ready") }
        var programs: [Program] = []
        for verb in ["hz", "bw", "delay"] {
            let program = try bus.start(
                "topic",
                verb,
                "fix/stream",
                "--count",
                count,
                "--window",
                "1000",
                "--json"
            )
            try await program.until { $0.complained.contains("listening to fix/stream") }
            programs.append(program)
        }
        let stream = try await Program.run(
            python,
            [Source.script("stream.py"), "fix/stream", count, "100", "4"],
            environment: bus.environment
        )
        #expect(stream.status == .code(0), "\(stream.error)")
        let expected = try JSONValue.parse(String(try #require(try await script.ended().lines.last)))
        var measured: [JSONValue] = []
        for program in programs {
            let outcome = try await program.ended()
            #expect(outcome.status == .code(0), "\(outcome.error)")
            measured.append(try JSONValue.parse(String(try #require(outcome.lines.last))))
        }
        let (hz, bw, delay) = (measured[0], measured[1], measured[2])
        #expect(hz["count"]?.number == Double(Self.count))
        #expect(hz["lost"]?.number == 0)
        #expect(hz["window"]?.number == Double(Self.count - 1))
        for key in ["min", "max", "mean"] { #expect(bw[key]?.number == expected["sizes"]?[key]?.number) }
        var pairs = [
            ("rate", hz["rate"], expected["rate"]), ("interval", hz["mean"], expected["intervals"]?["mean"]),
            ("bytes a second", bw["bytesPerSecond"], expected["bytesPerSecond"]),
            ("sizes", bw["stdDev"], expected["sizes"]?["stdDev"]),
        ]
        for key in ["min", "max", "mean", "stdDev"] {
            for moment in ["published", "time"] {
                pairs.append(("\(moment) \(key)", delay[moment]?[key], expected[moment]?[key]))
            }
        }
        // What the stream was made with: 100 a second, published 1 to 2 s ago, measured 2 s earlier.
        pairs += [("made rate", hz["rate"], 100), ("made delay", delay["time"]?["min"], 3)]
        return pairs.filter { !Self.agree($0.1?.number, $0.2?.number) }
            .map { "\($0.0): \($0.1?.description ?? "nothing"), not \($0.2?.description ?? "nothing")" }
    }

    @Test("rate, bytes and delays are those that a script measures of the same messages") func agreement()
        async throws
    {
        let bus = try await Bus()
        var differences = ["not measured"]
        // On a busy machine one process may be held up and the other not; not so again and again.
        for _ in 0..<8 where !differences.isEmpty { differences = try await self.differences(on: bus) }
        #expect(differences == [])
        try await bus.end()
    }

    @Test("the words are those of ros2 topic, and tell what --json tells") func words() async throws {
        let bus = try await Bus()
        var programs: [Program] = []
        for verb in ["hz", "bw", "delay"] {
            let program = try bus.start("topic", verb, "note/", "--count", "20")
            try await program.until { $0.complained.contains("listening to note/") }
            programs.append(program)
        }
        let published = try await bus.run(
            "topic",
            "pub",
            "note/me",
            "\"ahoy\"",
            "--rate",
            "100",
            "--count",
            "20"
        )
        #expect(published.status == .code(0), "\(published.error)")
        var said: [String] = []
        for program in programs {
            let outcome = try await program.ended()
            #expect(outcome.status == .code(0), "\(outcome.error)")
            said.append(outcome.output)
        }
        let number = #"-?[0-9]+\.[0-9]+"#
        // Who was held up has had all of them in one moment, and there is no rate then.
        let atOnce = "no rate: 20 messages came at once, within 0\\.000000 s\n$"
        let hz = try Regex(
            "note/me\n(average rate: [0-9]+\\.[0-9]{3}\n\tmin: \(number)s max: \(number)s std dev: [0-9]\\.[0-9]{5}s window: 19\n$|\(atOnce))"
        )
        #expect(said[0].contains(hz), "\(said[0])")
        // "note/me", a bar, 32 bytes of stamp and 6 of payload.
        let bw = try Regex(
            "(\(number) [KM]?B/s from 20 messages\n\tMessage size mean: 46.00 B min: 46.00 B max: 46.00 B\n$|\(atOnce))"
        )
        #expect(said[1].contains(bw), "\(said[1])")
        let delay = try Regex(
            "average delay: \(number) \\(since 'published'\\)\n\tmin: \(number)s max: \(number)s std dev: \(number)s window: 20\n$"
        )
        #expect(said[2].contains(delay), "\(said[2])")
        try await bus.end()
    }

    @Test(
        "a topic on which nothing comes in time ends a measurement with 3",
        arguments: ["hz", "bw", "delay"]
    )
    func nothing(verb: String) async throws {
        let bus = try await Bus()
        for limit in ["--timeout", "--duration"] {
            let outcome = try await bus.run("topic", verb, "fix/nobody", limit, "0.2")
            #expect(outcome.status == .code(3), "\(outcome.error)")
            #expect(outcome.output == "")
            #expect(outcome.error.contains("0 messages"))
        }
        let few = try await bus.run("topic", "hz", "fix/nobody", "--count", "1")
        #expect(few.status == .code(2))
        #expect(few.error.contains("--count: 1 is not at least 2"))
        try await bus.end()
    }
}
