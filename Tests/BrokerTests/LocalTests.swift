import Broker
import Glibc
import Messages
import Platform
import TestSupport
import Testing
import ZeroMQ

@Suite("Those of the bus's own machine", .timeLimit(.minutes(2)))
struct LocalTests {
    @Test("subscribe by messages or by commands, and as often as they take it back")
    func subscriptions() throws {
        let bus = try RawBus()
        let peer = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        try peer.write(RawPeer.frame("\u{1}fix/a|") + RawPeer.frame("\u{1}fix/a|"))
        try peer.write(RawPeer.frame("\u{9}SUBSCRIBEfix/b|", 4) + RawPeer.frame("\u{1}fix/c|"))
        try peer.write(RawPeer.frame("\u{0}fix/a|") + RawPeer.frame("\u{6}CANCELfix/c|", 4))
        try peer.write(RawPeer.frame("\u{0}fix/nothing|") + RawPeer.frame("\u{1}~n/!"))
        _ = try peer.messages(until: "~n/!")
        let sender = try bus.publisher()
        let witness = try bus.subscriber(to: "")
        for topic in ["fix/a", "fix/b", "fix/c"] {
            try Self.pass(Pieces.message(topic, "{}"), sender, witness)
        }
        // The second cancellation is the last.
        try peer.write(RawPeer.frame("\u{0}fix/a|") + RawPeer.frame("\u{1}end/end|"))
        try peer.write(RawPeer.frame("\u{1}~m/!"))
        let first = try peer.messages(until: "~m/!")
        #expect(first.dropLast() == [Pieces.message("fix/a", "{}")[0], Pieces.message("fix/b", "{}")[0]])
        for topic in ["fix/a", "fix/b", "end/end"] { _ = try sender.send(Pieces.message(topic, "{}")) }
        let second = try peer.messages(until: "end/end")
        #expect(second == [Pieces.message("fix/b", "{}")[0], Pieces.message("end/end", "{}")[0]])
        bus.end()
    }

    @Test("are heard alike wherever their bytes are cut")
    func cuts() throws {
        let bus = try RawBus()
        let reader = try bus.subscriber(to: "fix/")
        let stamped = Pieces.message("fix/a", "{}")[0]
        let stream =
            RawPeer.greeting + RawPeer.ready("PUSH") + RawPeer.frame(stamped)
            + RawPeer.frame("fix/b", 1) + RawPeer.frame("{}") + RawPeer.frame(stamped)
        for cut in stream.indices {
            let peer = try RawPeer(to: bus.address.publishPath)
            try peer.write(Array(stream[..<cut]))
            // Answered by the same thread after it has read the first piece.
            if cut >= 64 { _ = try peer.read(until: { $0.count > 64 }) }
            try peer.write(Array(stream[cut...]))
            let got = try (0..<3).map { _ in try RawBus.next(reader)?.first ?? [] }
            #expect([got[0], got[2]] == [stamped, stamped], "cut at \(cut)")
            #expect(try Pieces([got[1]]).topic == "fix/b", "cut at \(cut)")
        }
        bus.end()
    }

    @Test(
        "that are no such client are hung up on, and the others go on",
        arguments: [
            Array("GET / HTTP/1.1\r\n\r\n".utf8),
            RawPeer.greeting + RawPeer.ready("SUB"),
            RawPeer.greeting + RawPeer.ready("REQ"),
            RawPeer.greeting + RawPeer.frame("\u{1}fix/"),
            RawPeer.greeting + RawPeer.ready("PUSH") + [0x80, 0],
            RawPeer.greeting + RawPeer.ready("PUSH") + [2, 0, 0, 0, 0, 0, 0, 16, 1],
            RawPeer.greeting + RawPeer.ready("PUSH") + [2, 255, 255, 255, 255, 255, 255, 255, 255],
        ]
    )
    func strangers(_ bytes: [UInt8]) throws {
        let bus = try RawBus { $0.maximumPartSize = 4096 }
        let log = try bus.subscriber(to: "log/bus|")
        let reader = try bus.subscriber(to: "fix/")
        // Open since before the stranger came.
        let sender = try bus.publisher()
        _ = try sender.send(Pieces.message("fix/gps", "1"))
        #expect(try RawBus.next(reader) != nil)
        let stranger = try RawPeer(to: bus.address.publishPath)
        try stranger.write(bytes)
        #expect(stranger.isHungUpOn())
        let line = try Pieces(RawBus.next(log)).payload
        #expect(line.contains("process \(getpid()) ") && line.contains("its connection is ended"))
        let message = Pieces.message("fix/gps", "2", sequence: 1)
        _ = try sender.send(message)
        #expect(try RawBus.next(reader) == message)
        bus.end()
    }

