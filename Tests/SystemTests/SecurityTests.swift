import Glibc
import Messages
import Platform
import Testing

/// The table of docs/security.md: each attempt, and what is said of it at both ends.
@Suite("Attempts on a bus with keys", .serialized, .timeLimit(.minutes(5)))
struct SecurityTests {
    @Test("a client without a key is told that it needs one") func plain() async throws {
        let bus = try await SecuredBus()
        let list = try await bus.run("topic", "list", key: nil)
        #expect(list.status == .code(1))
        #expect(list.error.contains(bus.address), "\(list.error)")
        #expect(list.error.contains("lets in who has a key alone"), "\(list.error)")
        #expect(list.error.contains("BINNACLE_KEY"), "\(list.error)")
        #expect(list.error.split(separator: "\n").count == 1, "\(list.error)")
        // Which end hangs up first is a matter of chance, and so is whether the bus can still see whom it was.
        try await bus.says("it came without one", or: "came without a key", "a peer that was gone at once")
        try await bus.end()
    }

    @Test("a key for another bus is told from a key that is not let in") func wrongBus() async throws {
        let bus = try await SecuredBus()
        let other = try Scratch()
        let made = try await Program.run(
            "binnacle",
            ["keys", "new", "phone"],
            environment: ["BINNACLE_KEYS": "\(other.path)/keys"]
        )
        let file = "\(other.path)/keys/phone.key"
        #expect(made.output == "\(file)\n")
        let list = try await bus.run("topic", "list", key: file)
        #expect(list.status == .code(1))
        #expect(list.error.contains("the key of the bus in \(file) is not its own"), "\(list.error)")
        try await bus.says("takes this bus for another")
        try await bus.end()
    }

    @Test("an unknown key is named at both ends") func unknown() async throws {
        let bus = try await SecuredBus()
        // It knows the bus by the bus's own key, and has its entry in a folder that the bus does not read.
        let other = try Scratch()
        try other.folder("keys")
        _ = try other.file("keys/bus.key", try bus.scratch.text(of: "keys/bus.key"))
        let made = try await Program.run(
            "binnacle",
            ["keys", "new", "phone"],
            environment: ["BINNACLE_KEYS": "\(other.path)/keys"]
        )
        let file = "\(other.path)/keys/phone.key"
        #expect(made.output == "\(file)\n", "\(made.error)")
        let entry = try other.text(of: "keys/authorised/phone.json")
        let list = try await bus.run("topic", "list", key: file)
        #expect(list.status == .code(1))
        #expect(list.error.contains("does not let the key 'phone' in (\(file))"), "\(list.error)")
        let open = try #require(try JSONValue.parse(entry)["public"]?.text)
        try await bus.says("127.0.0.1", "\(open.prefix(8))…")
        try await bus.end()
    }

