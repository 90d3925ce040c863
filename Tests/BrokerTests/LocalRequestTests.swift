import Broker
import Glibc
import Messages
import Platform
import TestSupport
import Testing
import ZeroMQ

@Suite("Requests on the bus's own machine", .timeLimit(.minutes(2)))
struct LocalRequestTests {
    private static let ping = RawPeer.frame([], 1) + RawPeer.frame("bus/ping", 1) + RawPeer.frame("{}")

    @Test("are heard alike wherever their bytes are cut")
    func cuts() throws {
        let bus = try RawBus()
        let stream = RawPeer.greeting + RawPeer.ready("DEALER") + RawPeer.frame([7], 1) + Self.ping
        for cut in stream.indices {
            let peer = try RawPeer(to: bus.address.requestPath)
            try peer.write(Array(stream[..<cut]))
            if cut >= 64 { _ = try peer.read(until: { $0.count > 64 }) }
            try peer.write(Array(stream[cut...]))
            let answer = try peer.read(until: { $0.suffix(2) == Array("}}".utf8)[...] })
            #expect(String(decoding: answer, as: UTF8.self).contains(#"{"result":{"bus":"#), "cut at \(cut)")
        }
        bus.end()
    }

    @Test(
        "that are none end the connection, and the others go on",
        arguments: [
            Array("GET / HTTP/1.1\r\n\r\n".utf8),
            RawPeer.greeting + RawPeer.ready("SUB"),
            RawPeer.greeting + RawPeer.ready("PUSH"),
            RawPeer.greeting + ping,
            RawPeer.greeting + RawPeer.ready("DEALER") + [0x80, 0],
            RawPeer.greeting + RawPeer.ready("DEALER") + [2, 0, 0, 0, 0, 0, 0, 16, 1],
            // None of the parts is too long, and all together are.
            RawPeer.greeting + RawPeer.ready("DEALER")
                + (0..<3).flatMap { _ in RawPeer.frame([UInt8](repeating: 0, count: 2000), 1) },
        ]
    )
    func strangers(_ bytes: [UInt8]) throws {
        let bus = try RawBus { $0.maximumPartSize = 4096 }
        let log = try bus.subscriber(to: "log/bus|")
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        let stranger = try RawPeer(to: bus.address.requestPath)
        try stranger.write(bytes)
        #expect(stranger.isHungUpOn())
        let line = try Pieces(RawBus.next(log)).payload
        #expect(
            line.contains("process \(getpid()) ") && line.contains("at the request socket of this machine")
        )
        #expect(try RawBus.isAnswering(requester))
        bus.end()
    }

    @Test("of one who does not read the answers wait, and nobody else does")
    func unreadAnswers() throws {
        let bus = try RawBus()
        let sender = try bus.publisher()
        let witness = try bus.subscriber(to: "big/")
        let payload = String(repeating: "x", count: 900_000)
        _ = try sender.send(Pieces.message("big/one", payload))
        _ = try RawBus.next(witness)
        let peer = try RawPeer(to: bus.address.requestPath, as: "DEALER")
        let count = 20
        let ask = RawPeer.frame([], 1) + RawPeer.frame("bus/last", 1) + RawPeer.frame(#"{"prefix":"big/"}"#)
        try peer.write((0..<count).flatMap { _ in ask })
        let requester = try bus.requester()
        for _ in 0..<20 { #expect(try RawBus.isAnswering(requester)) }
        // All of it is answered in the end, each once: 18 MB, of which 1 MiB and a message waited at a time.
        var bytes = 0
        var answers = 0
        while answers < count {
            let more = try peer.read(until: { !$0.isEmpty })
            if more.isEmpty { break }
            bytes += more.count
            answers = bytes / payload.utf8.count
        }
        #expect(answers == count)
        bus.end()
    }

    @Test("go to a node by TCP and by the folder alike, and no route is another's")
    func crossing() throws {
        let bus = try RawBus { $0.addresses.append(try! BusAddress("tcp://127.0.0.1:*")) }
        let tcp = try #require(bus.addresses.last)
        let near = try Socket(.dealer, in: bus.context)
        try near.connect(to: bus.address.requestEndpoint)
        let far = try Socket(.dealer, in: bus.context)
        try far.connect(to: tcp.requestEndpoint)
        for name in ["near", "far"] {
            let hello = [
                [], Array("bus/hello".utf8), Array(#"{"name":"\#(name)","pid":1,"version":1}"#.utf8),
            ]
            _ = try name == "near" ? near.send(hello) : far.send(hello)
            #expect(try (name == "near" ? RawBus.next(near) : RawBus.next(far)) != nil)
        }
        _ = try near.send([[1], [], Array("far/dance".utf8), Array("{}".utf8)])
        let atFar = try #require(try RawBus.next(far))
        #expect(atFar.count == 4 && atFar[2] == Array("dance".utf8))
        _ = try far.send([[], atFar[1], Array(#"{"result":1}"#.utf8)])
        #expect(try RawBus.next(near) == [[1], [], Array(#"{"result":1}"#.utf8)])
        _ = try far.send([[2], [], Array("near/sing".utf8), Array("{}".utf8)])
        let atNear = try #require(try RawBus.next(near))
        // Only who was asked can answer.
        _ = try far.send([[], atNear[1], Array(#"{"result":"no"}"#.utf8)])
        _ = try near.send([[], atNear[1], Array(#"{"result":2}"#.utf8)])
        #expect(try RawBus.next(far) == [[2], [], Array(#"{"result":2}"#.utf8)])
        bus.end()
    }

    @Test("of too many parts are refused, and of none there is nothing to say")
    func parts() throws {
        let bus = try RawBus()
        let peer = try RawPeer(to: bus.address.requestPath, as: "DEALER")
        try peer.write(RawPeer.frame([]))
        try peer.write((0..<40).flatMap { _ in RawPeer.frame([9], 1) } + RawPeer.frame([9]))
        let first = try peer.messages(until: { $0.count >= 2 })
        #expect(String(decoding: first[1], as: UTF8.self).contains("bad-request"))
        try peer.write(Self.ping)
        let second = try peer.messages(until: { RawBus.isPong($0.last ?? []) })
        #expect(RawBus.isPong(second.last ?? []))
        bus.end()
    }

    @Test("to a node that ends with its answers are answered, and it is gone at once, without a goodbye")
    func lastWords() throws {
        let bus = try RawBus()
        let status = try bus.subscriber(to: "status/oracle|")
        let asker = try Socket(.dealer, in: bus.context)
        try asker.connect(to: bus.address.requestEndpoint)
        for round in 0..<30 {
            let oracle = try RawPeer(to: bus.address.requestPath, as: "DEALER")
            let hello = #"{"name":"oracle","pid":1,"version":1}"#
            try oracle.write(RawPeer.frame([], 1) + RawPeer.frame("bus/hello", 1) + RawPeer.frame(hello))
            _ = try oracle.messages(until: { $0.count >= 2 })
            for id: UInt8 in [1, 2] {
                _ = try asker.send([[id], [], Array("oracle/speak".utf8), Array("{}".utf8)])
            }
            let questions = try oracle.messages(until: { $0.count >= 8 })
            let tokens = questions.filter { $0.count == 9 && $0[0] == 0 }
            try #require(tokens.count == 2)
            let answers = tokens.flatMap { token in
                RawPeer.frame([], 1) + RawPeer.frame(token, 1) + RawPeer.frame(#"{"result":7}"#)
            }
            // The bus may find the end by the next question before it reads what was said.
            _ = try asker.send([[3], [], Array("oracle/speak".utf8), Array("{}".utf8)])
            try oracle.write(answers)
            shutdown(oracle.connection.number, CInt(SHUT_RDWR))
            var said: [UInt8: String] = [:]
            while said.count < 3, let parts = try RawBus.next(asker) {
                said[parts[0][0]] = String(decoding: parts[2], as: UTF8.self)
            }
            #expect(said[1] == #"{"result":7}"# && said[2] == #"{"result":7}"#, "round \(round): \(said)")
            #expect(said[3]?.contains(#""code":"unknown-node""#) == true, "\(said)")
            // Who is back takes back that it was gone.
            var gone = ""
            while gone.isEmpty { gone = try Pieces(RawBus.next(status)).payload }
            #expect(gone.contains(#""state":"gone""#) && gone.contains("its connection ended"), "\(gone)")
        }
        bus.end()
    }
}
