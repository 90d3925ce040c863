internal import Glibc
internal import Messages
internal import Platform
internal import ZeroMQ

/// The way into a node: where its messages come from, and the handlers that they go to.
///
/// A struct, so that what every message meets is checked for exclusive access once for many messages.
struct Inlet: ~Copyable {
    let source: MessageSource
    private let logger: Logger
    private var interests: [UInt64: Interest] = [:]
    private var nonces: [String: UInt64] = [:]
    private var names = ByteTable()
    private var topics: [IncomingTopic] = []
    // The topic of the last message: most messages come in runs.
    private var recent = -1
    private var complaints: Set<Int> = []
    // Interests of which the bus has newer last values than those that came.
    private var behind: [Interest] = []

    // Topics that somebody has asked for, and of which nothing has come.
    private var sought: Set<String> = []

    private(set) var received = 0
    private(set) var receivedBytes = 0
    private var knowsBus = false
    private(set) var lost = 0
    private(set) var unreadable = 0
    /// Changes whenever ``readsInForce`` may have changed.
    private(set) var changes = 0

    init(_ configuration: NodeConfiguration, by way: BusWay, logger: Logger) throws(ZMQError) {
        source = try MessageSource(configuration, by: way)
        self.logger = logger
    }

    /// The prefixes subscribed to, or `nil` while some are not in force yet.
    var readsInForce: [String]? {
        guard interests.values.allSatisfy(\.isInForce) else { return nil }
        return Set(interests.values.map { String(decoding: $0.filter.subscription, as: UTF8.self) }).sorted()
    }

    /// Whether something has been subscribed to.
    var hasInterests: Bool { !interests.isEmpty }

    mutating func add(_ interest: Interest) throws(ZMQError) {
        interests[interest.id] = interest
        changes += 1
        for index in topics.indices where interest.filter.matches(topics[index].topic) {
            topics[index].targets.append(IncomingTopic.Target(interest))
        }
        try source.subscribe(to: interest.filter.subscription)
        if !knowsBus {
            // It tells each second how far every topic has come, which shows a lost tail.
            knowsBus = true
            try source.subscribe(to: Array("\(Self.busStatus)|".utf8))
        }
        try ask(interest)
    }

    private static let busStatus = "status/bus"

    /// What was lost, by topic and publisher; ``lost`` has also what nobody knows the publisher of.
    var losses: [Loss] { topics.flatMap(\.losses) }

    /// What was lost since the last message of its topic, by topic.
    var untold: [Topic: Int] {
        let pairs = topics.filter { $0.untold > 0 && !$0.targets.isEmpty }.map { ($0.topic, $0.untold) }
        return Dictionary(pairs) { first, _ in first }
    }

    mutating func remove(_ id: UInt64) {
        guard let interest = interests.removeValue(forKey: id) else { return }
        changes += 1
        nonces[interest.nonce] = nil
        for index in topics.indices where interest.filter.matches(topics[index].topic) {
            topics[index].targets.removeAll { $0.subscription.id == id }
            // The bus's own status comes all the same.
            if topics[index].targets.isEmpty, !topics[index].isBusStatus { topics[index].pause() }
        }
        // A socket that fails to unsubscribe gets messages that nobody wants: no harm.
        try? source.unsubscribe(from: interest.question)
        try? source.unsubscribe(from: interest.filter.subscription)
    }

    /// Handles what has come, up to a limit.
    mutating func receive(limit: Int) throws(ZMQError) {
        let source = source
        var incomplete: [Interest] = []
        let failure = try source.receive(limit: limit) { bytes in
            if let again = take(bytes) { incomplete.append(again) }
        }
        if let failure { logger.refused("subscribe", failure) }
        for interest in incomplete { try ask(interest) }
        if behind.isEmpty { return }
        let asking = Dictionary(behind.map { ($0.id, $0) }) { first, _ in first }
        behind = []
        for interest in asking.values { try askAgain(interest) }
    }

    /// The newest message handled, by topic; of one publisher, where that is asked for.
    mutating func positions(_ wanted: BusRequests.Handled) -> BusRequests.Received {
        var answer = BusRequests.Received(topics: [:])
        for topic in wanted.topics.prefix(1000) {
            guard let number = Array(topic.utf8).withUnsafeBytes({ names.number(of: $0) }) else {
                if sought.count < 1000 { sought.insert(topic) }
                continue
            }
            answer.topics[topic] = topics[number].newest(of: wanted.publisher)
        }
        return answer
    }

    private mutating func ask(_ interest: Interest) throws(ZMQError) {
        nonces[interest.nonce] = interest.id
        try source.subscribe(to: interest.question)
    }

    /// Handles one message; returns an interest whose question must be asked again.
    private mutating func take(_ bytes: Span<UInt8>) -> Interest? {
        received += 1
        receivedBytes += bytes.count
        let message: WireMessage
        do {
            message = try WireMessage(bytes)
        } catch {
            unreadable += 1
            return nil
        }
        let now = source.arrival
        if let nonce = message.nonce { return takeAnswer(message, nonce, bytes, at: now) }
        guard let number = number(of: message.topic, in: bytes) else { return nil }
        // What was under way when nobody wanted it any more.
        if topics[number].targets.isEmpty, !topics[number].isBusStatus { return nil }
        guard let gap = topics[number].advance(message.stamp, at: now) else { return nil }
        lost = lost.adding(gap.new)
        if topics[number].isBusStatus { catchUp(bytes.extracting(message.payload), message.stamp) }
        for target in topics[number].targets.indices {
            deliver(message, bytes, to: target, of: number, lost: gap.told, at: now)
        }
        return nil
    }

