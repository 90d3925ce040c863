import Glibc
import Platform
import TestSupport
import Testing

@Suite("Locks by name, and addresses for servers", .timeLimit(.minutes(1)))
struct NamedLockTests {
    @Test("One holds it at a time, who that is can be asked, and it is free once it is let go of")
    func turns() throws {
        let name = "binnacle-test-\(getpid())-\(UInt64.random(in: .min ... .max))"
        #expect(NamedLock.holder(of: name) == nil)
        var lock = try NamedLock.take(name)
        #expect(lock != nil)
        #expect(try NamedLock.take(name) == nil)
        #expect(NamedLock.holder(of: name) == getpid())
        lock = nil
        #expect(NamedLock.holder(of: name) == nil)
        lock = try NamedLock.take(name)
        #expect(lock != nil)
    }

    @Test("What keeps a server from an address is said in words")
    func obstacles() throws {
        // TEST-NET-1 of RFC 5737, which no machine has.
        #expect(
            NetworkAddress.obstacle(to: "192.0.2.7", port: 7750) == "192.0.2.7 is no address of this machine"
        )
        #expect(NetworkAddress.obstacle(to: "*", port: 7750) == nil)
        #expect(
            NetworkAddress.obstacle(to: "no-such-host.invalid", port: 7750)
                == "the host's name 'no-such-host.invalid' is not known"
        )
        let (listener, port) = try LoopbackPort.listen()
        defer { close(listener) }
        #expect(
            NetworkAddress.obstacle(to: "127.0.0.1", port: port)?.hasPrefix(
                "port \(port): Address already in use"
            ) == true
        )
    }
}
