import Glibc
import Platform
import Testing

@Suite("Bad input", .serialized, .timeLimit(.minutes(5)))
struct BadInputTests {
    /// A command line, the code that it is to end with, and what its one line is to name.
    struct Case: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var code: Int32
        var words: [String]

        init(_ arguments: String, _ code: Int32, _ words: String...) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.code = code
            self.words = words
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    /// What `@` stands for in command lines: the folder with the files below.
    private static let files = [
        "empty.csv": "",
        "header.csv": "time,latitude,longitude\n",
        "semicolons.csv": "time;latitude;longitude\n1700000000;54,5;10,25\n",
        "garbage": "\u{1B}]0;\u{7}\u{0}\u{1}\u{FFFD}\u{2}\n\u{3}\u{4}",
        "wrong.csv": "time,latitute,longitude\n1700000000,54.5,10.25\n",
        "useless.csv": "a,b\n1,2\n",
        "short.csv": "time,latitude,longitude\n1700000000,54.5,10.25\n1700000001,54.5\n",
        "range.csv": "time,latitude,longitude\n1700000000,91,10.25\n",
        "damaged.log": "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*00\n",
        "good.csv": "time,latitude,longitude\n1700000000,54.5,10.25\n",
        "key.yaml": "version: 1\nnodes:\n  walk: {plugin: fusion, parametres: {hold: 5}}\n",
        "broken.yaml": "version: 1\nnodes: {walk: [\n",
        "cycle.yaml":
            "version: 1\nnodes:\n  a: {plugin: fusion, after: [b]}\n  b: {plugin: pins, after: [a]}\n",
        "nobody.yaml": "version: 1\nnodes:\n  a: {plugin: nobody}\n",
        "type.yaml":
            "version: 1\nnodes:\n  a: {plugin: replay, parameters: {source: city-walk, speed: fast}}\n",
        "program.yaml": "version: 1\nnodes:\n  a: {run: [no-such-program-anywhere]}\n",
    ]

    private static let replay = "launch CONFIG/replay.yaml"

