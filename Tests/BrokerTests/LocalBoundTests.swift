import Broker
import Glibc
import Messages
import Platform
import TestSupport
import Testing
import ZeroMQ

@Suite("What those of the bus's own machine may take", .timeLimit(.minutes(2)))
struct LocalBoundTests {
    @Test(
        "is so many connections to each socket, and who has one goes on",
        arguments: ["publish", "subscribe", "request"]
    )
    func connections(name: String) throws {
        let bus = try RawBus { $0.maximumLocalConnections = 4 }
        let log = try bus.subscriber(to: "log/bus|")
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        let path = "\(try #require(bus.address.folder))/\(name)"
        let mine = name == "publish" ? 4 : 3
        var peers = try (0..<mine).map { _ in try RawPeer(to: path, as: Self.partner(of: name)) }
        let surplus = try RawPeer(to: path)
        #expect(surplus.isHungUpOn())
        let line = try Pieces(RawBus.next(log)).payload
        #expect(line.contains("process \(getpid()) is not let in at \(path): there are 4 connections"))
        #expect(try RawBus.isAnswering(requester))
        // A place is free again when somebody has gone.
        peers.removeLast()
        while (try? RawPeer(to: path, as: Self.partner(of: name)))?.isOpen() != true { usleep(1000) }
        withExtendedLifetime(peers) { bus.end() }
    }

    private static func partner(of name: String) -> String {
        switch name {
        case "publish": "PUSH"
        case "subscribe": "SUB"
        default: "DEALER"
        }
    }

