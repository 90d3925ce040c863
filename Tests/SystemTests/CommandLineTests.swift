import Glibc
import Messages
import Platform
import Testing

@Suite("The command line", .serialized, .timeLimit(.minutes(5)))
struct CommandLineTests {
    private static let verbs = [
        "", "launch", "run", "bus", "keys", "keys new", "keys list", "keys revoke", "watch", "topic",
        "topic list", "topic echo", "node", "node list", "pin",
        "pin drop",
        "pin list", "pin clear", "call", "plugin", "plugin list", "plugin info", "magnetic", "geodesic",
    ]

    @Test("every verb explains itself", arguments: verbs) func help(verb: String) async throws {
        let words = verb.split(separator: " ").map(String.init)
        let outcome = try await Program.run("binnacle", words + ["--help"])
        #expect(outcome.status == .code(0))
        #expect(outcome.error == "")
        #expect(outcome.output.contains("Usage:\n  " + (["binnacle"] + words).joined(separator: " ")))
        #expect(try await Program.run("binnacle", ["help"] + words).output == outcome.output)
    }

    // NOAA and BGS, WMM2025_TEST_VALUE_TABLE_FOR_REPORT: half a unit of the last digit.
    @Test("the magnetic field is that of the model's report") func magnetic() async throws {
        let outcome = try await Program.run(
            "binnacle",
            ["magnetic", "-80", "-120", "--date", "2027.5", "--altitude", "100000", "--json"]
        )
        let report = try JSONValue.parse(outcome.output.trimmed)
        let expected = [
            ("x", 5984.0, 0.05), ("y", 14760.1, 0.05), ("z", -49317.7, 0.05), ("declination", 67.93, 0.005),
        ]
        for (key, value, tolerance) in expected {
            #expect(abs((report[key]?.number ?? 0) - value) <= tolerance, "\(key)")
        }
        #expect(report["zone"] == "normal")
    }

    // One degree of the equator of WGS84: 6378137 m × π / 180.
    @Test("a geodesic has its length and its bearings") func geodesic() async throws {
        let outcome = try await Program.run("binnacle", ["geodesic", "0", "0", "0", "1", "--json"])
        let line = try JSONValue.parse(outcome.output.trimmed)
        #expect(abs((line["distance"]?.number ?? 0) - 111_319.490_793_273_57) < 15e-9)
        #expect(line["initialBearing"]?.number == 90)
        #expect(line["finalBearing"]?.number == 90)
    }

    @Test("a reader that goes away ends an echo in silence") func closedPipe() async throws {
        let bus = try await Bus()
        let rig = try bus.start("launch", "\(Source.root)/Config/demo.yaml", "speed=20")
        let outcome = try await Program.run(
            "/bin/bash",
            [
                "-c", "\"$0\" topic echo heading/ | head -n 1; exit \"${PIPESTATUS[0]}\"",
                "\(Program.folder)/binnacle",
            ],
            environment: bus.environment
        )
        #expect(outcome.status == .code(128 + SIGPIPE))
        #expect(outcome.error == "")
        #expect(outcome.lines.count == 1)
        #expect(outcome.output.hasPrefix("heading/fusion {"))

        let list = try await bus.run("topic", "list", "--json")
        #expect(list.status == .code(0), "\(list.error)")
        let topics = try list.lines.map { try JSONValue.parse(String($0)) }
        #expect(
            topics.contains {
                $0["topic"] == "heading/fusion" && $0["node"] == "fusion" && $0["kept"] == true
            }
        )
        #expect(try await rig.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("nodes are asked, and what they refuse is said with their words") func call() async throws {
        let bus = try await Bus()
        let pins = try bus.start("run", "pins", "store=memory:")
        try await pins.until { $0.complained.contains("pins: ready") }
        let list = try await bus.run("call", "pins/list", "{}")
        #expect(list.status == .code(0), "\(list.error)")
        #expect(try JSONValue.parse(list.output.trimmed) == ["pins": []])
        let drop = try await bus.run("pin", "drop")
        #expect(drop.status == .code(1))
        #expect(drop.error.contains("no fix"), "\(drop.error)")
        let nobody = try await bus.run("call", "nobody/x", "{}")
        #expect(nobody.status == .code(1))
        #expect(nobody.error.contains("nobody"), "\(nobody.error)")
        #expect(nobody.error.contains("unknown-node"), "\(nobody.error)")
        let nothing = try await bus.run("call", "pins/nothing", "{}")
        #expect(nothing.status == .code(1))
        #expect(nothing.error.contains("list"), "\(nothing.error)")
        #expect(try await bus.run("call", "pins/list", "{").status == .code(2))
        #expect(try await pins.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("an echo for which nothing comes in time ends with 3") func timeout() async throws {
        let bus = try await Bus()
        let echo = try await bus.run("topic", "echo", "fix/nobody", "--timeout", "0.3")
        #expect(echo.status == .code(3))
        #expect(echo.output == "")
        try await bus.end()
    }

    @Test(
        "Ctrl-C in the terminal view ends the rig and puts the terminal back",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func terminal() async throws {
        let scratch = try Scratch()
        let outcome = try await Program.run(
            try #require(Source.python),
            [
                Source.script("terminal.py"), "Over Here!", "\(Program.folder)/binnacle", "launch", "--watch",
                "\(Source.root)/Config/demo.yaml", "speed=20",
            ],
            environment: scratch.environment.merging(["TERM": "xterm", "LC_ALL": "C.UTF-8"]) { $1 }
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
        let seen = try JSONValue.parse(outcome.output.trimmed)
        #expect(seen["status"] == 0, "\(outcome.output)")
        #expect(seen["entered"] == true)
        #expect(seen["left"] == true, "the other screen stays")
        #expect(seen["cursor"] == true, "the cursor stays hidden")
        #expect(seen["settings"] == true, "the settings are not those from before")
        #expect(Processes.on(scratch) == [])
        #expect(scratch.busIsGone)
    }

    @Test(
        "Ctrl-Z in the terminal view gives the terminal back before it stops, each time",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func suspended() async throws {
        let scratch = try Scratch()
        let outcome = try await Program.run(
            try #require(Source.python),
            [
                Source.script("suspend.py"), "Over Here!", "20", "\(Program.folder)/binnacle", "launch",
                "--watch", "\(Source.root)/Config/demo.yaml", "speed=4",
            ],
            environment: scratch.environment.merging(["TERM": "xterm", "LC_ALL": "C.UTF-8"]) { $1 }
        )
        let seen = try JSONValue.parse(outcome.output.trimmed)
        #expect(seen["restored"] == 20, "\(outcome.output)\(outcome.error)")
        #expect(seen["status"] == 0, "\(outcome.output)")
        #expect(Processes.on(scratch) == [])
    }
}