    /// What fails before anything has been started.
    private static let commandLines = [
        Case("\(replay) log=@/good.csv speed=fast", 2, "speed", "'fast'", "number"),
        Case("\(replay) log=@/good.csv speed=-1", 2, "speed", "-1", "at least 0"),
        Case("\(replay) log=@/good.csv speed=1e9", 2, "speed", "command line", "1000000"),
        Case("\(replay) log=@/good.csv sped=1", 2, "sped", "did you mean 'speed'"),
        Case("\(replay) log=@/good.csv time=soon", 2, "time", "'soon'", "recorded"),
        Case("\(replay)", 2, "replay.yaml:", "'log'", "not given"),
        Case("launch @/nowhere.yaml", 2, "nowhere.yaml", "No such file"),
        Case("launch @/key.yaml", 2, "key.yaml:3:", "parametres", "did you mean"),
        Case("launch @/broken.yaml", 2, "broken.yaml:"),
        Case("launch @/cycle.yaml", 2, "cycle.yaml:", "a", "b"),
        Case("launch @/nobody.yaml", 2, "nobody.yaml:3:", "'nobody'"),
        Case("launch @/type.yaml", 2, "type.yaml:3:", "speed", "number"),
        Case("decode @/nowhere.nmea", 1, "nowhere.nmea", "No such file", "standard input"),
        Case("decode @", 1, "directory"),
        Case("decode @/good.csv", 1, "good.csv", "neither NMEA sentences nor UBX frames"),
        Case("decode @/good.csv --source A/B", 2, "--source"),
        Case("decode @/good.csv --date yesterday", 2, "yesterday"),
        Case("launch", 2, "missing FILE"),
        Case("run nobody", 2, "'nobody'", "BINNACLE_PLUGIN_PATH"),
        Case("run replay", 2, "'source'"),
        Case("run replay source=city-walk speed=fast", 2, "speed", "'fast'"),
        Case("run replay source=city-walk latitude=91", 2, "latitude", "91", "85"),
        Case("run replay source=city-walk sead=3", 2, "sead", "did you mean 'seed'"),
        Case("run replay --name A/B source=city-walk", 2, "A/B"),
        Case("lunch", 2, "'lunch'", "did you mean 'launch'"),
        Case("topic ekho", 2, "'ekho'", "did you mean 'echo'"),
        Case("topic echo --cout 3", 2, "--cout", "did you mean '--count'"),
        Case("topic echo --count none", 2, "--count", "'none'"),
        Case("topic echo FIX/", 2, "FIX/"),
        Case("bus --address http://localhost", 2, "http://localhost", "ipc://"),
        Case("bus --address tcp://nobody.invalid:7750", 1, "nobody.invalid", "tcp://127.0.0.1:7750"),
        Case("bus --address ipc://@/good.csv", 1, "good.csv", "not a folder"),
        Case("bus --address tcp://0.0.0.0:7750", 1, "0.0.0.0", "--secure", "--insecure"),
        Case("bus --secure ipc://@/b", 1, "ipc://", "--address"),
        Case("keys new BUS", 1, "'BUS'", "a-z"),
        Case("keys new phone --publish fix/gps", 2, "fix/gps", "kind"),
        Case("keys new phone --call drop", 2, "'drop'", "NODE/METHOD"),
        Case("keys new phone --call a/b,,c/d", 2, "empty name"),
        Case("topic list --address ipc://@/none", 1, "no bus answers", "binnacle bus"),
        Case("call nobody/x", 1, "no bus answers"),
        Case("call nobody", 2, "'nobody'", "node/method"),
        Case("pin drop --at 91,0", 2, "91"),
        Case("magnetic 91 0", 2, "91", "LATITUDE"),
        Case("magnetic 0 360", 2, "360", "LONGITUDE"),
        Case("geodesic 0 -181 0 0", 2, "-181", "LON1"),
        Case("bus --address tcp://[nonsense]:7750", 2, "[nonsense]", "[::1]"),
        Case("bus --address tcp://203.0.113.9:7750 --insecure", 1, "203.0.113.9", "no such address"),
        Case("keys new phone --call a/*b", 2, "'a/*b'", "NODE/*"),
        Case("magnetic 54 10 --date 2035", 1, "2035", "2029"),
        Case("geodesic 1 2 3", 2, "LON2"),
        Case("plugin info nobody", 1, "'nobody'"),
        Case("plugin new launch --language c", 2, "'launch'", "the launcher's own name"),
        Case("plugin new depth --language c --in a:b", 2, "'a:b'", "colons"),
        Case("topic list --address ipc:///dev/null", 1, "/dev/null is no folder", "BINNACLE_BUS"),
    ]

    /// What a node finds, in a rig that has begun.
    private static let recordings = [
        Case("\(replay) log=@/nowhere.csv", 2, "nowhere.csv", "No such file"),
        Case("\(replay) log=@", 2, "directory"),
        Case("\(replay) log=@/loop", 2, "loop", "symbolic links"),
        Case("\(replay) log=@/empty.csv", 1, "empty.csv", "empty"),
        Case("\(replay) log=@/header.csv", 1, "header.csv", "empty"),
        Case("\(replay) log=@/semicolons.csv", 1, "semicolons.csv", "line 1", "semicolons"),
        Case("\(replay) log=@/garbage", 1, "garbage", "neither NMEA sentences, nor UBX, nor a CSV table"),
        Case("\(replay) log=@/wrong.csv", 1, "wrong.csv", "line 1", "'latitute'"),
        Case("\(replay) log=@/useless.csv", 1, "useless.csv", "line 1", "no column of use"),
        Case("\(replay) log=@/short.csv", 1, "short.csv", "line 3", "2 of 3 columns"),
        Case("\(replay) log=@/range.csv", 1, "range.csv", "line 2", "latitude", "91"),
        Case("\(replay) log=@/damaged.log", 1, "damaged.log"),
        Case("\(replay) log=@/good.csv start=100", 1, "good.csv", "before the start"),
        Case("run gps source=file:@/nowhere.log", 2, "nowhere.log", "No such file"),
        Case("run gps source=file:@", 2, "directory"),
        Case("run gps source=pipe:@/good.csv", 2, "good.csv", "no pipe"),
        Case("run gps source=gpsd: desiredAccuracy=bset", 2, "did you mean 'best'?"),
        Case("run gps source=ftp://localhost", 2, "ftp"),
        Case("run magnetometer source=csv:@/nowhere.csv", 2, "nowhere.csv", "No such file"),
        Case("run magnetometer source=csv:@/good.csv", 1, "good.csv"),
        Case("run pins fix=here", 2, "fix", "here"),
        Case("run pins store=@/nowhere/pins.sqlite", 2, "nowhere/pins.sqlite"),
        Case("run pins store=/dev/null", 1, "/dev/null", "no file"),
        Case("run return-arrow direction=a/b|", 2, "direction"),
        Case("run replay source=city-walk begin=2051222400", 2, "begin", "2051222400"),
        Case("launch @/program.yaml", 2, "no-such-program-anywhere"),
    ]

