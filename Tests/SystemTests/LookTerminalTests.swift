import Glibc
import Messages
import Platform
import Testing

@Suite(
    "Views in a terminal",
    .serialized,
    .enabled(if: Source.python != nil, Source.noPython),
    .timeLimit(.minutes(5))
)
struct LookTerminalTests {
    private func run(_ steps: [(String, String)], _ command: String..., on bus: Bus) async throws -> JSONValue
    {
        let list = JSONValue.array(steps.map { .array([.string($0.0), .string($0.1)]) })
        let outcome = try await Program.run(
            try #require(Source.python),
            [Source.script("screen.py"), list.description, "\(Program.folder)/binnacle"] + command,
            environment: bus.environment.merging(["TERM": "xterm", "LC_ALL": "C.UTF-8"]) { $1 }
        )
        let seen = try JSONValue.parse(outcome.output.trimmed)
        #expect(seen["status"]?.number == 0, "\(outcome.output)\(outcome.error)")
        #expect(seen["left"] == true, "the other screen stays")
        #expect(seen["cursor"] == true, "the cursor stays hidden")
        #expect(seen["settings"] == true, "the settings are not those from before")
        #expect((seen["widest"]?.number ?? 1000) <= 120)
        return seen
    }

    private func screens(_ seen: JSONValue) -> [[String]] {
        guard case .array(let screens)? = seen["screens"] else { return [] }
        return screens.map { screen in
            guard case .array(let lines) = screen else { return [] }
            return lines.compactMap(\.text)
        }
    }

    @Test("the table is shown, sorted by keys, and put away by q and by Ctrl-C") func top() async throws {
        let bus = try await Bus()
        let pins = try bus.start("run", "pins", "store=memory:")
        try await pins.until { $0.complained.contains("pins: ready") }
        for (first, second) in [("n", "q"), ("b", "\u{3}")] {
            let seen = try await run([("status/pins", first), ("q quit", second)], "top", on: bus)
            let screen = try #require(screens(seen).first)
            #expect(screen[0].hasPrefix("binnacle top  ipc://"))
            #expect(screen[1].hasPrefix("NODE    STATE"))
            #expect(screen[2].hasPrefix("launch  ready"))
            #expect(screen[3].hasPrefix("pins    ready"))
            #expect(screen.last == "r by rate   b by bytes   n by name   q quit")
        }
        #expect(try await pins.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("keys remember a place under a label, cancel, show more, and trash the pin") func watch()
        async throws
    {
        let bus = try await Bus()
        let pins = try bus.start("run", "pins", "store=memory:")
        try await pins.until { $0.complained.contains("pins: ready") }
        let fix = #"{"latitude":54.5,"longitude":10.25,"source":"me"}"#
        let publisher = try bus.start("topic", "pub", "fix/fusion", fix, "--now", "--rate", "20")
        let seen = try await run(
            [
                ("54.500000", "r"), ("remember this place as: _", "x\u{1B}"),
                ("nothing is remembered", "rcafé\u{7F}e\r"),
                ("remembered as cafe", "i"), ("label         cafe", "\u{1B}"), ("distance", "t"),
                ("forget 'cafe'?", "n"), ("kept", "t"), ("forget 'cafe'?", "y"), ("forgotten", "q"),
            ],
            "watch",
            on: bus
        )
        #expect(screens(seen).count == 10)
        #expect(screens(seen).last?.contains("pin        none: drop one with 'binnacle pin drop'") == true)
        #expect(try await bus.run("pin", "list", "--json").output == "")
        #expect(try await publisher.stop(SIGINT).status == .code(0))
        #expect(try await pins.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("a command of the view that cannot be carried out is told, and the view goes on") func refused()
        async throws
    {
        let bus = try await Bus()
        let seen = try await run(
            [("r remember", "rboat\r"), ("no node 'pins'", "t"), ("no pin to forget", "q")],
            "watch",
            on: bus
        )
        #expect(screens(seen).count == 3)
        try await bus.end()
    }
}
