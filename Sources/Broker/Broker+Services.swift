internal import Keys
internal import Messages
internal import Platform
internal import ZeroMQ

extension Broker {
    /// Answers a request to the bus itself.
    ///
    /// - Parameters:
    ///   - method: its name, without the bus's.
    ///   - json: the body.
    ///   - caller: the key of who asks; `nil` where none is asked for.
    ///   - envelope: where the answer goes.
    /// - Throws: what libzmq says.
    mutating func answer(
        _ method: String,
        _ json: [UInt8],
        of caller: AuthorisedKey?,
        to envelope: [[UInt8]]
    ) throws {
        guard json.count <= Self.longestBody else {
            let message =
                "bus/\(method): a body of \(json.count) bytes; the bus reads \(Self.longestBody) at most"
            try reply(to: envelope, .badRequest, message)
            return
        }
        do {
            switch method {
            case "hello":
                try greet(try JSON.decode(BusRequests.Hello.self, from: json), of: caller, envelope)
            case "heartbeat":
                try hear(try JSON.decode(BusRequests.Heartbeat.self, from: json), envelope)
            case "goodbye":
                try bid(try JSON.decode(BusRequests.Goodbye.self, from: json), envelope)
            case "topics":
                try reply(to: envelope, topicList(try JSON.decode(BusRequests.Prefix.self, from: json)).json)
            case "nodes":
                _ = try JSON.decode(BusRequests.Empty.self, from: json)
                try reply(to: envelope, nodeList())
            case "last":
                try tellLastValues(try JSON.decode(BusRequests.Prefix.self, from: json), to: envelope)
            case "listeners":
                try reply(to: envelope, listeners(try JSON.decode(BusRequests.Topics.self, from: json)))
            case "location":
                try answer(try JSON.decode(BusRequests.Location.self, from: json), of: caller, to: envelope)
            case "ping":
                _ = try JSON.decode(BusRequests.Empty.self, from: json)
                try reply(to: envelope, BusRequests.Pong(bus: identity, time: WallClock.seconds))
            default:
                try reply(
                    to: envelope,
                    .unknownMethod,
                    "the bus does not answer '\(method)'; it answers hello, heartbeat, goodbye, topics, nodes, last, "
                        + "listeners, location, key and ping"
                )
            }
        } catch let error as MessageError {
            try reply(to: envelope, .badRequest, "bus/\(method): \(error)")
        }
    }

    /// The bus keeps what a node says of itself, so that has an end.
    private static let longestBody = 1 << 18

    private mutating func greet(
        _ hello: BusRequests.Hello,
        of caller: AuthorisedKey?,
        _ envelope: [[UInt8]]
    ) throws {
        try hello.check()
        guard hello.version == Int(Stamp.version) else {
            try reply(
                to: envelope,
                .refused,
                "node '\(hello.name)' speaks version \(hello.version) of the contract, this bus version \(Stamp.version); "
                    + "use a program and a bus that go together"
            )
            return
        }
        if let other = registry.present(hello.name), other.route != envelope[0] {
            // A node that was killed and started again comes back before its silence has been noticed. Its process says
            // nothing: two machines, or two containers, may both have a process of that number.
            let probe: [[UInt8]] = [
                other.route, [], PendingRequests.probe, Array("ping".utf8), Array("{}".utf8),
            ]
            guard try sockets.send(probe) == .unreachable else {
                try reply(
                    to: envelope,
                    .refused,
                    "a node '\(hello.name)' is on the bus already: process \(other.hello.pid), this one is process "
                        + "\(hello.pid); give one of them another name"
                )
                return
            }
            try dismiss(hello.name, why: "its connection ended")
        }
        let isBack = registry.present(hello.name) == nil
        guard !isBack || !registry.isFull else {
            let message = "there are \(registry.limit) nodes on the bus, and no room for '\(hello.name)'"
            try reply(to: envelope, .refused, message)
            return
        }
        if let (topic, owner) = registry.intrusion(of: hello) {
            let node = registry.present(owner)
            let whose = node.map { "the node '\(owner)', process \($0.hello.pid)" } ?? "the bus"
            try reply(
                to: envelope,
                .refused,
                "node '\(hello.name)' says that it publishes \(topic), which is of \(whose): a node's topics have its own "
                    + "name as their source; publish there under that name, or elsewhere"
            )
            return
        }
        registry.enter(hello, route: envelope[0], at: MonotonicClock.nanoseconds)
        if isBack { try takeBackThatGone(hello.name) }
        var welcome = BusRequests.Welcome(bus: identity)
        let refused = (hello.publishes ?? []).filter { topic in
            caller.map { !$0.permissions.mayPublish(kind: String(topic.prefix { $0 != "/" })) } ?? false
        }
        welcome.refused = refused.isEmpty ? nil : refused
        try reply(to: envelope, welcome)
    }

