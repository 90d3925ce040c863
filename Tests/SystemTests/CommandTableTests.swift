import Glibc
import Messages
import Platform
import Testing

/// Every command that prints data, on a rig that runs: what it says, what `--json` says, and what it does without a reader.
@Suite("Every command", .serialized, .timeLimit(.minutes(5)))
struct CommandTableTests {
    /// A command, what is in its text, and which key each line of its JSON has; `nil` where it has no `--json`.
    private static let table: [(command: String, text: String, key: String?)] = [
        ("ps", "NODE ", "name"),
        ("topic list", "fix/fusion", "topic"),
        ("topic list fix/f", "fix/fusion", "topic"),
        ("topic info fix/fusion", "Type: fix\n", "topic"),
        ("topic echo fix/fusion --count 2", "fix/fusion {\"time\":", "payload"),
        ("topic hz fix/fusion --count 4", "average rate: ", "rate"),
        ("topic bw fix/fusion --count 4", " messages\n\tMessage size mean: ", "bytesPerSecond"),
        ("topic delay imu/walk --count 5", "(since 'published')", "published"),
        ("node list", "fusion ", "name"),
        ("node info fusion", "Node: fusion\n", "name"),
        ("top --once", "TOPIC ", "topics"),
        ("top --duration 1.5", "TOPIC ", "topics"),
        ("watch --duration 1.5", "from ", "nodes"),
        ("capabilities", "CAPABILITY ", "capability"),
        ("location", "location services are on\n", "enabled"),
        ("doctor", "PASS bus: answers within ", "check"),
        ("pin drop here", "  here\n", "id"),
        ("pin list", "  here\n", "id"),
        ("plugin list", "PLUGIN ", "id"),
        ("plugin info gps", "gps", "parameters"),
        ("plugin check gps", "gps: nothing is wrong\n", "runs"),
        ("magnetic 54.4 10.2", "declination ", "declination"),
        ("geodesic 0 0 0 1", "distance ", "distance"),
        ("keys list", "KEY ", "name"),
        ("keys new other", "/keys/other.key\n", nil),
        ("call pins/list", "{\"pins\":[", "pins"),
        ("set walk speed=4", "{\"speed\":4.0}\n", "speed"),
        ("logs talker", "hello\n", "text"),
        ("logs talker --follow --duration 0.3", "hello\n", "text"),
        ("completion bash", "_binnacle()", nil),
        ("decode FOLDER/walk.nmea", #"{"topic":"fix/gps","message":{"time":"#, "topic"),
        ("pin clear", "p", "id"),
    ]
    /// Those that print no data, or are tried at length where the name says.
    private static let elsewhere: Set<String> = [
        // RigControlTests, RigTwiceTests, FaultRig…Tests, BusVerbTests
        "launch", "run", "bus", "ready", "start", "stop", "restart", "down",
        // SecurityTests, PluginTests, Look…Tests
        "keys revoke", "plugin new", "watch", "topic pub",
    ]

    private static let rig = """
        version: 1
        nodes:
          walk: {plugin: replay, parameters: {source: city-walk, speed: 4, loop: true, time: now}}
          fusion: {plugin: fusion}
          pins: {plugin: pins, parameters: {store: "memory:", multiple: true}}
          talker: {run: [sh, -c, "echo hello; exec sleep 1000"]}

        """

    /// Runs something on a rig of its own.
    private func onRig(_ body: ([String: String]) async throws -> Void) async throws {
        let scratch = try Scratch()
        let file = try scratch.file("rig.yaml", Self.rig)
        let environment = scratch.environment.merging(["BINNACLE_KEYS": "\(scratch.path)/keys"]) { $1 }
        let sentence = "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"
        _ = try scratch.file("walk.nmea", sentence)
        let rig = try Program("binnacle", ["launch", file], environment: environment)
        try await rig.until { $0.complained.contains("pins: ready") && $0.said.contains("hello") }
        for command in [
            "keys new one", "topic echo fix/fusion --count 1", "topic echo status/walk --count 1",
        ] {
            let outcome = try await run(command, environment)
            #expect(outcome.status == .code(0), "\(command): \(outcome.error)")
        }
        try await body(environment)
        #expect(try await rig.stop(SIGINT).status == .code(0))
        #expect(Processes.on(scratch) == [], "something is left running")
    }

    private func run(_ command: String, _ environment: [String: String]) async throws -> Program.Outcome {
        try await Program.run("binnacle", words(command, environment), environment: environment)
    }

    /// The words of a command, the folder of the test in its place.
    private func words(_ command: String, _ environment: [String: String]) -> [String] {
        let folder = environment["BINNACLE_KEYS"]?.dropLast("/keys".count) ?? ""
        return command.replacing("FOLDER", with: folder).split(separator: " ").map(String.init)
    }

    @Test("the table has every verb") func complete() async throws {
        let help = try await Program.run("binnacle", ["--help"])
        let names = help.lines.filter { $0.hasPrefix("  binnacle ") }.map { line in
            line.split(separator: " ").dropFirst().prefix { $0.allSatisfy { $0.isLowercase } }
                .joined(separator: " ")
        }
        let known = Self.table.map(\.command)
        for name in Set(names)
        where !name.isEmpty && !name.hasPrefix("help") && !Self.elsewhere.contains(name) {
            #expect(known.contains { $0 == name || $0.hasPrefix("\(name) ") }, "\(name) is not in the table")
        }
        #expect(names.count >= 40)
    }

    @Test("says what it has to in text, and with --json an object a line") func output() async throws {
        try await onRig { environment in
            for (command, text, key) in Self.table {
                let plain = try await run(command, environment)
                #expect(plain.status == .code(0), "\(command): \(plain.error)")
                #expect(plain.output.contains(text), "\(command): \(plain.output)")
                guard let key else { continue }
                // What was cleared is there again to be cleared.
                if command == "pin clear" { _ = try await run("pin drop again", environment) }
                let json = try await run("\(command) --json", environment)
                #expect(json.status == .code(0), "\(command): \(json.error)")
                #expect(!json.lines.isEmpty, "\(command)")
                for line in json.lines {
                    #expect(try JSONValue.parse(String(line))[key] != nil, "\(command): \(line)")
                }
            }
        }
    }

    @Test("ends in silence where nobody reads") func closed() async throws {
        try await onRig { environment in
            // A pipe whose only reader has gone before the command begins.
            let shell = #"""
                exec 3<>"$1" 4>"$1" 3<&-
                program=$0; shift; exec "$program" "$@" >&4 4>&-
                """#
            let pipe = "\(try #require(environment["BINNACLE_KEYS"])).pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let commands = Self.table.flatMap {
                $0.key == nil ? [$0.command] : [$0.command, "\($0.command) --json"]
            }
            for command in commands {
                // Only so has the other one something to print.
                if command.hasPrefix("pin clear") { _ = try await run("pin drop again", environment) }
                if command == "keys new other" { continue }
                let outcome = try await Program.run(
                    "/bin/bash",
                    ["-c", shell, "\(Program.folder)/binnacle", pipe]
                        + words(command, environment),
                    environment: environment
                )
                #expect(outcome.status == .signal(SIGPIPE), "\(command): \(outcome.status) \(outcome.error)")
                #expect(!outcome.error.contains("pipe"), "\(command): \(outcome.error)")
            }
        }
    }

    @Test("what follows a node's log ends when its reader goes away, while nothing is written") func unread()
        async throws
    {
        try await onRig { environment in
            let pipeline = "\"$0\" logs talker --follow | true; exit \"${PIPESTATUS[0]}\""
            let outcome = try await Program.run(
                "/bin/bash",
                ["-c", pipeline, "\(Program.folder)/binnacle"],
                environment: environment
            )
            #expect(outcome.status == .code(128 + SIGPIPE), "\(outcome.error)")
        }
    }

    @Test("what goes on by itself ends well by Ctrl-C") func interrupted() async throws {
        try await onRig { environment in
            for command in ["logs talker --follow", "topic pub note/me 1 --rate 10"] {
                let program = try Program(
                    "binnacle",
                    command.split(separator: " ").map(String.init),
                    environment: environment
                )
                try await eventually("\(command) never takes SIGINT") {
                    Processes.takes(SIGINT, program.pid) || !program.isRunning
                }
                // Before it has begun it would end as interrupted.
                try await eventually("\(command) never begins") {
                    if command.hasPrefix("logs") { return !program.said.isEmpty || !program.isRunning }
                    let list = try await Program.run("binnacle", ["topic", "list"], environment: environment)
                    return list.output.contains("note/me")
                }
                let outcome = try await program.stop(SIGINT)
                // Within 0.7 s by itself: else the signal would have ended it.
                #expect(outcome.status == .code(0), "\(command): \(outcome.status) \(outcome.error)")
            }
        }
    }
}
