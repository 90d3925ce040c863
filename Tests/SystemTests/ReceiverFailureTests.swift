import Glibc
import Messages
import Platform
import Testing

@Suite(
    "Receivers that fail",
    .serialized,
    .timeLimit(.minutes(5)),
    .enabled(if: Source.python != nil, Source.noPython)
)
struct ReceiverFailureTests {
    /// A bus, a foreign listener on it, and one gps node of a source.
    private struct Stage {
        let bus: Bus
        let collector: Program
        let node: Program

        init(_ source: (Scratch) throws -> String) async throws {
            bus = try await Bus()
            collector = try await bus.collector(prefixes: ["fix/gps|", "failure/gps|"])
            node = try bus.start("run", "gps", "source=\(try source(bus.scratch))")
        }

        /// Waits until the node says something.
        func hears(_ words: String) async throws {
            try await node.until { $0.said.contains(words) || $0.complained.contains(words) }
        }

        /// Waits for fixes, while something is done for them.
        func fixes(_ feed: () async throws -> Void = {}) async throws {
            var seen = try await collector.tally()["fix/gps"]
            while seen < 2 {
                try await feed()
                seen += try await collector.tally()["fix/gps"]
            }
        }

        /// Ends everything, and checks that the failure was told on the bus, with what to do.
        func end(_ code: String, _ words: String...) async throws {
            #expect(try await node.stop(SIGINT).status == .code(0))
            let (messages, _) = try await bus.messages(of: collector)
            let failures = messages.filter { $0.topic == "failure/gps" && $0.payload["code"]?.text == code }
            let told = failures.compactMap { $0.payload["message"]?.text }
            #expect(!told.isEmpty, "no \(code)")
            for word in words { #expect(told.contains { $0.contains(word) }, "\(told)") }
            try await bus.end()
        }
    }

