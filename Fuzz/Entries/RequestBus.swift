internal import Broker
internal import Glibc
internal import Messages
internal import Platform
internal import ZeroMQ

/// A running bus, spoken to by bare sockets: it answers what can be answered and goes on, whatever comes.
///
/// An input is a list of messages, each closed by a byte 0xFF, of parts closed by 0xFE. The first byte of a message
/// says where it goes: `r` to the requests, `p` to the messages, `s` subscribes to the first part.
final class RequestBus {
    private let host: BusHost
    private let requests: Socket
    private let messages: Socket
    private let subscriptions: Socket
    private var round = 0

    init() throws {
        host = try BusHost()
        let context = try Context()
        requests = try Socket(.dealer, in: context)
        messages = try Socket(.push, in: context)
        subscriptions = try Socket(.subscribe, in: context)
        try requests.connect(to: host.address.requestEndpoint)
        try messages.connect(to: host.address.publishEndpoint)
        try subscriptions.connect(to: host.address.subscribeEndpoint)
        try subscriptions.subscribe(to: [])
    }

    deinit { host.end() }

    func run(_ input: [UInt8]) throws {
        var subscribed: [[UInt8]] = []
        for message in input.split(separator: 0xFF, maxSplits: 15) {
            let parts = message.dropFirst().split(
                separator: 0xFE,
                maxSplits: 40,
                omittingEmptySubsequences: false
            )
            .map { Array($0) }
            switch message.first {
            case UInt8(ascii: "r"): _ = try requests.send(parts)
            case UInt8(ascii: "p"): _ = try messages.send(parts)
            case UInt8(ascii: "s"):
                subscribed.append(parts[0])
                try subscriptions.subscribe(to: parts[0])
            default: continue
            }
        }
        round += 1
        try awaitMessages(until: Array("fuzz/\(round % 8)".utf8))
        try awaitAnswers(until: Array("\(round)".utf8))
        for prefix in subscribed { try subscriptions.unsubscribe(from: prefix) }
    }

    /// Reads what the bus hands on until a message comes that was sent last; all of it must be messages.
    private func awaitMessages(until topic: [UInt8]) throws {
        let payload = Array("\(round)".utf8)
        _ = try messages.send([topic, payload])
        var seconds = 0
        while true {
            let parts = try next(subscriptions, "hands on")
            try BrokenProperty.unless(parts.count == 1, "the bus sent a message of \(parts.count) parts")
            // An answer bears the nonce of who asked, which may be none.
            let bytes = parts[0]
            if bytes.first == UInt8(ascii: "~") { continue }
            let message: WireMessage
            do throws(WireError) {
                message = try WireMessage(bytes.span)
            } catch {
                throw BrokenProperty("the bus handed on what is no message: \(error)")
            }
            if bytes[message.payload] == payload[...], bytes[message.topic] == topic[...] { return }
            // The bus speaks once a second. A connection that an input has broken may have taken the message along.
            guard bytes[message.topic].elementsEqual("status/bus".utf8) else { continue }
            seconds += 1
            try BrokenProperty.unless(seconds < 10, "the bus no longer hands on")
            _ = try messages.send([topic, payload])
        }
    }

    /// Reads answers until that to a last request comes, and answers the requests to nodes of the input's own.
    private func awaitAnswers(until id: [UInt8]) throws {
        _ = try requests.send([id, [], Array("bus/ping".utf8), Array("{}".utf8)])
        while true {
            let parts = try next(requests, "answers")
            if parts.count == 4, parts[0].isEmpty, parts[1].first == 0 {
                _ = try requests.send([[], parts[1], Array(#"{"result":{}}"#.utf8)])
                continue
            }
            guard let answer = parts.last, let value = try? JSONValue.parse(answer) else {
                throw BrokenProperty("an answer that is no JSON")
            }
            if parts[0] != id { continue }
            try BrokenProperty.unless(
                value["result"] != nil || value["error"] != nil,
                "an answer of neither kind"
            )
            return
        }
    }

    private func next(_ socket: borrowing Socket, _ what: String) throws -> [[UInt8]] {
        var poller = Poller()
        let place = poller.add(socket)
        let bell = poller.add(descriptor: host.ended.descriptor)
        while true {
            if let parts = try socket.receive(limit: 64) { return parts }
            try poller.wait(milliseconds: 10_000)
            if poller.isReady(bell) {
                throw BrokenProperty("the bus ended: \(host.failure ?? "without a word")")
            }
            try BrokenProperty.unless(poller.isReady(place), "the bus no longer \(what)")
        }
    }
}