    /// Compares what has come with how far the bus says the topics are.
    private mutating func catchUp(_ payload: Span<UInt8>, _ stamp: Stamp) {
        let bus = stamp.publisher
        for interest in interests.values {
            interest.note(status: BusRequests.Received.Position(publisher: bus, sequence: stamp.sequence))
        }
        guard let status = try? JSONValue.parse(payload), case .object(let positions)? = status["topics"]
        else { return }
        for member in positions.members {
            guard let number = number(of: member.key, at: member.value, of: bus) else { continue }
            // Who published before may have had an end that was lost, too.
            if case .array(let formers)? = member.value["formers"] {
                for former in formers.prefix(16) { catchUp(number, to: former, of: bus, isFormer: true) }
            }
            catchUp(number, to: member.value, of: bus, isFormer: false)
            // What came before a subscription was in force nobody has asked for.
            if topics[number].targets.isEmpty || !topics[number].targets.allSatisfy(\.subscription.isInForce)
            {
                continue
            }
            guard let passed = try? JSON.decode(Passed.self, from: member.value) else { continue }
            lost = lost.adding(topics[number].audit(passed.count, of: bus))
        }
    }

    /// How many messages of a topic the bus has passed on.
    private struct Passed: Decodable { let count: UInt64 }

    /// The number of a topic of which something has come or should have, or that somebody has asked for who waits until
    /// we have handled it.
    private mutating func number(of name: String, at place: JSONValue, of bus: UInt64) -> Int? {
        let bytes = Array(name.utf8)
        if let number = bytes.withUnsafeBytes({ names.number(of: $0) }) { return number }
        if sought.remove(name) == nil {
            guard let topic = try? Topic(name), let beginning = Beginning(place) else { return nil }
            let isMissed = interests.values.contains {
                $0.filter.matches(topic) && $0.saw(beginning: beginning.began, of: bus)
            }
            guard isMissed else { return nil }
        }
        return number(of: bytes.indices, in: bytes.span)
    }

    /// Where a publisher began, as far as the bus has seen.
    private struct Beginning: Decodable {
        /// The sequence of its first message.
        let first: UInt64
        /// The sequence of the bus's first status after that.
        let began: UInt64

        init?(_ place: JSONValue) {
            guard place["began"] != nil, let known = try? JSON.decode(Self.self, from: place) else {
                return nil
            }
            self = known
        }
    }

    private mutating func catchUp(_ number: Int, to place: JSONValue, of bus: UInt64, isFormer: Bool) {
        guard let position = try? JSON.decode(BusRequests.Received.Position.self, from: place) else { return }
        if let beginning = Beginning(place), topics[number].saw(beginning: beginning.began, of: bus) {
            lost = lost.adding(topics[number].begin(position.publisher, at: beginning.first))
        }
        switch topics[number].catchUp(to: position, isFormer: isFormer) {
        case .none: break
        case .ask: behind += topics[number].targets.map(\.subscription).filter(\.wantsLastValues)
        case .lost(let count): lost = lost.adding(count)
        }
    }

    /// Asks again for last values, of which some have not come.
    private mutating func askAgain(_ interest: Interest) throws(ZMQError) {
        // Once for all of its topics; it may have been taken back meanwhile.
        guard interests[interest.id] != nil, nonces[interest.nonce] != nil else { return }
        nonces[interest.nonce] = nil
        try source.unsubscribe(from: interest.question)
        interest.renew()
        try ask(interest)
    }

    private mutating func takeAnswer(
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
        if let gap = topics[number].note(message.stamp, at: now) {
            lost = lost.adding(gap.new)
            for target in topics[number].targets.indices {
                deliver(message, bytes, to: target, of: number, lost: gap.told, at: now)
            }
        } else if !topics[number].isKnown(message.stamp, to: target) {
            deliver(message, bytes, to: target, of: number, lost: 0, at: now)
        }
        return nil
    }

    private mutating func close(_ interest: Interest, _ payload: String, nonce: String) -> Interest? {
        struct Closing: Decodable { let count: Int }
        let closing = try? JSON.decode(Closing.self, from: Array(payload.utf8))
        let question = interest.question
        guard interest.close(count: closing?.count ?? 0) else {
            changes += 1
            for index in topics.indices
            where topics[index].isResuming && interest.filter.matches(topics[index].topic) {
                topics[index].resume()
            }
            return nil
        }
        logger.write(.debug, "last values of \(interest.filter) were incomplete; asking again")
        nonces[nonce] = nil
        try? source.unsubscribe(from: question)
        return interest
    }

    private mutating func deliver(
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

    private mutating func number(of topic: Range<Int>, in bytes: Span<UInt8>) -> Int? {
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
