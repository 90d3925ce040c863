import Broker
import Messages
import Platform
import Testing
import ZeroMQ

@Suite("Those who ask much", .timeLimit(.minutes(1)))
struct RequestLoadTests {
    private static func request(_ method: String, _ json: String) -> [UInt8] {
        RawPeer.frame("", 1) + RawPeer.frame(method, 1) + RawPeer.frame(json)
    }

    /// A bus of so many topics that its list takes a while.
    private static func bus(topics: Int) throws -> RawBus {
        let bus = try RawBus()
        let reader = try bus.subscriber(to: "end/")
        let sender = try bus.publisher()
        for number in 0..<topics { _ = try sender.send(Pieces.message("fix/topic-\(number)", "{}")) }
        _ = try sender.send(Pieces.message("end/end", "{}"))
        _ = try RawBus.next(reader)
        return bus
    }

    @Test("are not answered when they have hung up: the bus is there for the others")
    func hungUp() throws {
        let bus = try Self.bus(topics: 3000)
        let path = bus.address.folder.map { "\($0)/request" }
        let before = try bus.requester()
        let after = try bus.requester()
        #expect(try RawBus.isAnswering(before))
        do {
            let asker = try RawPeer(to: path, as: "DEALER")
            // As much as the system takes: all of it answered would take minutes.
            let many = (0..<2000).flatMap { _ in Self.request("bus/topics", "{}") }
            try asker.write(many)
        }
        #expect(try RawBus.isAnswering(before) && RawBus.isAnswering(after))
        bus.end()
    }

    @Test("have their turn, and then others have theirs: a node's signs of life come through")
    func turns() throws {
        let bus = try Self.bus(topics: 300)
        let path = bus.address.folder.map { "\($0)/request" }
        let node = try bus.requester()
        #expect(try RawBus.ask(node, "bus/hello", #"{"name":"gps","pid":1,"version":1}"#).contains("result"))
        let asker = try RawPeer(to: path, as: "DEALER")
        let (isOver, hasEnded) = (Lock(false), try Wakeup())
        try Thread.start(named: "asker") {
            let some = (0..<100).flatMap { _ in Self.request("bus/topics", "{}") }
            try? asker.write(some)
            while !isOver.withLock({ $0 }) {
                guard let answers = try? asker.messages(until: { $0.count >= 20 }), answers.count >= 20 else {
                    break
                }
                try? asker.write((0..<10).flatMap { _ in Self.request("bus/topics", "{}") })
            }
            hasEnded.ring()
        }
        // More often than the asker has answers in all that wait for it.
        for _ in 0..<200 {
            #expect(
                try RawBus.ask(node, "bus/heartbeat", #"{"name":"gps","state":"ready"}"#).contains("version")
            )
        }
        #expect(try RawBus.ask(node, "bus/nodes").contains(#""state":"ready""#))
        isOver.withLock { $0 = true }
        hasEnded.wait()
        bus.end()
    }

    @Test("are served one after the other, however many they are: all get all of their answers")
    func crowd() throws {
        let bus = try Self.bus(topics: 500)
        let path = bus.address.folder.map { "\($0)/request" }
        let node = try bus.requester()
        #expect(try RawBus.ask(node, "bus/hello", #"{"name":"gps","pid":1,"version":1}"#).contains("result"))
        // More than the bus looks at once.
        let askers = try (0..<150).map { _ in try RawPeer(to: path, as: "DEALER") }
        let some = (0..<10).flatMap { _ in Self.request("bus/topics", #"{"prefix":"fix/topic-1|"}"#) }
        for asker in askers { try asker.write(some) }
        for _ in 0..<3 {
            #expect(
                try RawBus.ask(node, "bus/heartbeat", #"{"name":"gps","state":"ready"}"#).contains("version")
            )
        }
        for asker in askers { #expect(try asker.messages(until: { $0.count >= 20 }).count == 20) }
        #expect(try RawBus.ask(node, "bus/nodes").contains(#""state":"ready""#))
        bus.end()
    }

    @Test("for last values in one answer get no more than it can have, and are told how else")
    func lastValues() throws {
        let bus = try RawBus()
        let sender = try bus.publisher()
        let reader = try bus.subscriber(to: "big/")
        let value = String(repeating: "x", count: 1_000_000)
        for number in 0..<5 {
            _ = try sender.send(Pieces.message("big/\(number)", value))
            _ = try RawBus.next(reader)
        }
        let requester = try bus.requester()
        let refusal = try RawBus.ask(requester, "bus/last", #"{"prefix":"big/"}"#)
        #expect(
            refusal.contains(#""code":"refused""#) && refusal.contains("~NONCE/PREFIX"),
            "\(refusal.prefix(300))"
        )
        #expect(try RawBus.ask(requester, "bus/last", #"{"prefix":"big/3|"}"#).contains(value))
        bus.end()
    }

    @Test("and do not read get an error for each answer of a node that there was no room for")
    func unread() throws {
        let bus = try RawBus { $0.subscriberQueueBytes = 100_000 }
        let path = bus.address.folder.map { "\($0)/request" }
        let node = try Socket(.dealer, in: bus.context)
        try node.connect(to: bus.address.requestEndpoint)
        let hello = Array(#"{"name":"camera","pid":1,"version":1,"answers":["look"]}"#.utf8)
        _ = try node.send([[1], [], Array("bus/hello".utf8), hello])
        _ = try RawBus.next(node)
        let asker = try RawPeer(to: path, as: "DEALER")
        let count = 40
        let answer = Array(#"{"result":"\#(String(repeating: "x", count: 50_000))"}"#.utf8)
        for _ in 0..<count {
            // On a slow machine all this takes longer than a node may be silent.
            let alive = Array(#"{"name":"camera","state":"ready"}"#.utf8)
            _ = try node.send([[2], [], Array("bus/heartbeat".utf8), alive])
            try asker.write(Self.request("camera/look", "{}"))
            var request: [[UInt8]] = []
            while request.count != 4 { request = try #require(try RawBus.next(node)) }
            _ = try node.send([[], request[1], answer])
        }
        #expect(try RawBus.isAnswering(bus.requester()))
        let answers = try asker.messages { $0.count >= 2 * count }.filter { !$0.isEmpty }
        let refusals = answers.filter { String(decoding: $0, as: UTF8.self).contains(#""code":"refused""#) }
        #expect(answers.count == count && !refusals.isEmpty && refusals.count < count)
        bus.end()
    }

    @Test("in more parts than are kept are refused whole, and nothing is done", arguments: [29, 30, 31, 40])
    func manyParts(ids: Int) throws {
        let bus = try RawBus()
        let dealer = try Socket(.dealer, in: bus.context)
        try dealer.connect(to: bus.address.requestEndpoint)
        let before = (0..<ids).map { [UInt8($0 + 1)] }
        _ = try dealer.send(
            before + [[], Array("bus/hello".utf8), Array(#"{"name":"gps","pid":1,"version":1}"#.utf8)]
        )
        let answer = try #require(try RawBus.next(dealer))
        let text = String(decoding: answer.last ?? [], as: UTF8.self)
        #expect(text.contains(ids == 29 ? "result" : "more than 32 parts"), "\(text)")
        #expect(try RawBus.ask(bus.requester(), "bus/nodes").contains("gps") == (ids == 29))
        bus.end()
    }
}