    @Test("is so many subscriptions, of a length that a topic can have; the others count all the same")
    func subscriptions() throws {
        let bus = try RawBus { $0.maximumSubscriptions = 3 }
        let log = try bus.subscriber(to: "log/bus|")
        let requester = try bus.requester()
        let peer = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        let longest = "a/" + String(repeating: "b", count: 253)
        let ask = #"{"topics":["fix/a","fix/d","\#(longest)"]}"#
        // Twice the same is one.
        let wishes = ["\(longest)|", "\(longest)b|", "fix/a|", "fix/a|", "fix/b|", "fix/d|"]
        try peer.write(wishes.flatMap { RawPeer.frame("\u{1}\($0)") } + RawPeer.frame("\u{1}~n/!"))
        _ = try peer.messages(until: "~n/!")
        let answer = try RawBus.ask(requester, "bus/listeners", ask)
        #expect(answer.contains(#""fix/a":{"count":2"#))
        #expect(answer.contains(#""fix/d":{"count":0"#))
        #expect(answer.contains(#""\#(longest)":{"count":1"#))
        let lines = try (0..<2).map { _ in try Pieces(RawBus.next(log)).payload }
        #expect(
            lines[0].contains("process \(getpid()) subscribes to what no topic begins with, 257 bytes long")
        )
        #expect(lines[1].contains("is refused, and what it asks for does not come: it has 3 already"))
        // One that is taken back makes room.
        try peer.write(
            RawPeer.frame("\u{0}fix/b|") + RawPeer.frame("\u{1}fix/d|") + RawPeer.frame("\u{1}~m/!")
        )
        _ = try peer.messages(until: "~m/!")
        #expect(try RawBus.ask(requester, "bus/listeners", ask).contains(#""fix/d":{"count":1"#))
        let status = try bus.subscriber(to: "status/bus|")
        let payload = try JSONValue.parse(Array(try Pieces(RawBus.next(status)).payload.utf8))
        #expect(payload["refused"]?["too many subscriptions"]?.description == "1")
        #expect(payload["refused"]?["too long a subscription"]?.description == "1")
        bus.end()
    }

    @Test(
        "is a question by a nonce; what is none is passed over and told, and the next is answered",
        arguments: [
            "~/fix/", "~A/fix/", "~n", "~\(String(repeating: "n", count: 65))/fix/",
            "~n/\(String(repeating: "f", count: 257))",
        ]
    )
    func noQuestions(_ wanted: String) throws {
        let bus = try RawBus()
        let log = try bus.subscriber(to: "log/bus|")
        let peer = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        try peer.write(RawPeer.frame("\u{1}\(wanted)") + RawPeer.frame("\u{1}~m/!"))
        #expect(try peer.messages(until: "~m/!").count == 1)
        #expect(
            try Pieces(RawBus.next(log)).payload.contains("asks for last values by '\(wanted.prefix(64))'")
        )
        let longest = "~\(String(repeating: "n", count: 64))/\(String(repeating: "f", count: 256))"
        try peer.write(RawPeer.frame("\u{1}\(longest)"))
        #expect(try peer.messages(until: longest).count == 1)
        bus.end()
    }

    @Test("is so many subscriptions of all together, until some of them go")
    func subscriptionsInAll() throws {
        let bus = try RawBus { $0.maximumSubscriptionsInAll = 2 }
        let requester = try bus.requester()
        let ask = #"{"topics":["fix/a","fix/b"]}"#
        var first: RawPeer? = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        try first?.write(
            RawPeer.frame("\u{1}fix/a") + RawPeer.frame("\u{1}fix/a|") + RawPeer.frame("\u{1}~n/!")
        )
        _ = try first?.messages(until: "~n/!")
        let second = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        try second.write(RawPeer.frame("\u{1}fix/b|") + RawPeer.frame("\u{1}~n/!"))
        _ = try second.messages(until: "~n/!")
        #expect(try RawBus.ask(requester, "bus/listeners", ask).contains(#""fix/b":{"count":0"#))
        first = nil
        while try RawBus.ask(requester, "bus/listeners", ask).contains(#""fix/a":{"count":2"#) {
            usleep(1000)
        }
        try second.write(RawPeer.frame("\u{1}fix/b|") + RawPeer.frame("\u{1}~m/!"))
        _ = try second.messages(until: "~m/!")
        #expect(try RawBus.ask(requester, "bus/listeners", ask).contains(#""fix/b":{"count":1"#))
        bus.end()
    }

    @Test("is a turn for their questions, and then others have theirs", arguments: [false, true])
    func questions(comesByTCP: Bool) throws {
        let bus = try RawBus { $0.addresses.append(try! BusAddress("tcp://127.0.0.1:*")) }
        let tcp = try #require(bus.addresses.last)
        let witness = try bus.subscriber(to: "note/t2999|")
        let sender = try bus.publisher()
        var stream: [UInt8] = []
        let publisher = try RawPeer(to: bus.address.publishPath, as: "PUSH")
        for number in 0..<3000 { stream += RawPeer.frame(Pieces.message("note/t\(number)", "{}")[0]) }
        try publisher.write(stream)
        _ = try RawBus.next(witness)
        // Each looks through all topics, and none has an answer but its closing message.
        // A subscriber of libzmq's queues no more than 1000 subscriptions.
        let count = 900
        let near = try RawPeer(to: bus.address.subscribePath, as: "SUB")
        let far = try Socket(.subscribe, in: bus.context)
        if comesByTCP {
            try far.connect(to: tcp.subscribeEndpoint)
            for number in 0..<count { try far.subscribe(to: Array("~\(number)/x".utf8)) }
        } else {
            try near.write((0..<count).flatMap { RawPeer.frame("\u{1}~\($0)/x") })
        }
        let requester = try bus.requester()
        let reader = try bus.subscriber(to: "fix/")
        _ = try sender.send(Pieces.message("fix/gps", "{}"))
        #expect(try RawBus.next(reader) == Pieces.message("fix/gps", "{}"))
        #expect(try RawBus.isAnswering(requester))
        var answered = 0
        if comesByTCP {
            while try far.receive(limit: 2) != nil { answered += 1 }
            #expect(answered < count)
            while answered < count, try RawBus.next(far) != nil { answered += 1 }
        } else {
            var bytes = try near.connection.read(atMost: 1 << 20) ?? []
            #expect(RawPeer.messages(in: bytes).count < count)
            bytes += try near.read { RawPeer.messages(in: bytes + $0).count == count }
            answered = RawPeer.messages(in: bytes).count
        }
        #expect(answered == count)
        bus.end()
    }
}
