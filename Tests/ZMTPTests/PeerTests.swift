import Foundation
import Platform
import Testing

@testable import ZMTP

@Suite("A peer that has been let in", .timeLimit(.minutes(1)))
struct PeerTests {
    /// What is heard of a peer.
    private enum Word: Equatable {
        case greeted
        case part([UInt8], hasMore: Bool)
        case command([UInt8])
        case refused(ZMTPError)
        case ended
    }

    @Test("is greeted, and introduced as what it came to")
    func greeting() throws {
        let pair = try SocketPair()
        let peer = Self.peer(pair, as: .pull)
        #expect(try pair.far.read(atMost: 1000) == Handshake.greeting)
        try pair.far.write(Handshake.greeting + Self.frame(Handshake.ready(.push), 4))
        #expect(Self.hear(peer) == [.greeted])
        #expect(try pair.far.read(atMost: 1000) == Self.frame(Handshake.ready(.pull), 4))
        #expect(peer.isReady && peer.deadline == .max)
    }

    @Test("is understood alike wherever what it sends is cut", arguments: [Role.pull, .extendedPublish])
    func everyBoundary(role: Role) throws {
        let long = [UInt8](repeating: 7, count: 300)
        var stream = Handshake.greeting
        stream += Self.frame(Handshake.ready(role == .pull ? .push : .subscribe), 4)
        stream += Self.frame(Array("fix/gps".utf8), 1) + Self.frame(Array("{}".utf8)) + Self.frame(long)
        stream += Self.frame(Array("\u{9}SUBSCRIBEfix/".utf8), 4) + Self.frame([])
        let expected: [Word] = [
            .greeted, .part(Array("fix/gps".utf8), hasMore: true), .part(Array("{}".utf8), hasMore: false),
            .part(long, hasMore: false), .command(Array("\u{9}SUBSCRIBEfix/".utf8)),
            .part([], hasMore: false),
        ]
        for cut in 0...stream.count {
            let pair = try SocketPair()
            let peer = Self.peer(pair, as: role)
            var heard: [Word] = []
            for piece in [stream[..<cut], stream[cut...]] {
                try pair.far.write(Array(piece))
                heard += Self.hear(peer)
            }
            #expect(heard == expected, "cut at \(cut)")
        }
    }

    @Test("may send a part of many reads, and then short ones again")
    func longPart() throws {
        let pair = try SocketPair()
        let peer = Self.peer(pair, as: .pull, longestPart: 2 << 20)
        let long = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var stream = Handshake.greeting + Self.frame(Handshake.ready(.push), 4)
        stream += Self.frame([1]) + Self.frame(long) + Self.frame([2])
        var heard: [Word] = []
        while !stream.isEmpty {
            let count = try pair.far.write(Array(stream.prefix(50_000)))
            stream.removeFirst(count)
            heard += Self.hear(peer)
        }
        let parts: [[UInt8]] = [[1], long, [2]]
        #expect(heard == [.greeted] + parts.map { .part($0, hasMore: false) })
    }

    @Test("is refused in plain words where it is none", arguments: refused)
    func strangers(_ bytes: [UInt8], _ error: ZMTPError) throws {
        let pair = try SocketPair()
        let peer = Self.peer(pair, as: .pull)
        try pair.far.write(bytes)
        #expect(Self.hear(peer) == [.refused(error)])
    }

    private static let refused: [(bytes: [UInt8], error: ZMTPError)] = {
        var curve = Handshake.greeting
        curve.replaceSubrange(12..<17, with: "CURVE".utf8)
        let ready = frame(Handshake.ready(.push), 4)
        var colourful = Handshake.greeting
        colourful.replaceSubrange(12..<20, with: "\u{1B}]0;x\u{7}é".utf8)
        return [
            (colourful, .mechanism("?]0;x???")),
            (Handshake.greeting + frame(strange("\u{1B}[2J\n\u{9B}31m"), 4), .socket("?[2J???31m")),
            (
                Handshake.greeting + frame(strange(String(repeating: "x", count: 1000)), 4),
                .socket("\(String(repeating: "x", count: 64))…")
            ),
            (Handshake.greeting + frame(Array("\u{5}ERROR\u{4}\r\u{1B}cé".utf8), 4), .refused("??c??")),
            (Array("GET / HTTP/1.1\r\n\r\n".utf8), .notZMTP),
            (curve, .mechanism("CURVE")),
            (Handshake.greeting + frame(Handshake.ready(.subscribe), 4), .socket("SUB")),
            (Handshake.greeting + frame([1]), .unexpected),
            (Handshake.greeting + [0x10, 1, 1], .badFlags(0x10)),
            (Handshake.greeting + [2, 0, 0, 0, 0, 0, 1, 0, 0], .tooLong(65_536)),
        ]
    }()

