internal import Glibc
internal import Messages
internal import Platform
internal import ZeroMQ

/// The way into a node: a subscribing socket, and the handlers that its messages go to.
final class Inlet {
    let socket: Socket
    private let part = Part()
    private let logger: Logger
    private var interests: [UInt64: Interest] = [:]
    private var nonces: [String: UInt64] = [:]
    private var names = ByteTable()
    private var topics: [IncomingTopic] = []
    // The topic of the last message: most messages come in runs.
    private var recent = -1
    private var complaints: Set<Int> = []

    private(set) var received = 0
    private(set) var receivedBytes = 0
    private var knowsBus = false
    private(set) var lost = 0
    private(set) var unreadable = 0
    /// Changes whenever ``readsInForce`` may have changed.
    private(set) var changes = 0

    init(_ configuration: NodeConfiguration, in context: Context, logger: Logger) throws(ZMQError) {
        var options = SocketOptions(of: configuration)
        options.receiveHighWaterMark = configuration.receiveLimit
        let socket = try Socket(.subscribe, in: context, options: options)
        try socket.connect(to: configuration.address.subscribeEndpoint)
        self.socket = socket
        self.logger = logger
    }

    /// The prefixes subscribed to, or `nil` while some are not in force yet.
    var readsInForce: [String]? {
        guard interests.values.allSatisfy(\.isInForce) else { return nil }
        return Set(interests.values.map { String(decoding: $0.filter.subscription, as: UTF8.self) }).sorted()
    }

    /// Whether something has been subscribed to.
    var hasInterests: Bool { !interests.isEmpty }

    func add(_ interest: Interest) throws(ZMQError) {
        interests[interest.id] = interest
        changes += 1
        for index in topics.indices where interest.filter.matches(topics[index].topic) {
            topics[index].targets.append(IncomingTopic.Target(interest))
        }
        try socket.subscribe(to: interest.filter.subscription)
        if !knowsBus {
            // It tells each second how far every topic has come, which shows a lost tail.
            knowsBus = true
            try socket.subscribe(to: Array("\(Self.busStatus)|".utf8))
        }
        try ask(interest)
    }

    private static let busStatus = "status/bus"

    /// What was lost, by topic and publisher.
    var losses: [Loss] { topics.flatMap(\.losses) }

    func remove(_ id: UInt64) {
        guard let interest = interests.removeValue(forKey: id) else { return }
        changes += 1
        nonces[interest.nonce] = nil
        for index in topics.indices { topics[index].targets.removeAll { $0.subscription.id == id } }
        // A socket that fails to unsubscribe gets messages that nobody wants: no harm.
        try? socket.unsubscribe(from: interest.question)
        try? socket.unsubscribe(from: interest.filter.subscription)
    }

    /// Handles what has come, up to a limit.
    func receive(limit: Int) throws(ZMQError) {
        for _ in 0..<limit {
            guard try socket.receive(into: part) else { return }
            let again = part.withSpan { bytes in take(bytes) }
            if let again { try ask(again) }
        }
    }

    /// The newest message handled, by topic.
    func positions(_ wanted: [String]) -> BusRequests.Received {
        var answer = BusRequests.Received(topics: [:])
        for topic in wanted.prefix(1000) {
            guard let number = Array(topic.utf8).withUnsafeBytes({ names.number(of: $0) }) else { continue }
            answer.topics[topic] = topics[number].newest
        }
        return answer
    }

    private func ask(_ interest: Interest) throws(ZMQError) {
        nonces[interest.nonce] = interest.id
        try socket.subscribe(to: interest.question)
    }

    /// Handles one message; returns an interest whose question must be asked again.
    private func take(_ bytes: Span<UInt8>) -> Interest? {
        received += 1
        receivedBytes += bytes.count
        let message: WireMessage
        do {
            message = try WireMessage(bytes)
        } catch {
            unreadable += 1
            return nil
        }
        let now = MonotonicClock.nanoseconds
        if let nonce = message.nonce { return takeAnswer(message, nonce, bytes, at: now) }
        guard let number = number(of: message.topic, in: bytes) else { return nil }
        guard let gap = topics[number].advance(message.stamp, at: now) else { return nil }
        lost = lost.adding(gap.new)
        if topics[number].isBusStatus { catchUp(bytes.extracting(message.payload)) }
        for target in topics[number].targets.indices {
            deliver(message, bytes, to: target, of: number, lost: gap.told, at: now)
        }
        return nil
    }

    /// Compares what has come with how far the bus says the topics are.
    private func catchUp(_ payload: Span<UInt8>) {
        guard let status = try? JSONValue.parse(payload), case .object(let positions)? = status["topics"]
        else { return }
        for member in positions.members {
            guard let position = try? JSON.decode(BusRequests.Received.Position.self, from: member.value)
            else { continue }
            guard let number = Array(member.key.utf8).withUnsafeBytes({ names.number(of: $0) }) else {
                continue
            }
            lost = lost.adding(topics[number].catchUp(to: position))
        }
    }

    private func takeAnswer(
        _ message: WireMessage,
        _ nonce: Range<Int>,
        _ bytes: Span<UInt8>,
        at now: Int64
    ) -> Interest? {
        let name = Self.text(bytes, nonce)
        guard let id = nonces[name], let interest = interests[id] else { return nil }
        if message.stamp.flags.contains(.end) {
            return close(interest, Self.text(bytes, message.payload), nonce: name)
        }
        interest.countAnswer()
        guard let number = number(of: message.topic, in: bytes),
            let target = topics[number].targets.firstIndex(where: { $0.subscription.id == id })
        else { return nil }
        topics[number].note(message.stamp, at: now)
        if !topics[number].isKnown(message.stamp, to: target) {
            deliver(message, bytes, to: target, of: number, lost: 0, at: now)
        }
        return nil
    }

    private func close(_ interest: Interest, _ payload: String, nonce: String) -> Interest? {
        struct Closing: Decodable { let count: Int }
        let closing = try? JSON.decode(Closing.self, from: Array(payload.utf8))
        let question = interest.question
        guard interest.close(count: closing?.count ?? 0) else {
            changes += 1
            return nil
        }
        logger.write(.debug, "last values of \(interest.filter) were incomplete; asking again")
        nonces[nonce] = nil
        try? socket.unsubscribe(from: question)
        return interest
    }

    private func deliver(
        _ message: WireMessage,
        _ bytes: Span<UInt8>,
        to target: Int,
        of number: Int,
        lost: Int,
        at now: Int64
    ) {
        topics[number].delivered(message.stamp, to: target)
        let interest = topics[number].targets[target].subscription
        do {
            try interest.deliver(
                topics[number].topic,
                message.stamp,
                bytes.extracting(message.payload),
                lost,
                now
            )
        } catch {
            unreadable += 1
            // Once for each topic: a sensor that speaks wrong does so many times a second.
            if complaints.insert(number).inserted {
                logger.write(.warning, "a message on \(topics[number].topic) cannot be read: \(error)")
            }
        }
    }

    private func number(of topic: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        bytes.withUnsafeBytes { bytes in
            let key = UnsafeRawBufferPointer(rebasing: bytes[topic])
            if recent >= 0, names.is(recent, key) { return recent }
            if let known = names.number(of: key) {
                recent = known
                return known
            }
            guard names.count < 100_000, let topic = try? Topic(String(decoding: key, as: UTF8.self)) else {
                unreadable += 1
                return nil
            }
            recent = names.insert(key)
            topics.append(IncomingTopic(topic, wantedBy: interests.values))
            return recent
        }
    }

    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
