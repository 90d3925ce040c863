import Glibc
import Messages
import Platform
import Testing

@Suite("Several addresses of one bus", .serialized, .timeLimit(.minutes(5)))
struct AddressTests {
    @Test(
        "what is published at one address arrives at the other, either way",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func both() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "phone", "--publish", "fix")
        let far = try await bus.reader("fix/", key: "phone")
        let near = try Program("binnacle", ["topic", "echo", "fix/"], environment: bus.scratch.environment)
        try await bus.subscribed(2, to: "fix/here")
        let here = try bus.python("publish", "fix/here", isSecured: false)
        let there = try bus.python("publish", "fix/there", key: "phone")
        for reader in [near, far] {
            try await reader.until { $0.said.contains("fix/here") && $0.said.contains("fix/there") }
        }
        for program in [here, there, near, far] { try await program.stop() }
        try await bus.end()
    }

    @Test("plain ports of this machine stand beside the folder") func loopback() async throws {
        let scratch = try Scratch()
        let place = try #require(scratch.environment["BINNACLE_BUS"])
        let bus = try Program(
            "binnacle",
            ["bus", "--address", place, "--address", "tcp://127.0.0.1:*"],
            environment: scratch.environment
        )
        try await bus.until { $0.said.split(separator: "\n").count == 2 && $0.said.hasSuffix("\n") }
        for address in bus.said.split(separator: "\n") {
            let ping = try await Program.run("binnacle", ["call", "bus/ping", "--address", String(address)])
            #expect(ping.output.contains("\"version\":1"), "\(ping.output)\(ping.error)")
        }
        #expect(try await bus.stop().status == .code(0))
        #expect(scratch.busIsGone)
    }

    @Test("IPv6 works like IPv4, plain and with keys", .enabled(if: Source.hasIPv6, "no loopback of IPv6"))
    func version6() async throws {
        let bus = try await SecuredBus(at: "tcp://[0:0::1]:*", beside: "tcp://[::1]:*")
        #expect(bus.address.hasPrefix("tcp://[::1]:"), "\(bus.address)")
        let plain = try #require(bus.program.said.split(separator: "\n").first.map(String.init))
        #expect(plain.hasPrefix("tcp://[::1]:"), "\(plain)")
        try await bus.keys("new", "phone", "--publish", "note")
        let far = try await bus.reader("note/", key: "phone", asking: plain)
        let sent = try await Program.run(
            "binnacle",
            ["topic", "pub", "note/plain", "1", "--address", plain, "--wait"],
            environment: bus.scratch.environment
        )
        #expect(sent.status == .code(0), "\(sent.error)")
        let keyed = try await bus.run("topic", "pub", "note/keyed", "1", "--wait", key: "phone")
        #expect(keyed.status == .code(0), "\(keyed.error)")
        try await far.until { $0.said.contains("note/plain") && $0.said.contains("note/keyed") }
        let stranger = try await bus.run("topic", "list", key: nil)
        #expect(stranger.error.contains("lets in who has a key alone"), "\(stranger.error)")
        try await bus.keys("revoke", "phone")
        #expect(try await far.ended().status == .code(1))
        try await bus.says("key 'phone' ([::1]) has been removed: it is not let in")
        try await bus.end()
    }

    @Test(
        "a bus at localhost is at its number, and one at a name that is none of this machine's says what to write"
    )
    func names() async throws {
        let scratch = try Scratch()
        let bus = try Program(
            "binnacle",
            ["bus", "--address", "tcp://localhost:*"],
            environment: scratch.environment
        )
        try await bus.until { $0.said.hasSuffix("\n") }
        let address = bus.said.trimmed
        #expect(address.hasPrefix("tcp://127.0.0.1:"), "\(address)")
        let name = address.replacing("127.0.0.1", with: "localhost")
        let ping = try await Program.run("binnacle", ["call", "bus/ping", "--address", name])
        #expect(ping.status == .code(0), "\(ping.error)")
        #expect(try await bus.stop().status == .code(0))
        let other = try await Program.run("binnacle", ["bus", "--secure", "tcp://nobody.invalid:7750"])
        #expect(other.status == .code(1))
        for word in ["'nobody.invalid' is no number", "tcp://127.0.0.1:7750", "tcp://0.0.0.0:7750"] {
            #expect(other.error.contains(word), "\(other.error)")
        }
    }

    @Test("the folder is taken again after it was removed, beside an address with keys, and asks for none")
    func removed() async throws {
        let bus = try await SecuredBus()
        try await bus.keys("new", "laptop")
        let folder = "\(bus.scratch.path)/bus"
        for name in ["publish", "subscribe", "request", "lock"] { unlink("\(folder)/\(name)") }
        #expect(rmdir(folder) == 0)
        try await eventually("the bus does not come back") { access("\(folder)/request", F_OK) == 0 }
        let near = try await Program.run(
            "binnacle",
            ["topic", "echo", "status/bus", "--count", "1"],
            environment: bus.scratch.environment
        )
        #expect(near.status == .code(0), "\(near.error)")
        let far = try await bus.run("topic", "echo", "status/bus", "--count", "1", key: "laptop")
        #expect(far.status == .code(0), "\(far.error)")
        try await bus.end()
    }

    @Test("an address that others can reach is refused without keys, and said loudly with --insecure")
    func everybody() async throws {
        let scratch = try Scratch()
        let refused = try await Program.run(
            "binnacle",
            ["bus", "--address", "tcp://0.0.0.0:*"],
            environment: scratch.environment
        )
        #expect(refused.status == .code(1))
        for word in ["tcp://0.0.0.0:*", "--secure", "--insecure"] { #expect(refused.error.contains(word)) }
        let bus = try Program(
            "binnacle",
            ["bus", "--address", "tcp://0.0.0.0:*", "--insecure"],
            environment: scratch.environment
        )
        try await bus.until { $0.complained.contains("lets everybody in who can reach it") }
        #expect(try await bus.stop().status == .code(0))
    }

    @Test("an address with keys is refused where there are none, with what to do") func noKeys() async throws
    {
        let scratch = try Scratch()
        let outcome = try await Program.run(
            "binnacle",
            ["bus", "--secure", "tcp://127.0.0.1:*"],
            environment: scratch.environment.merging(["BINNACLE_KEYS": "\(scratch.path)/none"]) { $1 }
        )
        #expect(outcome.status == .code(1))
        #expect(outcome.error.contains("binnacle keys new NAME"), "\(outcome.error)")
        #expect(scratch.busIsGone)
    }
}
