import Broker
import Messages
import Testing
import ZeroMQ

@Suite("Requests through the bus", .timeLimit(.minutes(1)))
struct RequestTests {
    @Test(
        "what cannot be a request is answered with what one looks like",
        arguments: [
            ("hello", #"a request goes to NODE/METHOD, not to 'hello'"#),
            ("bus/dance", "the bus does not answer 'dance'"),
            ("nobody/ping", "no node 'nobody' is on the bus; no node is there"),
        ]
    )
    func malformed(method: String, words: String) throws {
        let bus = try RawBus()
        let requester = try bus.requester()
        #expect(try RawBus.ask(requester, method).contains(words))
        bus.end()
    }

    @Test("a body that is no JSON, or of the wrong form, is refused with its key")
    func bodies() throws {
        let bus = try RawBus()
        let requester = try bus.requester()
        for method in ["bus/last", "bus/nodes", "bus/ping"] {
            #expect(try RawBus.ask(requester, method, "{").contains(#""code":"bad-request""#), "\(method)")
        }
        #expect(try RawBus.ask(requester, "bus/hello", #"{"name":"gps"}"#).contains("pid"))
        #expect(
            try RawBus.ask(requester, "bus/hello", #"{"name":"G PS","pid":1,"version":1}"#).contains(
                "'G PS' cannot be the name"
            )
        )
        #expect(
            try RawBus.ask(requester, "bus/hello", #"{"name":"bus","pid":1,"version":1}"#).contains(
                "bad-request"
            )
        )
        #expect(
            try RawBus.ask(requester, "bus/hello", #"{"name":"gps","pid":1,"version":2}"#).contains(
                "version 2"
            )
        )
        bus.end()
    }

    @Test("a dealer gets back unchanged what it sent before the first empty part")
    func envelope() throws {
        let bus = try RawBus()
        let dealer = try Socket(.dealer, in: bus.context)
        try dealer.connect(to: bus.address.requestEndpoint)
        _ = try dealer.send([[7], [8, 9], [], Array("bus/ping".utf8), Array("{}".utf8)])
        let answer = try #require(try RawBus.next(dealer))
        #expect(answer.dropLast() == [[7], [8, 9], []])
        #expect(RawBus.isPong(answer.last ?? []))
        bus.end()
    }

    @Test("a node is asked and answers by the form of the protocol")
    func node() throws {
        let bus = try RawBus()
        let node = try Socket(.dealer, in: bus.context)
        try node.connect(to: bus.address.requestEndpoint)
        _ = try node.send([
            [1], [], Array("bus/hello".utf8),
            Array(#"{"name":"gps","pid":1,"version":1,"answers":["start"]}"#.utf8),
        ])
        let welcome = try RawBus.next(node)
        #expect(welcome?.first == [1])
        let requester = try bus.requester()
        _ = try requester.send([Array("gps/start".utf8), Array(#"{"now":true}"#.utf8)])
        let request = try #require(try RawBus.next(node))
        #expect(request.count == 4)
        #expect(request[0].isEmpty)
        #expect([request[2], request[3]] == [Array("start".utf8), Array(#"{"now":true}"#.utf8)])
        _ = try node.send([[], request[1], Array(#"{"result":1}"#.utf8)])
        #expect(try RawBus.next(requester)?.first == Array(#"{"result":1}"#.utf8))
        bus.end()
    }

    @Test("who waits for a node that dies is told so, and the node's place is free at once")
    func deadNode() throws {
        let bus = try RawBus()
        let requester = try bus.requester()
        do {
            let node = try Socket(.dealer, in: bus.context)
            try node.connect(to: bus.address.requestEndpoint)
            _ = try node.send([
                [1], [], Array("bus/hello".utf8), Array(#"{"name":"gps","pid":1,"version":1}"#.utf8),
            ])
            _ = try RawBus.next(node)
            _ = try requester.send([Array("gps/start".utf8), Array("{}".utf8)])
            _ = try RawBus.next(node)
        }
        // Another process of the name comes back before the first has been missed.
        let second = try Socket(.dealer, in: bus.context)
        try second.connect(to: bus.address.requestEndpoint)
        var answer = ""
        while !answer.contains("result") {
            _ = try second.send([
                [2], [], Array("bus/hello".utf8), Array(#"{"name":"gps","pid":2,"version":1}"#.utf8),
            ])
            answer = String(decoding: try RawBus.next(second)?.last ?? [], as: UTF8.self)
        }
        let error = String(decoding: try RawBus.next(requester)?.first ?? [], as: UTF8.self)
        #expect(error.contains(#""code":"unknown-node""#))
        bus.end()
    }

    @Test("a name is its owner's, whatever the process of who else wants it")
    func samePid() throws {
        let bus = try RawBus()
        let hello = Array(#"{"name":"gps","pid":1,"version":1}"#.utf8)
        let first = try Socket(.dealer, in: bus.context)
        try first.connect(to: bus.address.requestEndpoint)
        _ = try first.send([[1], [], Array("bus/hello".utf8), hello])
        _ = try RawBus.next(first)
        let requester = try bus.requester()
        #expect(
            try RawBus.ask(requester, "bus/hello", String(decoding: hello, as: UTF8.self)).contains("refused")
        )
        bus.end()
    }

    @Test("a node that never answers keeps nobody from asking another")
    func muteNode() throws {
        let bus = try RawBus()
        let mute = try Socket(.dealer, in: bus.context)
        try mute.connect(to: bus.address.requestEndpoint)
        let hello = Array(#"{"name":"mute","pid":1,"version":1}"#.utf8)
        _ = try mute.send([[1], [], Array("bus/hello".utf8), hello])
        _ = try RawBus.next(mute)
        var options = SocketOptions()
        options.sendHighWaterMark = 0
        let client = try Socket(.dealer, in: bus.context, options: options)
        try client.connect(to: bus.address.requestEndpoint)
        for number in 0..<1100 as Range<UInt16> {
            let id = [UInt8(number >> 8), UInt8(number & 255), 1]
            _ = try client.send([id, [], Array("mute/ask".utf8), Array("{}".utf8)])
        }
        let refusal = String(decoding: try RawBus.next(client)?.last ?? [], as: UTF8.self)
        #expect(refusal.contains("too many requests wait for node 'mute'"))
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        bus.end()
    }

    @Test("what has no empty part before its method is answered with the form of a request")
    func noEmptyPart() throws {
        let bus = try RawBus()
        let log = try bus.subscriber(to: "log/bus|")
        let dealer = try Socket(.dealer, in: bus.context)
        try dealer.connect(to: bus.address.requestEndpoint)
        for parts in [["bus/ping", "{}"], ["bus/ping", ""], ["bus/ping"]] {
            _ = try dealer.send(parts.map { Array($0.utf8) })
            let answer = try #require(try RawBus.next(dealer))
            let text = String(decoding: answer.last ?? [], as: UTF8.self)
            #expect(answer.count == 2 && answer[0] == [], "\(parts)")
            #expect(text.contains(#""code":"bad-request""#) && text.contains("no empty part"), "\(text)")
        }
        #expect(try Pieces(RawBus.next(log)).payload.contains("'bus/ping'"))
        bus.end()
    }

    @Test(
        "a hello that says what cannot be is refused with what it is",
        arguments: [
            (#""publishes":["fix/"]"#, "publishes"), (#""publishes":["fix/gps","Fix/gps"]"#, "'Fix'"),
            (#""answers":["Foo bar"]"#, "'Foo bar'"), (#""answers":["gps/start"]"#, "answers"),
            (#""reads":["fix gps"]"#, "'fix gps'"), (#""reads":["fix/|gps"]"#, "reads"),
            (#""provides":["GPS"]"#, "'GPS'"),
        ]
    )
    func nonsense(member: String, words: String) throws {
        let bus = try RawBus()
        let requester = try bus.requester()
        let answer = try RawBus.ask(requester, "bus/hello", #"{"name":"gps","pid":1,"version":1,\#(member)}"#)
        #expect(answer.contains(#""code":"bad-request""#) && answer.contains(words), "\(answer)")
        #expect(try RawBus.ask(requester, "bus/nodes") == #"{"result":{"nodes":[]}}"#)
        let lists = #""publishes":["fix/gps"],"reads":["","fix/","fix/g","fix/gps|"],"answers":["set.rate"]"#
        let good = #"{"name":"gps","pid":1,"version":1,\#(lists)}"#
        #expect(try RawBus.ask(requester, "bus/hello", good).contains("result"))
        bus.end()
    }

    @Test("a node claims no topic of another that is there, and keeps what it has claimed before")
    func claims() throws {
        let bus = try RawBus()
        func hello(_ name: String, _ topics: String) -> String {
            #"{"name":"\#(name)","pid":7,"version":1,"publishes":[\#(topics)]}"#
        }
        let bridge = try bus.requester()
        let gps = try bus.requester()
        #expect(try RawBus.ask(bridge, "bus/hello", hello("bridge", #""fix/gps""#)).contains("result"))
        #expect(try RawBus.ask(gps, "bus/hello", hello("gps", #""fix/gps","sky/gps""#)).contains("result"))
        #expect(
            try RawBus.ask(bridge, "bus/hello", hello("bridge", #""fix/gps","fix/far""#)).contains("result")
        )
        for (topic, owner) in [("sky/gps", "the node 'gps', process 7"), ("fix/bus/a", "the bus")] {
            let answer = try RawBus.ask(bridge, "bus/hello", hello("bridge", #""fix/far","\#(topic)""#))
            let words = "node 'bridge' says that it publishes \(topic), which is of \(owner): "
            #expect(answer.contains(#""code":"refused""#) && answer.contains(words), "\(answer)")
        }
        // It stays as it was, and the name is free once its owner has gone.
        #expect(
            try RawBus.ask(bridge, "bus/heartbeat", #"{"name":"bridge","state":"ready"}"#).contains("result")
        )
        #expect(try RawBus.ask(gps, "bus/goodbye", #"{"name":"gps"}"#) == #"{"result":{}}"#)
        #expect(try RawBus.ask(bridge, "bus/hello", hello("bridge", #""sky/gps""#)).contains("result"))
        bus.end()
    }

    @Test("what a node says last is heard, however much it has said just before it went")
    func lastWords() throws {
        let bus = try RawBus()
        let states = try bus.subscriber(to: "status/gps|")
        #expect(try RawBus.isAnswering(bus.requester()))
        do {
            let node = try RawPeer(to: bus.address.folder.map { "\($0)/request" }, as: "DEALER")
            func request(_ method: String, _ json: String) -> [UInt8] {
                RawPeer.frame("", 1) + RawPeer.frame(method, 1) + RawPeer.frame(json)
            }
            let busy = (0..<800).flatMap { _ in request("bus/nodes", "{}") }
            try node.write(request("bus/hello", #"{"name":"gps","pid":1,"version":1}"#))
            try node.write(busy + request("bus/goodbye", #"{"name":"gps"}"#))
        }
        #expect(try Pieces(RawBus.next(states)).payload.contains("it said goodbye"))
        bus.end()
    }

    @Test("goodbye is for who said hello, and who is back is not said to be gone")
    func goodbye() throws {
        let bus = try RawBus()
        let states = try bus.subscriber(to: "status/gps|")
        let node = try bus.requester()
        let other = try bus.requester()
        let (hello, name) = (#"{"name":"gps","pid":1,"version":1}"#, #"{"name":"gps"}"#)
        #expect(try RawBus.ask(node, "bus/hello", hello).contains("result"))
        #expect(try RawBus.ask(other, "bus/goodbye", name).contains(#""code":"unknown-node""#))
        #expect(try RawBus.ask(node, "bus/heartbeat", #"{"name":"gps","state":"ready"}"#).contains("version"))
        #expect(try RawBus.ask(node, "bus/heartbeat", #"{"name":"gps","state":"gone"}"#).contains("goodbye"))
        #expect(try RawBus.ask(node, "bus/goodbye", name) == #"{"result":{}}"#)
        #expect(try RawBus.ask(node, "bus/goodbye", name).contains(#""code":"unknown-node""#))
        #expect(try Pieces(RawBus.next(states)).payload.contains("it said goodbye"))
        #expect(try RawBus.ask(node, "bus/hello", hello).contains("result"))
        #expect(try Pieces(RawBus.next(states)).payload.isEmpty)
        #expect(
            try RawBus.ask(node, "bus/last", #"{"prefix":"status/gps"}"#) == #"{"result":{"messages":[]}}"#
        )
        bus.end()
    }

    @Test("a hello without end is refused")
    func longHello() throws {
        let bus = try RawBus()
        let requester = try bus.requester()
        let topics = (0..<30_000).map { #""fix/topic-\#($0)""# }.joined(separator: ",")
        let hello = #"{"name":"gps","pid":1,"version":1,"publishes":[\#(topics)]}"#
        let answer = try RawBus.ask(requester, "bus/hello", hello)
        #expect(answer.contains("bad-request"))
        bus.end()
    }

    @Test("one node more than there may be is refused, and has its place when another has gone")
    func manyNodes() throws {
        let bus = try RawBus { $0.maximumNodes = 3 }
        let requester = try bus.requester()
        func join(_ name: String) throws -> String {
            try RawBus.ask(requester, "bus/hello", #"{"name":"\#(name)","pid":1,"version":1}"#)
        }
        for number in 0..<3 { #expect(try !join("n\(number)").contains("error")) }
        let last = try join("last")
        #expect(last.contains("refused") && last.contains("there are 3 nodes"), "\(last)")
        // Who is there may say hello again.
        #expect(try !join("n1").contains("error"))
        _ = try RawBus.ask(requester, "bus/goodbye", #"{"name":"n1"}"#)
        #expect(try !join("last").contains("error"))
        bus.end()
    }
}