    /// An introduction as a socket of a kind that is none.
    private static func strange(_ type: String) -> [UInt8] {
        let length = withUnsafeBytes(of: UInt32(type.utf8.count).bigEndian) { [UInt8]($0) }
        return Array("\u{5}READY\u{B}Socket-Type".utf8) + length + Array(type.utf8)
    }

    @Test("is told that it is alive when it asks")
    func heartbeat() throws {
        let pair = try SocketPair()
        let peer = try Self.greeted(pair, as: .extendedPublish)
        try pair.far.write(Self.frame(Array("\u{4}PING\u{0}\u{A}abc".utf8), 4))
        #expect(Self.hear(peer).count == 1)
        #expect(try pair.far.read(atMost: 1000) == Self.frame(Array("\u{4}PONGabc".utf8), 4))
    }

    @Test("that does not read is kept no more frames than it may have, and the oldest of them")
    func boundedFrames() throws {
        let pair = try SocketPair()
        let peer = try Self.greeted(pair, as: .extendedPublish, frames: 10)
        let message = [UInt8](repeating: 1, count: 1000)
        var lost = 0
        var sent = 0
        while lost < 25 {
            lost += Self.write(Self.frame([UInt8(sent & 255)] + message), to: peer)
            sent += 1
        }
        #expect(peer.waitingFrames == 10)
        let frames = Self.drain(pair, peer)
        #expect(frames.count == sent - lost)
        #expect(frames.map(\.[0]) == (0..<sent - lost).map { UInt8($0 & 255) })
        #expect(!peer.hasUnsent && peer.waitingFrames == 0)
    }

    @Test("that does not read is kept no more bytes than it may have, but always a message")
    func boundedBytes() throws {
        let pair = try SocketPair()
        let peer = try Self.greeted(pair, as: .extendedPublish, bytes: 5000)
        let message = [UInt8](repeating: 1, count: 1000)
        while Self.write(Self.frame(message), to: peer) == 0 {}
        #expect(peer.waitingBytes <= 5000 && peer.waitingBytes > 3000)
        let frames = Self.drain(pair, peer)
        #expect(frames.allSatisfy { $0 == message })
        let long = [UInt8](repeating: 2, count: 1 << 20)
        #expect(Self.write(Self.frame(long), to: peer) == 0)
        #expect(Self.write(Self.frame(message), to: peer) == 1)
        #expect(Self.drain(pair, peer) == [long])
    }

    @Test("gets a run of messages whole, whatever of it the system took at once")
    func runs() throws {
        let pair = try SocketPair()
        let peer = try Self.greeted(pair, as: .extendedPublish)
        let messages = (0..<400).map { [UInt8](repeating: UInt8($0 & 255), count: 10 + $0 * 7) }
        #expect(Self.write(messages.flatMap { Self.frame($0) }, frames: messages.count, to: peer) == 0)
        #expect(peer.hasUnsent)
        #expect(Self.drain(pair, peer) == messages)
    }

    @Test("of which only one run fits gets its beginning, and the rest is counted")
    func overflowingRun() throws {
        let pair = try SocketPair()
        let peer = try Self.greeted(pair, as: .extendedPublish, frames: 5)
        let messages = (0..<2000).map { [UInt8](repeating: UInt8($0 & 255), count: 1000) }
        let lost = Self.write(messages.flatMap { Self.frame($0) }, frames: messages.count, to: peer)
        let got = Self.drain(pair, peer)
        #expect(lost > 0 && got == Array(messages.prefix(messages.count - lost)))
    }

