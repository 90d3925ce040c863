import Foundation
import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import ZMTP

@Suite("A link", .timeLimit(.minutes(1)))
struct LinkTests {
    private let folder: TemporaryFolder
    private let context: Context

    init() throws {
        folder = try TemporaryFolder()
        context = try Context()
    }

    @Test("what it sends arrives at libzmq's PULL, short and long")
    func push() throws {
        let reader = try Socket(.pull, in: context)
        try reader.bind(to: "ipc://\(folder.file("s"))")
        let link = Link(to: folder.file("s"), as: .push)
        #expect(!Self.send([1], by: link))
        #expect(try Self.next(of: link) == .connected)
        let messages = [[], [7], [UInt8](repeating: 1, count: 255), [UInt8](repeating: 2, count: 256), [3]]
        for message in messages { #expect(Self.send(message, by: link)) }
        #expect(link.hasUnsent)
        #expect(link.flush())
        for message in messages { #expect(try Self.receive(reader) == [message]) }
    }

    @Test("what libzmq's XPUB sends arrives, of every size, as far as it was subscribed to")
    func subscribe() throws {
        let writer = try Socket(.xpublish, in: context)
        try writer.bind(to: "ipc://\(folder.file("s"))")
        let link = Link(to: folder.file("s"), as: .subscribe)
        link.subscribe(to: Array("a".utf8))
        link.subscribe(to: Array("b".utf8))
        #expect(try Self.next(of: link) == .connected)
        #expect(try Self.receive(writer) == [[1] + Array("a".utf8)])
        #expect(try Self.receive(writer) == [[1] + Array("b".utf8)])
        link.unsubscribe(from: Array("b".utf8))
        #expect(try Self.receive(writer) == [[0] + Array("b".utf8)])
        let long = Array("a".utf8) + [UInt8](repeating: 9, count: 3 << 20)
        for message in [Array("a1".utf8), Array("b1".utf8), long, Array("a2".utf8)] {
            #expect(try writer.send([message]) == .sent)
        }
        #expect(try Self.receive(3, of: link) == [Array("a1".utf8), long, Array("a2".utf8)])
    }

    @Test("a wish that is there twice is told once, and taken back with its last owner")
    func counted() throws {
        let writer = try Socket(.xpublish, in: context)
        try writer.bind(to: "ipc://\(folder.file("s"))")
        let link = Link(to: folder.file("s"), as: .subscribe)
        #expect(try Self.next(of: link) == .connected)
        for prefix in ["a", "a", "b"] { link.subscribe(to: Array(prefix.utf8)) }
        for prefix in ["a", "b", "a"] { link.unsubscribe(from: Array(prefix.utf8)) }
        let told = try (0..<4).map { _ in try Self.receive(writer) ?? [] }
        #expect(told == [[[1, 97]], [[1, 98]], [[0, 98]], [[0, 97]]])
    }

    @Test("after the peer has gone and come back it connects again and repeats its subscriptions in order")
    func reconnection() throws {
        let path = folder.file("s")
        let link = Link(to: path, as: .subscribe)
        for prefix in ["x", "a", "m"] { link.subscribe(to: Array(prefix.utf8)) }
        for _ in 0..<2 {
            do {
                let writer = try Socket(.xpublish, in: context)
                try writer.bind(to: "ipc://\(path)")
                #expect(try Self.next(of: link) == .connected)
                let told = try (0..<3).map { _ in try Self.receive(writer) ?? [] }
                #expect(told == ["x", "a", "m"].map { [[1] + Array($0.utf8)] })
            }
            #expect(try Self.receive(1, of: link).isEmpty)
            #expect(link.descriptor == -1)
        }
    }

    @Test("the end of a reader is noticed, and nothing is taken until it is back")
    func end() throws {
        let link = Link(to: folder.file("s"), as: .push)
        do {
            let reader = try Socket(.pull, in: context)
            try reader.bind(to: "ipc://\(folder.file("s"))")
            #expect(try Self.next(of: link) == .connected)
        }
        #expect(try Self.next(of: link) == .disconnected)
        #expect(!link.isReady && !Self.send([1], by: link))
        #expect(link.deadline > MonotonicClock.nanoseconds - 1_000_000_000)
    }

    /// A reader that keeps one message, so that whoever sends more has to wait.
    private func narrowReader() throws -> Socket {
        var options = SocketOptions()
        options.receiveHighWaterMark = 1
        let reader = try Socket(.pull, in: context, options: options)
        try reader.bind(to: "ipc://\(folder.file("s"))")
        return reader
    }

    @Test("a reader that does not read fills the link, which then takes nothing more")
    func full() throws {
        let reader = try narrowReader()
        let link = Link(to: folder.file("s"), as: .push)
        #expect(try Self.next(of: link) == .connected)
        let message = [UInt8](repeating: 5, count: 10_000)
        var taken = 0
        while taken < 10_000, Self.send(message, by: link) {
            link.flush()
            taken += 1
        }
        #expect(taken < 10_000 && link.isFull && link.hasUnsent)
        for _ in 0..<taken {
            #expect(try Self.receive(reader) == [message])
            link.flush()
        }
        #expect(!link.hasUnsent && !link.isFull)
    }

    @Test("a reader that has no room when the sender ends gets all the same what was sent")
    func finish() async throws {
        let reader = try narrowReader()
        let link = Link(to: folder.file("s"), as: .push)
        #expect(try Self.next(of: link) == .connected)
        let message = [UInt8](repeating: 5, count: 1000)
        var sent = 0
        while sent < 60, Self.send(message, by: link) {
            link.flush()
            sent += 1
        }
        let ended = try Wakeup()
        let box = Lock<Link?>(link)
        try Thread.start(named: "end") {
            box.withLock { $0?.finish(within: 30_000) }
            ended.ring()
        }
        for _ in 0..<sent { #expect(try Self.receive(reader) == [message]) }
        ended.wait()
        #expect(sent == 60)
    }

    @Test("what it took and had not written whole when its reader went is counted, message for message")
    func abandoned() throws {
        let server = try LocalServer(at: folder.file("s"))
        let link = Link(to: folder.file("s"), as: .push)
        #expect(link.advance(at: MonotonicClock.nanoseconds) == nil)
        var read = 0
        do {
            let peer = try server.accept()
            let ready = Array("\u{5}READY\u{B}Socket-Type".utf8) + [0, 0, 0, 4] + Array("PULL".utf8)
            try peer.write(Self.greeting() + [4, UInt8(ready.count)] + ready)
            #expect(try Self.next(of: link) == .connected)
            try peer.setNonBlocking()
            // Long and short ones, more than the kernel keeps, while the reader takes a part of it now and then.
            let message = [UInt8](repeating: 5, count: 10_000)
            var (taken, bytes) = (0, 0)
            for round in 0..<200 {
                while Self.send(taken % 3 == 0 ? [1] : message, by: link) {
                    taken += 1
                    link.flush()
                }
                if round < 199 { bytes += try peer.read(atMost: 100_000)?.count ?? 0 }
                link.flush()
            }
            // All that the kernel still has is read.
            while let more = try peer.read(atMost: 1 << 20) { bytes += more.count }
            // Our greeting and command come first, then the frames in their known sizes.
            var left = bytes - Self.greeting().count - 2 - Handshake.ready(.push).count
            while left >= 0 {
                left -= read % 3 == 0 ? 3 : 9 + message.count
                if left >= 0 { read += 1 }
            }
            #expect(link.abandoned == 0)
            #expect(read > 1000 && taken > read)
            read = taken - read
        }
        #expect(try Self.next(of: link) == .disconnected)
        #expect(link.abandoned == read)
    }

    @Test("a peer that does not greet is given up after a while")
    func silence() throws {
        let server = try LocalServer(at: folder.file("s"))
        let link = Link(to: folder.file("s"), as: .push)
        #expect(link.advance(at: 1_000_000_000) == nil)
        let peer = try server.accept()
        try peer.write([0xFF])
        #expect(link.advance(at: 2_000_000_000) == nil)
        #expect(link.advance(at: 6_000_000_000) == .refused(.silent))
    }

    @Test("a peer that asks for signs of life gets them")
    func heartbeat() throws {
        #expect(Self.pong("\u{4}PING\u{0}\u{A}abc") == Array("\u{4}PONGabc".utf8))
        #expect(Self.pong("\u{4}PING") == Array("\u{4}PONG".utf8))
        #expect(Self.pong("\u{5}READY") == nil)
        #expect(Self.pong("") == nil)
    }

    @Test(
        "what listens but is no bus is refused in plain words",
        arguments: refused
    )
    func refusals(_ bytes: [UInt8], _ error: ZMTPError) throws {
        let server = try LocalServer(at: folder.file("s"))
        let link = Link(to: folder.file("s"), as: .subscribe)
        #expect(link.advance(at: MonotonicClock.nanoseconds) == nil)
        let peer = try server.accept()
        try peer.write(bytes)
        #expect(try Self.next(of: link) == .refused(error))
        #expect(link.descriptor == -1)
    }

    @Test("bytes that come one at a time make the same messages")
    func pieces() throws {
        let server = try LocalServer(at: folder.file("s"))
        let link = Link(to: folder.file("s"), as: .subscribe)
        #expect(link.advance(at: MonotonicClock.nanoseconds) == nil)
        let peer = try server.accept()
        let long = [UInt8](repeating: 8, count: 300)
        let ready = Array("\u{5}READY\u{B}Socket-Type".utf8) + [0, 0, 0, 3] + Array("PUB".utf8)
        var stream = Self.greeting()
        stream += [4, UInt8(ready.count)]
        stream += ready
        stream += [0, 2, 1, 2, 2, 0, 0, 0, 0, 0, 0, 1, 44]
        stream += long
        stream += [0, 0]
        var messages: [[UInt8]] = []
        for byte in stream {
            try peer.write([byte])
            _ = link.advance(at: MonotonicClock.nanoseconds)
            _ = link.receive(limit: 100, at: MonotonicClock.nanoseconds) { bytes, _ in
                messages.append(bytes.withUnsafeBufferPointer(Array.init))
            }
        }
        #expect(messages == [[1, 2], long, []])
    }

    private static let refused: [(sent: [UInt8], error: ZMTPError)] = {
        let ping = Array("\u{4}PING".utf8)
        let away = Array("\u{5}ERROR\u{4}away".utf8)
        let web = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        var refused: [(sent: [UInt8], error: ZMTPError)] = []
        refused.append((web, .notZMTP))
        refused.append((greeting { $0[10] = 1 }, .version(1)))
        refused.append((greeting { $0.replaceSubrange(12..<17, with: "CURVE".utf8) }, .mechanism("CURVE")))
        refused.append((greeting() + [4, 11] + away, .refused("away")))
        let pull = Handshake.ready(.push)
        refused.append((greeting() + [4, UInt8(pull.count)] + pull, .socket("PUSH")))
        refused.append((greeting() + [4, 5] + ping, .unexpected))
        refused.append((greeting() + [0, 1, 1], .unexpected))
        refused.append((greeting() + [0x80, 1, 1], .badFlags(0x80)))
        refused.append((greeting() + [2] + [UInt8](repeating: 0xFF, count: 8), .tooLong(Int.max)))
        return refused
    }()

    // MARK: Helpers

    private static func greeting(_ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
        var bytes = Handshake.greeting
        change(&bytes)
        return bytes
    }

    private static func pong(_ command: String) -> [UInt8]? {
        Array(command.utf8).withUnsafeBytes { Handshake.pong(to: $0) }
    }

    private static func send(_ message: [UInt8], by link: Link) -> Bool {
        message.withUnsafeBytes { link.send($0) }
    }

    /// What happens next to a link.
    private static func next(of link: Link) throws -> Link.Event? {
        for _ in 0..<2000 {
            if let event = link.advance(at: MonotonicClock.nanoseconds) { return event }
            try wait(for: link.descriptor)
        }
        return nil
    }

    private static func receive(_ count: Int, of link: Link) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for _ in 0..<2000 where messages.count < count {
            let outcome = link.receive(limit: count - messages.count, at: MonotonicClock.nanoseconds) {
                bytes,
                _ in
                messages.append(bytes.withUnsafeBufferPointer(Array.init))
            }
            if case .ended = outcome { break }
            try wait(for: link.descriptor)
        }
        return messages
    }

    private static func receive(_ socket: borrowing Socket) throws -> [[UInt8]]? {
        for _ in 0..<2000 {
            if let parts = try socket.receive() { return parts }
            try wait(for: -1)
        }
        return nil
    }

    /// Waits for a moment, or until something comes.
    private static func wait(for descriptor: CInt) throws {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&item, 1, 5)
    }
}