    @Test("that do not greet are hung up on after a while")
    func silence() throws {
        let bus = try RawBus()
        let silent = try RawPeer(to: bus.address.subscribePath)
        try silent.write([0xFF])
        #expect(silent.isHungUpOn())
        bus.end()
    }

    @Test("hear what comes by TCP, and are heard there", arguments: [false, true])
    func crossing(comesByTCP: Bool) throws {
        let bus = try RawBus { $0.addresses.append(try! BusAddress("tcp://127.0.0.1:*")) }
        let tcp = try #require(bus.addresses.last)
        let sender = try Socket(.push, in: bus.context)
        try sender.connect(to: comesByTCP ? tcp.publishEndpoint : bus.address.publishEndpoint)
        let near = try bus.subscriber(to: "fix/")
        let far = try bus.subscriber(at: tcp, to: "fix/")
        let other = try bus.subscriber(at: tcp, to: "imu/")
        let message = Pieces.message("fix/gps", String(repeating: "x", count: 1000))
        _ = try sender.send(message)
        _ = try sender.send([Array("fix/phone".utf8), Array("{}".utf8)])
        _ = try sender.send(Pieces.message("imu/walk", "{}"))
        for reader in [0, 1] {
            let got = try (0..<2).map { _ in try reader == 0 ? RawBus.next(near) : RawBus.next(far) }
            #expect(got[0] == message)
            #expect(try Pieces(got[1]).topic == "fix/phone")
        }
        #expect(try RawBus.next(other) == Pieces.message("imu/walk", "{}"))
        let requester = try bus.requester()
        let count = try RawBus.ask(requester, "bus/listeners", #"{"topics":["fix/gps"]}"#)
        #expect(count.contains(#""count":2"#))
        bus.end()
    }

    @Test("lose what they are too slow for, which is counted, and slow down nobody")
    func slowReader() throws {
        let bus = try RawBus { limits in
            limits.subscriberQueue = 100
            limits.subscriberQueueBytes = 50_000
        }
        let slow = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        try slow.write(RawPeer.frame("\u{1}fix/") + RawPeer.frame("\u{1}end/") + RawPeer.frame("\u{1}~n/!"))
        _ = try slow.messages(until: "~n/!")
        let quick = try bus.subscriber(to: "fix/")
        let status = try bus.subscriber(to: "status/bus|")
        let sender = try bus.publisher()
        let count = 2000
        for sequence in 0..<count {
            let message = Pieces.message(
                "fix/gps",
                String(repeating: "x", count: 900),
                sequence: UInt64(sequence)
            )
            _ = try sender.send(message)
            // One at a time, so that nothing but the slow one's not reading can lose any.
            #expect(try RawBus.next(quick) == message)
        }
        var report = try Self.report(status)
        // Until nothing more is lost: one of before may have been told while they were still being sent.
        var former: Int?
        while report.status.overflowed == 0 || report.status.overflowed != former {
            former = report.status.overflowed
            report = try Self.report(status)
        }
        let lost = try #require(report.status.overflowed)
        #expect(report.behind == 1)
        #expect(report.status.queued.map { $0 > 0 && $0 <= 100 } == true)
        // What the system holds and what the bus may keep is all that is there.
        let queued = try #require(report.status.queued)
        let got = try slow.read(until: { $0.count >= (count - lost) * 949 })
        #expect(got.count == (count - lost) * 949 && queued * 949 <= 50_949)
        _ = try sender.send(Pieces.message("end/end", "{}"))
        #expect(try slow.messages(until: "end/end").count == 1)
        while report.behind > 0 { report = try Self.report(status) }
        #expect(report.status.queued == 0 && report.status.overflowed == lost)
        bus.end()
    }

    @Test("get what had been handed on when the bus ends, however little room they had")
    func farewell() throws {
        let bus = try RawBus()
        let peer = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        try peer.write(RawPeer.frame("\u{1}fix/") + RawPeer.frame("\u{1}~n/!"))
        _ = try peer.messages(until: "~n/!")
        let sender = try bus.publisher()
        let witness = try bus.subscriber(to: "fix/")
        let count = 500
        for sequence in 0..<count {
            let payload = String(repeating: "x", count: 900)
            _ = try sender.send(Pieces.message("fix/gps", payload, sequence: UInt64(sequence)))
            _ = try RawBus.next(witness)
        }
        let (bytes, read) = (Lock<Int>(0), try Wakeup())
        try Thread.start(named: "reader") {
            let got = try? peer.read(until: { $0.count == count * 949 })
            bytes.withLock { $0 = got?.count ?? 0 }
            read.ring()
        }
        bus.end()
        read.wait()
        #expect(bytes.withLock { $0 } == count * 949)
    }

    @Test("get last values without end bit by bit, and others are served in between")
    func longAnswer() throws {
        let bus = try RawBus()
        let witness = try bus.subscriber(to: "big/")
        let sender = try bus.publisher()
        let payload = String(repeating: "x", count: 200_000)
        for number in 0..<20 {
            _ = try sender.send(Pieces.message("big/t\(number)", payload))
            _ = try RawBus.next(witness)
        }
        let peer = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        try peer.write(
            RawPeer.frame("\u{1}~n/big/") + RawPeer.frame("\u{1}fix/") + RawPeer.frame("\u{1}~m/!")
        )
        let requester = try bus.requester()
        let topics = try RawBus.ask(requester, "bus/topics", #"{"prefix":"status/"}"#)
        #expect(topics.contains("result"))
        let all = try peer.messages(until: "~m/!")
        #expect(all.count == 22)
        #expect(try Pieces([all[20]]).payload == #"{"count":20}"#)
        bus.end()
    }

    @Test("subscribe by the thousand, and are matched all the same")
    func manySubscriptions() throws {
        let bus = try RawBus()
        let peer = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        let sender = try bus.publisher()
        var wishes: [UInt8] = []
        for number in 0..<20_000 { wishes += RawPeer.frame("\u{1}fix/t\(number)|") }
        try peer.write(wishes + RawPeer.frame("\u{1}~n/!"))
        _ = try peer.messages(until: "~n/!")
        let requester = try bus.requester()
        #expect(
            try RawBus.ask(requester, "bus/listeners", #"{"topics":["fix/t777"]}"#).contains(#""count":1"#)
        )
        for topic in ["fix/t20000", "fix/t777"] { _ = try sender.send(Pieces.message(topic, "{}")) }
        #expect(try peer.messages(until: "fix/t777").count == 1)
        var withdrawals: [UInt8] = []
        for number in 0..<20_000 { withdrawals += RawPeer.frame("\u{0}fix/t\(number)|") }
        try peer.write(withdrawals + RawPeer.frame("\u{1}~m/!"))
        _ = try peer.messages(until: "~m/!")
        #expect(
            try RawBus.ask(requester, "bus/listeners", #"{"topics":["fix/t777"]}"#).contains(#""count":0"#)
        )
        bus.end()
    }

    @Test("come again by a socket file that was removed and is back", arguments: ["publish", "subscribe"])
    func removedFile(name: String) throws {
        let bus = try RawBus()
        let reader = try bus.subscriber(to: "fix/")
        let sender = try bus.publisher()
        _ = try sender.send(Pieces.message("fix/gps", "1"))
        _ = try RawBus.next(reader)
        let file = "\(try #require(bus.address.folder))/\(name)"
        #expect(unlink(file) == 0)
        while access(file, F_OK) != 0 { usleep(10_000) }
        let late = try bus.subscriber(to: "fix/")
        let lateSender = try bus.publisher()
        for (number, socket) in [0, 1].enumerated() {
            let message = Pieces.message("fix/gps", "2", sequence: UInt64(number))
            _ = try socket == 0 ? sender.send(message) : lateSender.send(message)
            #expect(try RawBus.next(reader) == message)
            #expect(try RawBus.next(late) == message)
        }
        bus.end()
    }

    /// Sends a message, and waits until somebody who subscribed to everything has it: the others have it then, too.
    private static func pass(
        _ message: [[UInt8]],
        _ sender: borrowing Socket,
        _ witness: borrowing Socket
    ) throws {
        _ = try sender.send(message)
        while let next = try RawBus.next(witness), next != message {}
    }

    private static func report(_ status: borrowing Socket) throws -> (status: Status, behind: Int) {
        let payload = try Pieces(RawBus.next(status)).payload
        let value = try JSONValue.parse(Array(payload.utf8))
        guard case .object(let members) = value, let behind = members["behind"].flatMap({ Int("\($0)") })
        else {
            throw BrokenReport()
        }
        return (try Status(decoding: Array(payload.utf8).span), behind)
    }

    private struct BrokenReport: Error {}
}