    @Test("that has gone takes nothing more, and nothing is counted as lost")
    func gone() throws {
        var pair: SocketPair? = try SocketPair()
        let peer = try Self.greeted(#require(pair), as: .extendedPublish)
        pair = nil
        _ = Self.write(Self.frame([1]), to: peer)
        #expect(peer.isBroken)
        #expect(Self.write(Self.frame([1]), to: peer) == 0)
        #expect(!peer.hasUnsent)
    }

    @Test("says what it wants by messages or by commands")
    func subscriptions() {
        #expect(Self.change([1, 97], false) == Change(true, [97]))
        #expect(Self.change([0, 97], false) == Change(false, [97]))
        #expect(Self.change([1], false) == Change(true, []))
        #expect(Self.change([2, 97], false) == nil)
        #expect(Self.change([], false) == nil)
        #expect(Self.change(Array("\u{9}SUBSCRIBEa".utf8), true) == Change(true, [97]))
        #expect(Self.change(Array("\u{6}CANCEL".utf8), true) == Change(false, []))
        #expect(Self.change(Array("\u{4}PING".utf8), true) == nil)
    }

    // MARK: Helpers

    private struct Change: Equatable {
        let isSubscription: Bool
        let prefix: [UInt8]

        init(_ isSubscription: Bool, _ prefix: [UInt8]) {
            self.isSubscription = isSubscription
            self.prefix = prefix
        }
    }

    private static func change(_ body: [UInt8], _ isCommand: Bool) -> Change? {
        body.withUnsafeBytes { body in
            SubscriptionChange(body, isCommand: isCommand).map {
                Change($0.isSubscription, Array(body[$0.prefix]))
            }
        }
    }

    private static func frame(_ body: [UInt8], _ flags: UInt8 = 0) -> [UInt8] {
        if body.count <= 255 { return [flags, UInt8(body.count)] + body }
        return [flags | 2] + withUnsafeBytes(of: UInt64(body.count).bigEndian) { Array($0) } + body
    }

    private static func peer(
        _ pair: SocketPair,
        as role: Role,
        longestPart: Int = 65_535,
        frames: Int = 1000,
        bytes: Int = 16 << 20
    ) -> Peer {
        let limits = Peer.Limits(longestPart: longestPart, frames: frames, bytes: bytes)
        return Peer(over: pair.near, as: role, limits: limits, at: MonotonicClock.nanoseconds)
    }

    private static func greeted(
        _ pair: SocketPair,
        as role: Role,
        frames: Int = 1000,
        bytes: Int = 16 << 20
    ) throws -> Peer {
        let peer = peer(pair, as: role, frames: frames, bytes: bytes)
        let kind = try #require(role.peers.first.flatMap(Role.init(rawValue:)))
        try pair.far.write(Handshake.greeting + frame(Handshake.ready(kind), 4))
        #expect(hear(peer) == [.greeted])
        _ = try pair.far.read(atMost: 1000)
        return peer
    }

    /// What has come of a peer.
    private static func hear(_ peer: Peer) -> [Word] {
        var buffer = InputBuffer()
        var words: [Word] = []
        while true {
            let outcome = peer.fill(&buffer)
            var batch = peer.batch(of: buffer)
            do throws(ZMTPError) {
                if !peer.isReady, try peer.greet(&batch) { words.append(.greeted) }
                while peer.isReady, let frame = try batch.next() {
                    let body = Array(batch.body(of: frame))
                    words.append(frame.isCommand ? .command(body) : .part(body, hasMore: frame.hasMore))
                    if frame.isCommand { body.withUnsafeBytes { peer.answer($0) } }
                }
            } catch {
                words.append(.refused(error))
                return words
            }
            peer.finish(batch, in: &buffer)
            switch outcome {
            case .some: continue
            case .all: return words
            case .ended: return words + [.ended]
            }
        }
    }

    private static func write(_ run: [UInt8], frames: Int = 1, to peer: Peer) -> Int {
        run.withUnsafeBytes { peer.write($0, frames: frames) }
    }

    /// Reads all that waits for a peer, as the messages that it is.
    private static func drain(_ pair: SocketPair, _ peer: Peer) -> [[UInt8]] {
        var bytes: [UInt8] = []
        while true {
            peer.flush()
            guard let read = try? pair.far.read(atMost: 1 << 20), !read.isEmpty else { break }
            bytes += read
        }
        return bytes.withUnsafeBytes { bytes in
            var batch = Batch(bytes)
            var messages: [[UInt8]] = []
            while let body = batch.nextBody() { messages.append(Array(body)) }
            return messages
        }
    }
}
