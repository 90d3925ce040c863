import Glibc
import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import ZMTP

@Suite("A link that asks", .timeLimit(.minutes(1)))
struct DealerTests {
    private let folder: TemporaryFolder
    private let context: Context
    private let link: Link

    init() throws {
        folder = try TemporaryFolder()
        context = try Context()
        link = Link(to: folder.file("s"), as: .dealer)
    }

    @Test(
        "requests in parts reach libzmq's ROUTER whole, and its answers come back, whichever their sizes are"
    )
    func exchange() throws {
        let router = try Socket(.router, in: context)
        try router.bind(to: "ipc://\(folder.file("s"))")
        #expect(!link.send([[1]]), "nobody is there")
        #expect(try next() == .connected)
        let messages: [[[UInt8]]] = [
            [[1], [], Array("bus/ping".utf8), Array("{}".utf8)],
            [[], [UInt8](repeating: 7, count: 255), [UInt8](repeating: 8, count: 70_000)],
            [[9]],
        ]
        for message in messages {
            #expect(link.send(message))
            link.flush()
            let route = try #require(try Self.receive(router))
            #expect(Array(route.dropFirst()) == message)
            #expect(try router.send([route[0]] + message.reversed()) == .sent)
            #expect(try receive() == message.reversed())
        }
    }

    @Test("of a message that waits for its last part nothing is taken along to the next connection")
    func cut() throws {
        let server = try LocalServer(at: folder.file("s"))
        do {
            let first = try greet(server)
            try first.write([1, 1, 5])
        }
        var parts: [[UInt8]] = []
        try until { self.read(into: &parts) == .ended(.disconnected) }
        #expect(parts == [[5]])
        let second = try greet(server)
        try second.write([0, 1, 6])
        parts = []
        try until {
            _ = self.read(into: &parts)
            return !parts.isEmpty
        }
        #expect(parts == [[6]])
    }

    @Test("who hangs up before greeting is told of, so that a request does not wait in vain")
    func hungUp() throws {
        let server = try LocalServer(at: folder.file("s"))
        #expect(link.advance(at: MonotonicClock.nanoseconds) == nil)
        _ = try server.accept()
        #expect(try next() == .refused(.cutOff))
        #expect(link.descriptor == -1)
    }

    @Test("what is not read is taken up to a bound, and all of it arrives in the end") func bound() throws {
        let server = try LocalServer(at: folder.file("s"))
        let peer = try greet(server)
        var taken = 0
        while link.send([[1], [UInt8](repeating: 2, count: 1000)]) {
            taken += 1
            link.flush()
            try #require(taken < 100_000)
        }
        #expect(link.hasUnsent)
        var bytes = 0
        try until {
            link.flush()
            bytes += try peer.read(atMost: 1 << 20)?.count ?? 0
            return !link.hasUnsent
        }
        // What the kernel still holds.
        while bytes < taken * 1012 { bytes += try peer.read(atMost: 1 << 20)?.count ?? 0 }
        #expect(bytes == taken * 1012)
    }

    // MARK: Helpers

    /// Lets the link in by hand, up to the first message.
    private func greet(_ server: LocalServer) throws -> OwnedDescriptor {
        try until {
            _ = link.advance(at: MonotonicClock.nanoseconds)
            return link.descriptor >= 0
        }
        let peer = try server.accept()
        let ready = Handshake.ready(.router)
        try peer.write(Handshake.greeting + [4, UInt8(ready.count)] + ready)
        #expect(try next() == .connected)
        // Its greeting and its READY.
        let expected = Handshake.greetingSize + 2 + Handshake.ready(.dealer).count
        var read = 0
        while read < expected { read += try peer.read(atMost: expected - read)?.count ?? 0 }
        return peer
    }

    private func next() throws -> Link.Event? {
        var event: Link.Event?
        try until {
            event = link.advance(at: MonotonicClock.nanoseconds)
            return event != nil
        }
        return event
    }

    private func receive() throws -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var isWhole = false
        try until {
            _ = link.receive(limit: 100, at: MonotonicClock.nanoseconds) { bytes, hasMore in
                parts.append(bytes.withUnsafeBufferPointer { Array($0) })
                isWhole = !hasMore
            }
            return isWhole
        }
        return parts
    }

    private func read(into parts: inout [[UInt8]]) -> Link.Reception {
        link.receive(limit: 100, at: MonotonicClock.nanoseconds) { bytes, _ in
            parts.append(bytes.withUnsafeBufferPointer { Array($0) })
        }
    }

    private static func receive(_ socket: borrowing Socket) throws -> [[UInt8]]? {
        for _ in 0..<2000 {
            if let parts = try socket.receive() { return parts }
            usleep(1000)
        }
        return nil
    }

    private func until(_ condition: () throws -> Bool) throws {
        for _ in 0..<5000 {
            if try condition() { return }
            usleep(1000)
        }
        Issue.record("it does not come about")
        throw CancellationError()
    }
}
