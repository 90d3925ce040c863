import Broker
import Messages
import TestSupport
import ZeroMQ

/// A bus of a test's own, and bare sockets to speak to it.
struct RawBus {
    let context: Context
    private let bus: TestBus

    var address: BusAddress { bus.address }
    var addresses: [BusAddress] { bus.addresses }

    init(_ address: String? = nil, _ change: (inout BrokerConfiguration) -> Void = { _ in }) throws {
        context = try Context()
        bus = try TestBus(address, change)
    }

    func end() { bus.end() }

    func subscriber(at place: BusAddress? = nil, to prefixes: String...) throws -> Socket {
        let socket = try Socket(.subscribe, in: context)
        try socket.connect(to: (place ?? address).subscribeEndpoint)
        for prefix in prefixes { try socket.subscribe(to: Array(prefix.utf8)) }
        try socket.subscribe(to: Array("~\(UInt64.random(in: .min ... .max))/!".utf8))
        // The closing message proves that the subscriptions are in force.
        _ = try RawBus.next(socket)
        return socket
    }

    func publisher() throws -> Socket {
        let socket = try Socket(.push, in: context)
        try socket.connect(to: address.publishEndpoint)
        return socket
    }

    func requester() throws -> Socket {
        let socket = try Socket(.request, in: context)
        try socket.connect(to: address.requestEndpoint)
        return socket
    }

    /// The next message, or `nil` when none comes within some milliseconds.
    static func next(_ socket: borrowing Socket, within milliseconds: Int = 10_000) throws -> [[UInt8]]? {
        var poller = Poller()
        let place = poller.add(socket)
        try poller.wait(milliseconds: milliseconds)
        return poller.isReady(place) ? try socket.receive(limit: 64) : nil
    }

    /// Sends a request and returns the answer's text.
    static func ask(_ socket: borrowing Socket, _ method: String, _ json: String = "{}") throws -> String {
        _ = try socket.send([Array(method.utf8), Array(json.utf8)])
        guard let answer = try next(socket) else { return "no answer" }
        return String(decoding: answer.joined(), as: UTF8.self)
    }
}

extension RawBus {
    /// Whether the bus answers what shows that it is there.
    static func isAnswering(_ requester: borrowing Socket) throws -> Bool {
        isPong(Array(try ask(requester, "bus/ping").utf8))
    }

    /// Whether an answer is one to `bus/ping`.
    static func isPong(_ answer: [UInt8]) -> Bool {
        guard let json = try? JSONValue.parse(answer.span), case .object(let members)? = json["result"] else {
            return false
        }
        return members["version"]?.description == "1" && members["bus"] != nil && members["time"] != nil
    }
}

/// The pieces of a message of one part.
struct Pieces {
    let topic: String
    let stamp: Stamp
    let payload: String

    init(_ parts: [[UInt8]]?) throws {
        let bytes = parts?.count == 1 ? parts?[0] ?? [] : []
        let message = try WireMessage(bytes.span)
        topic = String(decoding: bytes[message.publishedTopic], as: UTF8.self)
        stamp = message.stamp
        payload = String(decoding: bytes[message.payload], as: UTF8.self)
    }

    static func message(
        _ topic: String,
        _ payload: String,
        sequence: UInt64 = 0,
        flags: Stamp.Flags = [],
        change: (inout [UInt8]) -> Void = { _ in }
    ) -> [[UInt8]] {
        var stamp: [UInt8] = []
        Stamp(publisher: 42, sequence: sequence, published: 1_700_000_000_000_000_000, flags: flags).encode(
            into: &stamp
        )
        change(&stamp)
        return [Array("\(topic)|".utf8) + stamp + Array(payload.utf8)]
    }
}
