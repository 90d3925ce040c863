import Glibc
import Messages
import Platform
import Testing

@Suite(
    "A receiver that is used sparingly",
    .serialized,
    .timeLimit(.minutes(5)),
    .enabled(if: Source.python != nil, Source.noPython)
)
struct ReceiverEconomyTests {
    /// Feeds a terminal, ten epochs a second, until the collector has seen so many more fixes.
    private func fixes(_ count: Int, on terminal: PseudoTerminal, seenBy collector: Program) async throws {
        let before = try await collector.tally()["fix/gps"]
        while try await collector.tally()["fix/gps"] < before + count {
            for _ in 0..<5 {
                terminal.write(LiveTests.sentences(at: WallClock.seconds))
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    @Test("the first good fix is the only one, and the receiver is closed, until a client starts it again")
    func once() async throws {
        let bus = try await Bus()
        let terminal = try PseudoTerminal()
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        let gps = try bus.start("run", "gps", "source=serial:\(terminal.path)", "once=true")
        try await fixes(1, on: terminal, seenBy: collector)
        try await gps.until {
            $0.complained.contains("the receiver rests: the one fix that was asked for has been given")
        }
        for _ in 0..<10 {
            terminal.write(LiveTests.sentences(at: WallClock.seconds))
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await collector.tally()["fix/gps"] == 1)
        #expect(try await bus.run("call", "gps/start").output == "{\"running\":true}\n")
        try await fixes(1, on: terminal, seenBy: collector)
        #expect(
            try await bus.run("call", "gps/stop").output.contains(
                "\"running\":false,\"reason\":\"it was told to stop"
            )
        )
        #expect(try await gps.stop(SIGINT).status == .code(0))
        _ = try await collector.stop()
        try await bus.end()
    }

    @Test("while location services are off it rests and says so, and runs again when they are on")
    func switchedOff() async throws {
        let bus = try await Bus()
        let terminal = try PseudoTerminal()
        let collector = try await bus.collector(prefixes: ["fix/gps|", "failure/gps|"])
        let gps = try bus.start("run", "gps", "source=serial:\(terminal.path)")
        try await fixes(2, on: terminal, seenBy: collector)
        #expect(try await bus.run("location", "off").status == .code(0))
        try await gps.until {
            $0.complained.contains("location services are switched off; 'binnacle location on'")
        }
        let nodes = try await bus.run("node", "list")
        #expect(nodes.output.contains("degraded"), "\(nodes.output)")
        #expect(try await bus.run("call", "gps/start").output.contains("\"running\":false"))
        #expect(try await bus.run("location", "on").status == .code(0))
        try await fixes(2, on: terminal, seenBy: collector)
        #expect(try await gps.stop(SIGINT).status == .code(0))
        let (messages, _) = try await bus.messages(of: collector)
        #expect(messages.contains { $0.topic == "failure/gps" && $0.payload["code"]?.text == "denied" })
        try await bus.end()
    }

    @Test(
        "a receiver that nobody hears is closed, and opened for the first who listens; settings change while it runs"
    )
    func unheard() async throws {
        let bus = try await Bus()
        let terminal = try PseudoTerminal()
        let gps = try bus.start("run", "gps", "source=serial:\(terminal.path)", "pausesUnheard=true")
        try await gps.until { $0.complained.contains("the receiver rests: nobody listens") }
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        try await gps.until { $0.complained.contains("the receiver runs again") }
        try await fixes(2, on: terminal, seenBy: collector)
        let change = #"{"distanceFilter":1000,"desiredAccuracy":"0.001","worseFixes":"held"}"#
        #expect(try await bus.run("call", "gps/set", change).output.contains("\"worseFixes\":\"held\""))
        let before = try await collector.tally()["fix/gps"]
        for _ in 0..<10 {
            terminal.write(LiveTests.sentences(at: WallClock.seconds))
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await collector.tally()["fix/gps"] - before <= 1)
        let wrong = try await bus.run("call", "gps/set", #"{"desiredAccuracy":"good"}"#)
        #expect(wrong.status == .code(1) && wrong.error.contains("ten-metres"), "\(wrong.error)")
        #expect(try await gps.stop(SIGINT).status == .code(0))
        _ = try await collector.stop()
        try await bus.end()
    }
}
