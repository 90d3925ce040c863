import Glibc
import Messages
import Platform
import Testing

@Suite(
    "A receiver that is used sparingly",
    .serialized,
    .timeLimit(.minutes(10)),
    .enabled(if: Source.python != nil, Source.noPython)
)
struct ReceiverEconomyTests {
    /// Feeds a terminal, ten epochs a second, until the collector has seen so many more fixes, and returns how many it has.
    private func fixes(_ count: Int, on terminal: PseudoTerminal, seenBy collector: Program) async throws
        -> Int
    {
        var seen = 0
        while seen < count {
            try await feed(terminal, epochs: 5)
            seen += try await collector.tally()["fix/gps"]
        }
        return seen
    }

    private func feed(_ terminal: PseudoTerminal, epochs: Int) async throws {
        for _ in 0..<epochs {
            terminal.write(LiveTests.sentences(at: WallClock.seconds))
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Waits until the plugin has closed the terminal, or opened it.
    private func wait(for terminal: PseudoTerminal, toBeOpen isOpen: Bool) async throws {
        while terminal.isOpen != isOpen { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("the first good fix is the only one, and the receiver is closed, until a client starts it again")
    func once() async throws {
        let bus = try await Bus()
        let terminal = try PseudoTerminal()
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        let gps = try bus.start("run", "gps", "source=serial:\(terminal.path)", "once=true")
        #expect(try await fixes(1, on: terminal, seenBy: collector) == 1)
        try await gps.until {
            $0.complained.contains("the receiver rests: the one fix that was asked for has been given")
        }
        try await wait(for: terminal, toBeOpen: false)
        try await feed(terminal, epochs: 10)
        #expect(try await collector.tally()["fix/gps"] == 0)
        #expect(try await bus.run("call", "gps/start").output == "{\"running\":true}\n")
        _ = try await fixes(1, on: terminal, seenBy: collector)
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
        _ = try await fixes(2, on: terminal, seenBy: collector)
        #expect(try await bus.run("location", "off").status == .code(0))
        try await gps.until {
            $0.complained.contains("location services are switched off; 'binnacle location on'")
        }
        let nodes = try await bus.run("node", "list")
        #expect(nodes.output.contains("degraded"), "\(nodes.output)")
        #expect(try await bus.run("call", "gps/start").output.contains("\"running\":false"))
        #expect(try await bus.run("location", "on").status == .code(0))
        _ = try await fixes(2, on: terminal, seenBy: collector)
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
        try await wait(for: terminal, toBeOpen: false)
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        try await gps.until { $0.complained.contains("the receiver runs again") }
        try await wait(for: terminal, toBeOpen: true)
        _ = try await fixes(2, on: terminal, seenBy: collector)
        let change = #"{"distanceFilter":1000,"desiredAccuracy":"0.001","worseFixes":"held"}"#
        #expect(try await bus.run("call", "gps/set", change).output.contains("\"worseFixes\":\"held\""))
        _ = try await collector.tally()
        try await feed(terminal, epochs: 10)
        #expect(try await collector.tally()["fix/gps"] <= 1)
        let wrong = try await bus.run("call", "gps/set", #"{"desiredAccuracy":"good"}"#)
        #expect(wrong.status == .code(1) && wrong.error.contains("ten-metres"), "\(wrong.error)")
        for change in [#"{"maximumRate":-1}"#, #"{"distanceFilter":1e300}"#] {
            let wrong = try await bus.run("call", "gps/set", change)
            #expect(wrong.error.contains("give a number of at least 0 and at most 1000"), "\(wrong.error)")
        }
        #expect(try await gps.stop(SIGINT).status == .code(0))
        _ = try await collector.stop()
        try await bus.end()
    }

    @Test("between two significant changes the receiver is closed, and a client may have it opened")
    func significantChange() async throws {
        let bus = try await Bus()
        let terminal = try PseudoTerminal()
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        let gps = try bus.start(
            "run",
            "gps",
            "source=serial:\(terminal.path)",
            "monitoring=significant-change"
        )
        #expect(try await fixes(1, on: terminal, seenBy: collector) == 1)
        try await wait(for: terminal, toBeOpen: false)
        #expect(try await bus.run("call", "gps/start").output == "{\"running\":true}\n")
        // It has a look, which may be over before the terminal can be seen open.
        while gps.complained.ranges(of: "3D fix, was no fix").count < 2 {
            try await feed(terminal, epochs: 1)
        }
        #expect(try await gps.stop(SIGINT).status == .code(0))
        _ = try await collector.stop()
        try await bus.end()
    }

    @Test(
        "a receiver that has not moved for two minutes is closed, and says so to who asks; a client has it opened"
    )
    func still() async throws {
        let bus = try await Bus()
        let terminal = try PseudoTerminal()
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        let gps = try bus.start(
            "run",
            "gps",
            "source=serial:\(terminal.path)",
            "pausesAutomatically=true",
            "activityType=fitness"
        )
        _ = try await fixes(2, on: terminal, seenBy: collector)
        let began = MonotonicClock.seconds
        while terminal.isOpen { try await feed(terminal, epochs: 5) }
        // Within a circle of 20 m for 120 s, told by fixes, the first of which came some time before.
        #expect(MonotonicClock.seconds - began > 60)
        _ = try await collector.tally()
        try await feed(terminal, epochs: 5)
        #expect(try await collector.tally()["fix/gps"] == 0)
        #expect(try await bus.run("call", "gps/start").output == "{\"running\":true}\n")
        try await wait(for: terminal, toBeOpen: true)
        _ = try await fixes(1, on: terminal, seenBy: collector)
        #expect(try await gps.stop(SIGINT).status == .code(0))
        _ = try await collector.stop()
        try await bus.end()
    }
}
