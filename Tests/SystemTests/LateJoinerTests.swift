import Glibc
import Messages
import Platform
import Testing

@Suite("Those who join late", .serialized, .timeLimit(.minutes(5)))
struct LateJoinerTests {
    @Test(
        "a node has the last fix, heading and pin at once, and so has a bare script that asks for them",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func last() async throws {
        let bus = try await Bus()
        try await bus.launch("demo.yaml", "speed=0")
        // The rig has ended: nothing is published any more, and what it published last does not age out.
        for topic in ["fix/fusion", "heading/fusion", "pin/"] {
            let echo = try await bus.run("topic", "echo", topic, "--count", "1", "--json", "--timeout", "5")
            #expect(echo.status == .code(0), "\(topic): \(echo.error)")
            let message = try JSONValue.parse(String(try #require(echo.lines.first, "\(topic)")))
            #expect(message["lastValue"] == true, "\(topic)")
            #expect(message["topic"]?.text?.hasPrefix(topic) == true)
        }
        for prefix in ["fix/fusion|", "heading/fusion|", "pin/pins/"] {
            // The script ends well only if the closing message comes.
            let outcome = try await Program.run(
                try #require(Source.python),
                ["\(Source.root)/examples/python/last.py", prefix],
                environment: bus.environment
            )
            #expect(outcome.status == .code(0), "\(outcome.error)")
            #expect(outcome.lines.count == 1, "\(outcome.output)")
            let parts = try #require(outcome.lines.first).split(separator: " ", maxSplits: 1)
            #expect(parts.first?.hasPrefix(prefix.split(separator: "|")[0]) == true)
            #expect(try JSONValue.parse(String(try #require(parts.last)))["time"]?.number != nil)
        }
        try await bus.end()
    }

    @Test("a node that joins a running rig has the pin that was dropped before") func running() async throws {
        let bus = try await Bus()
        let rig = try bus.start("launch", "\(Source.root)/Config/demo.yaml", "speed=4")
        try await rig.until { $0.complained.contains("drop: ended with exit code 0") }
        // A bus takes messages a moment later than requests when it has just begun.
        while try await !bus.run("call", "bus/last", #"{"prefix":"pin/"}"#).output.contains("Over Here!") {}
        let echo = try await bus.run("topic", "echo", "pin/", "--count", "1", "--json", "--timeout", "5")
        #expect(echo.status == .code(0), "\(echo.error)")
        #expect(try JSONValue.parse(String(try #require(echo.lines.first)))["lastValue"] == true)
        let outcome = try await rig.stop(SIGINT)
        #expect(outcome.status == .code(0), "\(outcome.error)")
        try await bus.end()
    }
}
