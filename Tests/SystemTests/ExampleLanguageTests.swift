import Glibc
import Messages
import Platform
import Testing

@Suite(
    "The examples in all languages",
    .serialized,
    .enabled(if: Source.python != nil, Source.noPython),
    .timeLimit(.minutes(5))
)
struct ExampleLanguageTests {
    /// A bus with a Python peer that publishes, and one that writes down what comes.
    private struct Meeting {
        let scratch: Scratch
        let bus: Program
        /// Its address at the loopback, for who has no sockets in files, and for its Python peers.
        let ports: [String: String]
        let feed: Program
        let collector: Program

        init() async throws {
            scratch = try Scratch()
            let place = try #require(scratch.environment["BINNACLE_BUS"])
            let addresses = ["--address", place, "--address", "tcp://127.0.0.1:*"]
            bus = try Program("binnacle", ["bus"] + addresses, environment: scratch.environment)
            try await bus.until { $0.said.split(separator: "\n").count == 2 && $0.said.hasSuffix("\n") }
            let address = try #require(bus.said.split(separator: "\n").last)
            ports = scratch.environment.merging(["BINNACLE_BUS": String(address)]) { $1 }
            let python = try #require(Source.python)
            collector = try Program(
                python,
                [Source.script("collect.py"), "\(scratch.path)/messages.jsonl", "fix/"],
                environment: ports
            )
            try await collector.until { $0.said.contains("ready") }
            feed = try Program(python, [Source.script("feed.py")], environment: ports)
        }

        /// Sockets in files for all that have them: what is published at one address comes out at the other.
        private func environment(of language: ExampleLanguage) -> [String: String] {
            language.hasFileSockets ? scratch.environment : ports
        }

        func subscriber(_ language: ExampleLanguage) throws -> Program {
            try language.start(language.subscribe, in: scratch, environment: environment(of: language))
        }

        /// Starts a provider under the name of its language's folder.
        func provider(_ language: ExampleLanguage) throws -> Program {
            let environment = environment(of: language).merging(["BINNACLE_NODE": language.folder]) { $1 }
            return try language.start(language.provide, in: scratch, environment: environment)
        }

        /// Ends all, and returns what the Python peer has got.
        func end(_ programs: [Program]) async throws -> ([Collected], Tally) {
            for program in programs { try await program.stop(SIGTERM) }
            let tally = try Tally(line: try #require(try await collector.stop().lines.last))
            try await feed.stop(SIGTERM)
            #expect(try await bus.stop().status == .code(0))
            return (try scratch.text(of: "messages.jsonl").split(separator: "\n").map(Collected.init), tally)
        }
    }

    @Test("the table names eight languages, each with its packages and programs") func table() {
        #expect(
            ExampleLanguage.all.map(\.folder) == [
                "python", "c", "cpp", "java", "rust", "octave", "perl", "php",
            ]
        )
        for language in ExampleLanguage.all {
            #expect(!language.packages.isEmpty && !language.subscribe.isEmpty && !language.provide.isEmpty)
        }
    }

    @Test(
        "a subscriber prints what a Python peer publishes, and a Python peer gets what a provider publishes",
        arguments: ExampleLanguage.all
    )
    func peers(_ language: ExampleLanguage) async throws {
        let missing = language.missing.joined(separator: " ")
        guard missing.isEmpty else {
            // A case of a test that is cancelled is not mentioned in the log; a warning is.
            Issue.record("\(language.name) is not tried; run: apt install \(missing)", severity: .warning)
            return
        }
        let meeting = try await Meeting()
        try await language.build(in: meeting.scratch)
        let subscriber = try meeting.subscriber(language)
        let provider = try meeting.provider(language)
        try await subscriber.until { lines($0, from: "feed").count > 10 }
        try await subscriber.until { lines($0, from: language.folder).count > 2 }
        let (messages, tally) = try await meeting.end([provider, subscriber])
        try check(lines(subscriber, from: "feed").dropLast(), of: language)
        try check(messages, from: language)
        #expect(tally.faults == [])
    }

    @Test("programs in all languages that are there hear each other on one bus")
    func together() async throws {
        let languages = ExampleLanguage.all.filter { $0.missing.isEmpty }
        let meeting = try await Meeting()
        for language in languages { try await language.build(in: meeting.scratch) }
        let subscribers = try languages.map { try meeting.subscriber($0) }
        let providers = try languages.map { try meeting.provider($0) }
        for subscriber in subscribers {
            for source in languages.map(\.folder) + ["feed"] {
                try await subscriber.until { lines($0, from: source).count > 2 }
            }
        }
        let (messages, tally) = try await meeting.end(providers + subscribers)
        for language in languages { try check(messages, from: language) }
        #expect(tally.faults == [])
    }

    @Test("what is no address of a bus is said in one sentence", arguments: ExampleLanguage.all)
    func noAddress(_ language: ExampleLanguage) async throws {
        guard language.missing.isEmpty else { return }
        let scratch = try Scratch()
        try await language.build(in: scratch)
        for (command, address) in zip(
            [language.subscribe, language.provide, language.subscribe, language.provide],
            ["tcp://boat:x", "tcp://::1:7750", "tcp://boat:65534", "boat:7750"]
        ) {
            let environment = scratch.environment.merging(["BINNACLE_BUS": address]) { $1 }
            let program = try language.start(command, in: scratch, environment: environment)
            let outcome = try await program.ended()
            #expect(outcome.status != .code(0), "\(command) at \(address)")
            // What builds a program first may say so, too.
            let told = outcome.error.split(separator: "\n").filter { $0.contains("BINNACLE_BUS") }
            #expect(
                told.count == 1 && told[0].contains("'\(address)' is not the address of a bus"),
                "\(outcome.error)"
            )
        }
    }

    /// The lines that a subscriber has printed of a source.
    private func lines(_ program: Program, from source: String) -> [Substring] {
        program.said.split(separator: "\n").filter { $0.hasPrefix("fix/\(source) ") }
    }

    /// Checks what a subscriber has printed of the feed: every message in order, its payload to the byte.
    private func check(_ lines: some Sequence<Substring>, of language: ExampleLanguage) throws {
        var due: Int?
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 2)
            let sequence = try #require(words.count == 3 ? Int(words[1]) : nil, "\(line)")
            #expect(sequence == due ?? sequence, "\(line)")
            due = sequence + 1
            let payload =
                #"{"time": \#(sequence).5, "latitude": 54.5, "longitude": 10.25, "source": "a|b ü"}"#
            #expect(words[2] == payload)
        }
    }

    /// Checks what a provider has published: fixes of this moment, of one publisher.
    private func check(_ messages: [Collected], from language: ExampleLanguage) throws {
        // Who ends may erase what is no longer true.
        let own = messages.filter { $0.topic == "fix/\(language.folder)" && $0.payload != .null }
        #expect(own.count > 2, "\(language.name)")
        #expect(Set(own.map(\.publisher)).count == 1)
        #expect(own.allSatisfy { Double($0.publisher).map { $0 < 0x1p53 } ?? false })
        for message in own {
            let time = try #require(message.payload["time"]?.number)
            let age = try #require(message.published) - time
            // A provider takes both from one reading of the clock, or has the bus stamp it soon after.
            #expect(abs(age) < 10, "\(language.name): \(time)")
            #expect(message.payload["technology"] == "simulated")
            #expect(abs((message.payload["latitude"]?.number ?? 0) - 54.4) < 0.001)
        }
    }
}