    @Test("a revoked key's connection ends, and it is not let in again") func revoked() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "laptop")
        let reader = try await bus.reader("status/bus", key: "laptop")
        try await reader.until { $0.said.contains("status/bus") }
        try await bus.keys("revoke", "laptop")
        try await bus.says("key 'laptop' has been removed: its connections end")
        try await reader.until { $0.complained.contains("does not let the key 'laptop' in") }
        let heard = reader.said
        try await bus.says("key 'laptop' (127.0.0.1) has been removed: it is not let in")
        // The bus speaks every second: what would have come has come by the next but one.
        let next = try await Program.run(
            "binnacle",
            ["topic", "echo", "status/bus", "--count", "3"],
            environment: bus.scratch.environment
        )
        #expect(next.status == .code(0))
        #expect(reader.said == heard)
        // A client that ends for it is not one that tries again and again.
        #expect(reader.complained.split(separator: "\n").count == 1, "\(reader.complained)")
        #expect(try await reader.ended().status == .code(1))
        try await bus.end()
    }

    @Test("every command that goes on by itself ends with status 1 when its key is revoked") func endless()
        async throws
    {
        let bus = try await SecuredBus()
        try await bus.keys("new", "laptop", "--publish", "note")
        let near = try Program("binnacle", ["topic", "echo", "note/"], environment: bus.scratch.environment)
        try await bus.subscribed(1, to: "note/rate")
        let input = "\(bus.scratch.path)/input"
        #expect(mkfifo(input, 0o600) == 0)
        // Its writer stays: the input comes to no end.
        let keeper = OwnedDescriptor(try SystemFile.open(input, O_RDWR))
        _ = try keeper.write(Array("1\n".utf8))
        let lines = try Program(
            "/bin/bash",
            ["-c", "exec \"$0\" topic pub note/lines --stdin < \"$1\"", "\(Program.folder)/binnacle", input],
            environment: bus.environment(key: "laptop")
        )
        let rate = try bus.start("topic", "pub", "note/rate", "1", "--rate", "10", key: "laptop")
        let readers = try [
            ["topic", "echo", "status/bus"], ["topic", "hz", "note/rate"], ["topic", "bw", "note/rate"],
            ["topic", "delay", "note/rate"], ["top", "--json"], ["watch", "--json"],
        ].map { try Program("binnacle", $0, environment: bus.environment(key: "laptop")) }
        for reader in readers { try await reader.until { $0.said.contains("\n") } }
        try await near.until { $0.said.contains("note/rate") && $0.said.contains("note/lines") }
        try await bus.keys("revoke", "laptop")
        for program in readers + [lines, rate] {
            let outcome = try await program.ended()
            #expect(outcome.status == .code(1), "\(outcome.error)")
            let last = outcome.error.split(separator: "\n").last ?? ""
            #expect(last.contains("does not let the key 'laptop' in"), "\(outcome.error)")
        }
        try await near.stop(SIGINT)
        try await bus.end()
    }

    @Test("a file of a key that is broken while its holder is there is told as that") func brokenFile()
        async throws
    {
        let bus = try await SecuredBus()
        try await bus.keys("new", "laptop")
        let reader = try await bus.reader("status/bus", key: "laptop")
        let entry = "keys/authorised/laptop.json"
        let content = try bus.scratch.text(of: entry)
        _ = try bus.scratch.file(entry, "{")
        try await bus.says("the file of key 'laptop' cannot be used any more (\(bus.scratch.path)/\(entry): ")
        #expect(try await reader.ended().status == .code(1))
        try await bus.says("the file of key 'laptop' (127.0.0.1) cannot be used", "it is not let in")
        #expect(!bus.program.complained.contains("revoked") && !bus.program.complained.contains("removed"))
        _ = try bus.scratch.file(entry, content)
        let ping = try await bus.run("topic", "echo", "status/bus", "--count", "1", key: "laptop")
        #expect(ping.status == .code(0), "\(ping.error)")
        try await bus.end()
    }

    @Test(
        "a key that may only read publishes nothing, and both ends name the kind",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func mayNotPublish() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "laptop")
        let reader = try await bus.reader("fix/", key: "laptop")
        let python = try bus.python("publish", "fix/python", key: "laptop")
        try await bus.says("key 'laptop' may not publish 'fix'; it may publish nothing")
        try await python.stop()
        // A node of ours finds out what it may do, and says it.
        let node = try bus.start("run", "replay", "source=city-walk", key: "laptop")
        try await node.until { $0.complained.contains("the key 'laptop' may not publish 'fix'") }
        try await node.stop(SIGINT)
        let refused = try await bus.run(
            "topic",
            "pub",
            "fix/laptop",
            #"{"latitude":1,"longitude":2,"time":3}"#,
            key: "laptop"
        )
        #expect(refused.status == .code(1))
        #expect(refused.error.contains("the key 'laptop' may not publish 'fix'; it may publish nothing"))
        let answer = try await bus.run("call", "bus/key", key: "laptop")
        let key = try JSONValue.parse(answer.output.trimmed)
        #expect(key["name"] == "laptop")
        #expect((key["refused"]?["may not publish"]?.number ?? 0) > 0, "\(answer.output)")
        #expect(reader.said == "")
        try await reader.stop(SIGINT)
        try await bus.end()
    }

    @Test("a key that may not read is told so, and hears nothing") func mayNotRead() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "mute", "--publish", "fix", "--no-read")
        // Who only publishes asks for nothing that it may not have, and nothing is said of it.
        let fix = #"{"latitude":54.4,"longitude":10.2,"time":1}"#
        let published = try await bus.run("topic", "pub", "fix/phone", fix, key: "mute")
        #expect(published.status == .code(0), "\(published.error)")
        #expect(published.error.hasPrefix("published 1 message on fix/phone"), "\(published.error)")
        #expect(bus.program.complained == "")
        let echo = try bus.start("topic", "echo", "status/bus", key: "mute")
        try await echo.until { $0.complained.contains("the key 'mute' may not read") }
        // Who is told by the answer to its question may have gone before its subscriber has shown the key.
        try await eventually("the bus never says it") {
            if bus.program.complained.contains("key 'mute' (127.0.0.1) may not read") { return true }
            let again = try await bus.run("topic", "echo", "status/bus", key: "mute")
            #expect(again.status == .code(1) && again.output == "", "\(again)")
            return false
        }
        let list = try await bus.run("topic", "list", key: "mute")
        #expect(list.error.contains("key 'mute' may not call bus/topics: it may not read"), "\(list.error)")
        #expect(echo.said == "")
        // What never comes is not waited for.
        #expect(try await echo.ended().status == .code(1))
        try await bus.end()
    }

    @Test("a method that a key may not call is refused by name, and another one is answered")
    func mayNotCall() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "phone", "--call", "pins/list")
        let pins = try Program(
            "binnacle",
            ["run", "pins", "store=memory:"],
            environment: bus.scratch.environment
        )
        try await pins.until { $0.complained.contains("pins: ready") }
        let list = try await bus.run("call", "pins/list", key: "phone")
        #expect(list.output == "{\"pins\":[]}\n", "\(list.error)")
        let clear = try await bus.run("call", "pins/clear", key: "phone")
        #expect(clear.status == .code(1))
        #expect(
            clear.error.contains("key 'phone' may not call pins/clear: it may call pins/list"),
            "\(clear.error)"
        )
        try await bus.says("key 'phone' may not call pins/clear")
        try await pins.stop(SIGINT)
        try await bus.end()
    }

    @Test(
        "a message of too many parts, or of one too large, costs its sender the message or the connection",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func shapes() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "phone", "--publish", "fix")
        let parts = try bus.python("parts", "fix/phone", key: "phone")
        try await bus.says("a message of key 'phone' is refused: too many parts")
        try await parts.stop()
        let size = try bus.python("oversized", "fix/phone", key: "phone")
        // The client is disconnected, and whoever listens to log/bus reads why.
        try await size.until { $0.said.contains("DISCONNECTED") }
        try await size.stop()
        try await bus.says("key 'phone'", "more than 16 MiB")
        let ping = try await bus.run("call", "bus/ping", key: "phone")
        #expect(ping.status == .code(0), "\(ping.error)")
        try await bus.end()
    }

    @Test("a rig is not started at a bus that refuses its key") func launch() async throws {
        let bus = try await SecuredBus()
        let rig = try await bus.run("run", "pins", "store=memory:", key: nil)
        #expect(rig.status == .code(1))
        #expect(rig.error.contains("lets in who has a key alone"), "\(rig.error)")
        try await bus.end()
    }

    @Test(
        "the subscriber of the protocol's documentation is let in",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func documentation() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "laptop")
        let text = try Source.text(of: "\(Source.root)/docs/protocol.md")
        // What stands between two fences.
        let blocks = text.split(separator: "```")
        let block = try #require(blocks.first { $0.contains("curve_serverkey") && $0.hasPrefix("python") })
        let script = try bus.scratch.file("subscriber.py", String(block.dropFirst("python".count)))
        let outcome = try await Program.run(
            try #require(Source.python),
            [script],
            environment: bus.environment(key: "laptop")
        )
        #expect(outcome.output == "status/bus ready\n", "\(outcome.error)")
        try await bus.end()
    }

    @Test("what is no ZMTP is cut off", .enabled(if: Source.python != nil, Source.noPython))
    func garbage() async throws {
        let bus = try await SecuredBus()
        let outcome = try await bus.python("garbage").ended()
        #expect(outcome.output == "closed\n", "\(outcome.error)")
        try await bus.says("does not speak ZMTP", or: "a peer that was gone at once")
        let status = try await Program.run(
            "binnacle",
            ["topic", "echo", "status/bus", "--count", "2", "--json"],
            environment: bus.scratch.environment
        )
        let newest = try JSONValue.parse(String(try #require(status.lines.last)))
        #expect(newest["payload"]?["refused"]?["no ZMTP"]?.number == 1, "\(status.output)")
        try await bus.end()
    }
}