    /// Erases what the bus has published of a node that was gone and is back; what the node says of itself stays.
    private mutating func takeBackThatGone(_ name: String) throws {
        let topic = "status/\(name)"
        guard let number = Array(topic.utf8).withUnsafeBytes({ exchange.topics.number(of: $0) }),
            exchange.topics[number].publisher == exchange.topics[number].bus,
            exchange.topics.kept(number) != nil
        else { return }
        try exchange.publish([], on: topic, to: &fanOut)
    }

    private mutating func hear(_ heartbeat: BusRequests.Heartbeat, _ envelope: [[UInt8]]) throws {
        guard heartbeat.state != Status.State.gone.rawValue else {
            let message = "a node that goes says goodbye (bus/goodbye); 'gone' is what the bus says of it"
            return try reply(to: envelope, .badRequest, message)
        }
        if registry.hear(heartbeat, route: envelope[0], at: MonotonicClock.nanoseconds) {
            try reply(to: envelope, BusRequests.Welcome(bus: identity))
        } else {
            try reply(to: envelope, .unknownNode, "node '\(heartbeat.name)' has not said hello to this bus")
        }
    }

    private mutating func bid(_ goodbye: BusRequests.Goodbye, _ envelope: [[UInt8]]) throws {
        guard registry.present(goodbye.name)?.route == envelope[0] else {
            let message = "no node '\(goodbye.name.prefix(64))' has said hello on this connection"
            try reply(to: envelope, .unknownNode, message)
            return
        }
        try dismiss(goodbye.name, why: "it said goodbye")
        try reply(to: envelope, BusRequests.Empty())
    }

    private func topicList(_ query: BusRequests.Prefix) -> BusRequests.TopicList {
        let now = MonotonicClock.nanoseconds
        return BusRequests.TopicList(
            topics: topics(query).map { number, name in
                let figures = exchange.topics[number]
                return BusRequests.TopicInfo(
                    topic: name,
                    publisher: figures.publisher,
                    sequence: figures.sequence,
                    count: figures.count,
                    bytes: figures.bytes,
                    rate: figures.rate,
                    age: Double(now - figures.arrival) * 1e-9,
                    kept: exchange.topics.kept(number) != nil,
                    listeners: fanOut.count(matching: exchange.topics.name(number))
                )
            }
        )
    }

    /// How many bytes of last values one answer has at most; the answer to a subscription is not made in one go.
    private static let mostLastValues = 4 << 20

    private func tellLastValues(_ query: BusRequests.Prefix, to envelope: [[UInt8]]) throws {
        let topics = topics(query)
        let size = topics.reduce(0) { $0 + (exchange.topics.kept($1.0)?.count ?? 0) }
        guard size <= Self.mostLastValues else {
            let message =
                "the last values asked for have \(size) bytes, and an answer \(Self.mostLastValues) at most; "
                + "ask for less, or subscribe to ~NONCE/PREFIX, by which they come one by one"
            return try reply(to: envelope, .refused, message)
        }
        try reply(to: envelope, lastValues(of: topics))
    }

    private func lastValues(of topics: [(Int, String)]) -> BusRequests.LastValues {
        BusRequests.LastValues(
            messages: topics.compactMap { number, name in
                guard let kept = exchange.topics.kept(number) else { return nil }
                let figures = exchange.topics[number]
                let header = Int(kept[Stamp.Offset.length]) | Int(kept[Stamp.Offset.length + 1]) << 8
                return BusRequests.LastValues.Entry(
                    topic: name,
                    publisher: figures.publisher,
                    sequence: figures.sequence,
                    published: figures.published,
                    payload: String(validating: kept[header...], as: UTF8.self)
                )
            }
        )
    }

    private func topics(_ query: BusRequests.Prefix) -> [(Int, String)] {
        let prefix = Array((query.prefix ?? "").utf8)[...]
        return (0..<exchange.topics.count)
            .filter { exchange.topics.name($0).starts(prefix) }
            .map { ($0, String(decoding: exchange.topics.name($0), as: UTF8.self)) }
            .sorted { $0.1 < $1.1 }
    }

    private func nodeList() -> BusRequests.NodeList {
        let now = MonotonicClock.nanoseconds
        return BusRequests.NodeList(
            nodes: registry.nodes.values.sorted { $0.hello.name < $1.hello.name }.map { node in
                BusRequests.NodeInfo(
                    name: node.hello.name,
                    pid: node.hello.pid,
                    publisher: node.hello.publisher,
                    state: node.state.rawValue,
                    note: node.note,
                    publishes: node.hello.publishes ?? [],
                    reads: node.hello.reads ?? [],
                    answers: node.hello.answers ?? [],
                    uptime: Double(now - node.since) * 1e-9,
                    age: Double(now - node.heard) * 1e-9,
                    provides: node.hello.provides
                )
            }
        )
    }

    private func listeners(_ query: BusRequests.Topics) -> BusRequests.Listeners {
        var answer = BusRequests.Listeners(topics: [:])
        for topic in query.topics.prefix(1000) {
            answer.topics[topic] = BusRequests.Listeners.Readers(
                count: fanOut.count(matching: Array(topic.utf8)),
                nodes: registry.readers(of: topic)
            )
        }
        return answer
    }
}
