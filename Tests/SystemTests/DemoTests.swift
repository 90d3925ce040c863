import Glibc
import Messages
import Platform
import Testing

@Suite("The demo walk", .serialized, .timeLimit(.minutes(5)))
struct DemoTests {
    @Test(
        "it drops a pin, walks out of its sight and back to it, with a valid heading nearly always",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func walk() async throws {
        let bus = try await Bus()
        let collector = try await bus.collector()
        try await bus.launch("demo.yaml", "speed=0")
        let tally = try Tally(line: try #require(try await collector.stop().lines.last))
        #expect(tally.faults == [], "something is lost")
        #expect(tally["fix/fusion"] == tally["fix/walk"])

        let lines = try bus.scratch.text(of: "messages.jsonl").split(separator: "\n")
        let headings = lines.filter { $0.hasPrefix(#"{"topic": "heading/fusion""#) }
        let valid = headings.filter { !$0.contains(#""invalid""#) && $0.contains(#""magneticHeading""#) }
        #expect(headings.count == tally["magnetic-field/walk"])
        #expect(
            valid.count >= headings.count * 95 / 100,
            "\(valid.count) of \(headings.count) headings are valid"
        )

        let pins = try lines.filter { $0.hasPrefix(#"{"topic": "pin/"#) }.map(Collected.init)
        #expect(pins.first?.payload["label"] == "Over Here!")
        let arrows = try lines.filter { $0.hasPrefix(#"{"topic": "arrow/"#) }.map {
            try Collected(line: $0).payload
        }
        let farthest = arrows.compactMap { $0["distance"]?.number }.max() ?? 0
        #expect(farthest > 150)
        #expect(arrows.contains { $0["visible"] == true })
        #expect(arrows.allSatisfy { ($0["distance"]?.number ?? 0) >= 45 || $0["visible"] == false })
        #expect(arrows.last?["visible"] == false, "\(String(describing: arrows.last))")
        #expect(arrows.last.flatMap { $0["distance"]?.number } ?? 1000 < 50)
        try await bus.end()
    }

    @Test("Ctrl-C ends it at any speed, and leaves nothing") func interrupted() async throws {
        let scratch = try Scratch()
        let rig = try Program(
            "binnacle",
            ["launch", "\(Source.root)/Config/demo.yaml", "speed=20"],
            environment: scratch.environment
        )
        try await rig.until { $0.complained.contains("drop: ended with exit code 0") }
        let children = Processes.children(of: rig.pid)
        // The bus, four nodes and the guardian; the node that drops the pin has ended.
        #expect(children.count == 6)
        let outcome = try await rig.stop(SIGINT)
        #expect(outcome.status == .code(0), "\(outcome.error)")
        #expect(children.filter(Processes.isAlive) == [])
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
    }
}