    @Test(
        "what is wrong with a command line is said in a line, and nothing is started",
        arguments: commandLines
    )
    func commandLine(_ case: Case) async throws {
        let outcome = try await run(`case`)
        // A second line may say where the help is.
        let lines = outcome.error.split(separator: "\n").filter { !$0.hasPrefix("See '") }
        #expect(lines.count == 1, "\(outcome.error)")
        #expect(!outcome.error.contains(": started"))
        check(lines.first ?? "", names: `case`.words)
    }

    @Test(
        "what is wrong with a recording or a parameter is said in a line by its node",
        arguments: recordings
    )
    func recording(_ case: Case) async throws {
        let outcome = try await run(`case`)
        // Beside it are the lines in which the launcher tells of its nodes, and what they say of their state.
        let lines = outcome.error.split(separator: "\n").filter { line in
            ["error: ", "warning: ", ".yaml:", "command line:"].contains { line.contains($0) }
        }
        #expect(lines.count == 1, "\(outcome.error)")
        check(lines.first ?? "", names: `case`.words)
    }

    @Test("a file that its user may not read is named with the reason") func unreadable() async throws {
        let setpriv = "/usr/bin/setpriv"
        try #require(access(setpriv, X_OK) == 0)
        let scratch = try Scratch()
        chmod(scratch.path, 0o777)
        let log = try scratch.file("secret.csv", Self.files["good.csv"] ?? "")
        chmod(log, 0o000)
        let asOther =
            getuid() == 0 ? ["--reuid", "65534", "--regid", "65534", "--clear-groups"] : ["--reset-env"]
        let outcome = try await Program.run(
            setpriv,
            asOther + [
                "\(Program.folder)/binnacle", "launch", "\(Source.root)/Config/replay.yaml", "log=\(log)",
            ],
            environment: scratch.environment
        )
        #expect(outcome.status == .code(2), "\(outcome.error)")
        let line = outcome.error.split(separator: "\n")
        #expect(line.count == 1, "\(outcome.error)")
        check(line.first ?? "", names: ["secret.csv", "Permission denied"])
        #expect(scratch.busIsGone)
    }

    private func check(_ line: Substring, names words: [String]) {
        for word in words { #expect(line.contains(word), "\(line)") }
        #expect(
            line.unicodeScalars.allSatisfy { $0.value >= 32 },
            "control characters in \(line.debugDescription)"
        )
    }

    /// Runs a case in a folder of its own, and checks its code and that it leaves nothing.
    private func run(_ case: Case) async throws -> Program.Outcome {
        let scratch = try Scratch()
        for (name, text) in Self.files { _ = try scratch.file(name, text) }
        #expect(symlink("loop", "\(scratch.path)/loop") == 0)
        let arguments = `case`.arguments.map { argument in
            argument.split(separator: "@", omittingEmptySubsequences: false).joined(separator: scratch.path)
                .split(separator: "CONFIG", omittingEmptySubsequences: false)
                .joined(separator: "\(Source.root)/Config")
        }
        let before = Source.files(in: scratch.path)
        let outcome = try await Program.run("binnacle", arguments, environment: scratch.environment)
        #expect(outcome.status == .code(`case`.code), "\(outcome.error)")
        #expect(outcome.output == "")
        #expect(Processes.on(scratch) == [], "something is left running")
        // The folder of pins is kept, as what is in it would be.
        #expect(Source.files(in: scratch.path).filter { $0 != "state" } == before, "something is left behind")
        return outcome
    }
}