    /// Sends a second of a receiver's, ten epochs.
    private static func feed(_ write: (String) -> Void, rounds: Int = 10) async throws {
        for _ in 0..<rounds {
            write(LiveTests.sentences(at: WallClock.seconds))
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// A port of the loopback that is bound and not listening: it refuses, and is nobody else's for as long as it is held.
    static func boundPort() throws -> (socket: OwnedDescriptor, port: UInt16) {
        let descriptor = OwnedDescriptor(
            socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        // A program that does the same may listen there nevertheless.
        var on: CInt = 1
        setsockopt(
            descriptor.number,
            SOL_SOCKET,
            SO_REUSEADDR,
            &on,
            socklen_t(MemoryLayout<CInt>.size)
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor.number, $0, length) == 0 ? getsockname(descriptor.number, $0, &length) : -1
            }
        }
        try #require(status == 0)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    @Test("an unplugged receiver is told, and read again under its own name at another port") func unplugged()
        async throws
    {
        let first = Lock<PseudoTerminal?>(try PseudoTerminal())
        let path = try #require(first.withLock { $0?.path })
        let stage = try await Stage { scratch in
            #expect(symlink(path, "\(scratch.path)/receiver") == 0)
            return "serial:\(scratch.path)/receiver"
        }
        try await stage.fixes { try await Self.feed { text in first.withLock { $0?.write(text) } } }
        unlink("\(stage.bus.scratch.path)/receiver")
        first.withLock { $0 = nil }
        try await stage.hears("plug")
        let second = try PseudoTerminal()
        #expect(symlink(second.path, "\(stage.bus.scratch.path)/receiver") == 0)
        _ = try await stage.collector.tally()
        try await stage.fixes { try await Self.feed(second.write) }
        try await stage.end("device-lost", "receiver", "plug")
    }

    @Test("a port that another program has is told, and read when it is free") func inUse() async throws {
        let terminal = try PseudoTerminal()
        let other = OwnedDescriptor(try SystemFile.open(terminal.path, O_RDWR | O_NOCTTY))
        try #require(flock(other.number, LOCK_EX | LOCK_NB) == 0)
        let stage = try await Stage { _ in "serial:\(terminal.path)" }
        try await stage.hears("another program uses it")
        flock(other.number, LOCK_UN)
        try await stage.fixes { try await Self.feed(terminal.write) }
        try await stage.end("denied", terminal.path, "end that program")
    }

    @Test("a port without permission is told with how to get it, and read when it is given") func denied()
        async throws
    {
        let terminal = try PseudoTerminal()
        chmod(terminal.path, 0o600)
        let scratch = try Scratch()
        chmod(scratch.path, 0o777)
        let asOther =
            getuid() == 0 ? ["--reuid", "65534", "--regid", "65534", "--clear-groups"] : ["--reset-env"]
        let rig = try scratch.file(
            "rig.yaml",
            "version: 1\nnodes:\n  gps: {plugin: gps, parameters: {source: \"serial:\(terminal.path)\"}}\n"
        )
        chmod(rig, 0o644)
        let launch = try Program(
            "/usr/bin/setpriv",
            asOther + ["\(Program.folder)/binnacle", "launch", rig],
            environment: scratch.environment.merging(
                ["BINNACLE_PLUGIN_PATH": "\(Source.root)/Plugins"],
                uniquingKeysWith: { first, _ in first }
            )
        )
        try await launch.until {
            ($0.said + $0.complained).contains("allow it with: sudo usermod -aG dialout")
        }
        chmod(terminal.path, 0o666)
        let feeding = Task { while !Task.isCancelled { try await Self.feed(terminal.write, rounds: 1) } }
        try await launch.until { ($0.said + $0.complained).contains("gives fixes again") }
        feeding.cancel()
        _ = await feeding.result
        #expect(try await launch.stop(SIGINT).status == .code(0))
    }

    @Test("a silent receiver is told, and heard when it speaks") func silent() async throws {
        let terminal = try PseudoTerminal()
        let stage = try await Stage { _ in "serial:\(terminal.path)" }
        try await stage.hears("is the receiver switched on?")
        try await stage.fixes { try await Self.feed(terminal.write) }
        try await stage.end("location-unknown", "nothing comes from \(terminal.path)")
    }

    @Test("a wrong speed is told") func wrongSpeed() async throws {
        let terminal = try PseudoTerminal()
        let stage = try await Stage { _ in "serial:\(terminal.path)?baud=4800" }
        // What 9600 looks like at 4800.
        let feeding = Task {
            while !Task.isCancelled {
                try await Self.feed({ _ in terminal.write("\u{80}\u{F8}xx\u{1E}") }, rounds: 1)
            }
        }
        try await stage.hears("is the speed right (?baud=N)?")
        feeding.cancel()
        _ = await feeding.result
        try await stage.fixes { try await Self.feed(terminal.write) }
        try await stage.end("location-unknown", "?baud=N")
    }

    @Test("a server that is not there is told, and connected to when it is", arguments: ["tcp", "gpsd"])
    func server(scheme: String) async throws {
        let (listener, port) = try Self.boundPort()
        let stage = try await Stage { _ in "\(scheme)://127.0.0.1:\(port)" }
        try await stage.hears("Connection refused")
        try #require(listen(listener.number, 1) == 0)
        let client = OwnedDescriptor(try SystemError.check("accept") { accept(listener.number, nil, nil) })
        var second = 0
        try await stage.fixes {
            try await Self.feed(
                { text in
                    second += 1
                    let report =
                        #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-03-23T12:00:0\#(second % 10).\#(second)00Z","lat":51.5,"lon":5.5}"#
                    _ = try? client.write(Array((scheme == "tcp" ? text : report + "\r\n").utf8))
                }
            )
        }
        try await stage.end(
            "device-lost",
            "Connection refused; start \(scheme == "tcp" ? "the server" : "gpsd")"
        )
    }

    @Test("a host whose name nobody knows is told") func unknownHost() async throws {
        let stage = try await Stage { _ in "tcp://nosuch.invalid:10110" }
        try await stage.hears("the host's name 'nosuch.invalid'")
        var tally = try await stage.collector.tally()
        while tally["failure/gps"] == 0 { tally = try await stage.collector.tally() }
        try await stage.end("device-lost", "check the network")
    }

    @Test(
        "a gpsd's own reports become fixes",
        .enabled(if: access("/usr/sbin/gpsd", X_OK) == 0, "gpsd is not installed")
    )
    func gpsd() async throws {
        let terminal = try PseudoTerminal()
        chmod(terminal.path, 0o666)
        // gpsd takes a port by its number alone, which nobody else is to get meanwhile.
        let (held, port) = try Self.boundPort()
        defer { withExtendedLifetime(held) {} }
        let feeding = Task { while !Task.isCancelled { try await Self.feed(terminal.write, rounds: 1) } }
        defer { feeding.cancel() }
        let server = try Program("/usr/sbin/gpsd", ["-N", "-n", "-S", "\(port)", terminal.path])
        let stage = try await Stage { _ in "gpsd://127.0.0.1:\(port)\(terminal.path)" }
        try await stage.fixes { try #require(server.isRunning, "\(server.said)\(server.complained)") }
        server.send(SIGTERM)
        // gpsd may be late with its own end, which is not what is tested.
        if try await server.ended(within: .seconds(5)) == nil { _ = try await server.stop(SIGKILL) }
        try await stage.hears("start gpsd again")
        feeding.cancel()
        _ = await feeding.result
        let fix = try #require(
            try stage.bus.scratch.text(of: "messages.jsonl").split(separator: "\n").map(Collected.init)
                .first { $0.topic == "fix/gps" }
        )
        #expect(abs((fix.payload["latitude"]?.number ?? 0) - 52.5) < 1e-6)
        #expect(abs((fix.payload["longitude"]?.number ?? 0) + 13.25) < 1e-6)
        try await stage.end("device-lost", "gpsd")
    }
}
