internal import Glibc
internal import Messages
internal import Platform
internal import ZeroMQ

/// The way of messages through the bus: stamps where they are missing, a copy of the newest of each topic, and out.
struct Exchange: ~Copyable {
    /// Why a message was not handed on.
    enum Refusal: String, CaseIterable {
        case malformed = "malformed"
        case otherVersion = "other version"
        case tooManyParts = "too many parts"
        case tooManyTopics = "too many topics"
        case locationOff = "location services are switched off"
        case reserved = "a topic of the bus itself"
        case notPermitted = "not permitted to its key"
    }

    let limits: BrokerConfiguration
    /// The bus's own publisher.
    let publisher = UInt64.random(in: 0..<1 << 53)
    var topics = TopicTable()
    private(set) var refusals: [Refusal: Int] = [:]
    /// Why the newest message that was refused was, to be told of its sender.
    var newestRefusal: Refusal?
    /// What is known of the newest message that was refused, until it is taken note of.
    var rejection: Rejection?
    /// Whether messages are handed on that say where something is.
    private(set) var isLocationEnabled = true
    private(set) var received = 0
    private(set) var keptTotal = 0
    // Publishers of connections that send no stamps, by the connection's descriptor.
    private var unstamped: [Int32: UInt64] = [:]
    // The publisher of what the bus says on topics that are not its own: that a node is gone.
    private let herald = UInt64.random(in: 0..<1 << 53)
    // Another number for publishers of whose topics some have been forgotten, by the first: they begin anew.
    private var renewed: [UInt64: UInt64] = [:]
    // Positions of what the bus stamps, by the first number of the publisher, and topic.
    private var sequences: [SequenceKey: UInt64] = [:]
    private var lastForgotten: Int64 = 0
    private var outgoing: [UInt8] = []

    private struct SequenceKey: Hashable {
        let publisher: UInt64
        let topic: Int
    }

    init(limits: BrokerConfiguration) {
        self.limits = limits
    }

    /// Takes in one message of one part that is where it is, until ``keep()``, and is handed on from there.
    ///
    /// - Returns: its topic's number, or `nil` where it is refused.
    @inline(__always)
    mutating func take(whole message: UnsafeRawBufferPointer, at now: Int64) -> Int? {
        received += 1
        return take(message, at: now)
    }

    /// Switches location services: off, nothing that says where something is is taken in, and what was kept is let go.
    mutating func setLocation(enabled: Bool) {
        isLocationEnabled = enabled
        if !enabled { topics.letGoOfPlaces(total: &keptTotal) }
    }

    /// Keeps the newest message of each topic that has come.
    mutating func keep() { topics.keep(limits, total: &keptTotal) }

    /// Takes in one part of a message of several, and hands on what is complete.
    mutating func take(
        part: UnsafeRawBufferPointer,
        hasMore: Bool,
        of writer: Writer,
        to fanOut: inout FanOut
    ) throws(ZMQError) {
        writer.parts += 1
        if hasMore {
            // Longer than a topic may be, it is refused as none.
            if writer.parts == 1 { writer.topic = Array(part.prefix(256)) }
            return
        }
        received += 1
        defer { writer.parts = 0 }
        guard writer.parts == 2 else {
            writer.topic.withUnsafeBytes { refuse(.tooManyParts, on: $0, "\(writer.parts) parts") }
            return
        }
        writer.isStamped = true
        try stampAndSend(
            topic: writer.topic,
            payload: part,
            publisher: writer.publisher,
            flags: .stampedByBus,
            to: &fanOut
        )
    }

    /// Begins anew with a connection by TCP: who had its descriptor before is another publisher.
    mutating func begin(_ connection: Int32) {
        if let former = unstamped.removeValue(forKey: connection) { forget(former) }
    }

    /// Forgets how far a publisher has come that has gone, and that the bus has made stamps for.
    mutating func forget(_ publisher: UInt64) {
        sequences = sequences.filter { $0.key.publisher != publisher }
        renewed[publisher] = nil
    }

    /// Takes one message in and hands it on; `part` is its first part.
    mutating func forward(
        _ part: borrowing Part,
        from input: borrowing Socket,
        to fanOut: inout FanOut
    ) throws(ZMQError) {
        received += 1
        if part.hasMore {
            try forwardUnstamped(part, from: input, to: &fanOut)
            return
        }
        let now = MonotonicClock.nanoseconds
        let taken = part.withUnsafeBytes { bytes in
            defer { keep() }
            return take(bytes, at: now)
        }
        guard let number = taken else { return }
        try fanOut.add(part, for: fanOut.audience(of: number, in: &topics))
    }

    /// Takes one message in and does not hand it on, because its sender may not publish it.
    mutating func turnAway(_ part: borrowing Part, from input: borrowing Socket) throws(ZMQError) {
        received += 1
        let second = Part()
        var hasMore = part.hasMore
        while hasMore { hasMore = try input.receive(into: second) && second.hasMore }
        part.withUnsafeBytes { refuse(.notPermitted, on: $0, "not permitted to its key") }
    }

    /// Publishes a message of the bus itself.
    mutating func publish(
        _ payload: [UInt8],
        on topic: String,
        flags: Stamp.Flags = [],
        to fanOut: inout FanOut
    ) throws(ZMQError) {
        let topic = Array(topic.utf8)
        let isReserved = topic.withUnsafeBytes(TopicTable.isReserved)
        try payload.withUnsafeBufferPointer { payload throws(ZMQError) in
            try stampAndSend(
                topic: topic,
                payload: UnsafeRawBufferPointer(payload),
                publisher: isReserved ? publisher : herald,
                flags: flags,
                isOwn: true,
                to: &fanOut
            )
        }
        fanOut.settle()
    }

    /// Makes the next message of an answer of last values.
    ///
    /// - Parameters:
    ///   - question: what was asked for; how far its answer has come is noted in it.
    ///   - isLast: set once the message is the closing one.
    /// - Returns: the message.
    mutating func answer(_ question: inout Question, isLast: inout Bool) -> [UInt8] {
        if question.renumbered != topics.renumbered {
            // A repeat shows by its sequence; a value that was passed over would be missed.
            (question.next, question.renumbered) = (0, topics.renumbered)
        }
        while question.next < topics.count {
            let number = question.next
            question.next += 1
            guard let kept = topics.kept(number), topics.name(number).starts(question.prefix) else {
                continue
            }
            var message = Array(question.nonce) + topics.name(number) + [UInt8(ascii: "|")]
            let flags = message.count + Stamp.Offset.flags
            message.append(contentsOf: kept)
            message[flags] |= UInt8(truncatingIfNeeded: Stamp.Flags.lastValue.rawValue)
            question.count += 1
            return message
        }
        isLast = true
        let stamp = Stamp(publisher: publisher, sequence: 0, published: WallClock.nanoseconds, flags: .end)
        var message = question.wanted
        if message.last != UInt8(ascii: "|") { message.append(UInt8(ascii: "|")) }
        stamp.encode(into: &message)
        message.append(contentsOf: "{\"count\":\(question.count)}".utf8)
        return message
    }

    /// Brings the rates up to date; called once a second.
    mutating func tick(elapsed: Double) {
        topics.tick(elapsed: elapsed)
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer, at now: Int64) -> Int? {
        guard let base = bytes.baseAddress,
            let bar = memchr(base, CInt(UInt8(ascii: "|")), min(bytes.count, 256))
        else { return refused(.malformed, on: bytes, "no bar where a topic would have ended") }
        let length = UnsafeRawPointer(bar) - base
        let rest = UnsafeRawBufferPointer(rebasing: bytes[(length + 1)...])
        let topic = UnsafeRawBufferPointer(rebasing: bytes[..<length])
        guard rest.count >= Stamp.size else {
            return refused(.malformed, on: topic, "a stamp of \(rest.count) of \(Stamp.size) bytes")
        }
        guard rest[Stamp.Offset.version] == Stamp.version else {
            return refused(.otherVersion, on: topic, "version \(rest[Stamp.Offset.version]) of the contract")
        }
        let header = Int(
            UInt16(littleEndian: rest.loadUnaligned(fromByteOffset: Stamp.Offset.length, as: UInt16.self))
        )
        guard header >= Stamp.size, header <= rest.count else {
            return refused(.malformed, on: topic, "a stamp said to have \(header) of \(rest.count) bytes")
        }
        guard let number = number(of: topic) else { return nil }
        topics.record(rest, headerSize: header, for: number, at: now)
        return number
    }

    private mutating func number(of topic: UnsafeRawBufferPointer, isOwn: Bool = false) -> Int? {
        let known = topics.number(of: topic)
        // What the bus says of itself and of losses must be its own; a refused topic takes no place.
        guard isOwn || !(known.map { topics[$0].isReserved } ?? TopicTable.isReserved(topic)) else {
            return refused(.reserved, on: topic, "KIND/bus is the bus's own")
        }
        guard isLocationEnabled || !(known.map { topics[$0].tellsPlace } ?? TopicTable.tellsPlace(topic))
        else {
            return refused(.locationOff, on: topic, "'binnacle location on' switches them on")
        }
        if let known { return known }
        do throws(MessageError) {
            _ = try Topic(String(decoding: topic, as: UTF8.self))
        } catch {
            return refused(.malformed, on: topic, error.problem)
        }
        guard topics.count < limits.maximumTopics || hasForgotten() else {
            let count = topics.count
            return refused(.tooManyTopics, on: topic, "there are \(count) already")
        }
        return topics.insert(topic)
    }

    /// Makes room for topics, at most once a second: a flood of new ones must not cost more than its refusal.
    private mutating func hasForgotten() -> Bool {
        let now = MonotonicClock.nanoseconds
        guard now - lastForgotten >= 1_000_000_000 else { return false }
        lastForgotten = now
        // What has come is noted by the old numbers.
        keep()
        let moved = topics.forget(silentSince: now - limits.memoryOfErased * 1_000_000)
        // Whose count of a topic is forgotten would begin again at 0, and be taken for its own repeat.
        let anew = Set(sequences.keys.lazy.filter { moved[$0.topic] == nil }.map(\.publisher))
        for publisher in anew { renewed[publisher] = UInt64.random(in: 0..<1 << 53) }
        sequences = Dictionary(
            uniqueKeysWithValues: sequences.compactMap { key, sequence in
                if anew.contains(key.publisher) { return nil }
                return moved[key.topic].map { (SequenceKey(publisher: key.publisher, topic: $0), sequence) }
            }
        )
        return topics.count < limits.maximumTopics
    }

    private mutating func refused(
        _ why: Refusal,
        on topic: UnsafeRawBufferPointer,
        _ fault: @autoclosure () -> String
    ) -> Int? {
        refuse(why, on: topic, fault())
        return nil
    }

    private mutating func refuse(
        _ why: Refusal,
        on topic: UnsafeRawBufferPointer,
        _ fault: @autoclosure () -> String
    ) {
        refusals[why, default: 0] += 1
        newestRefusal = why
        rejection = Rejection(topic: Rejection.printable(topic), fault: fault())
    }

    private mutating func forwardUnstamped(
        _ topic: borrowing Part,
        from input: borrowing Socket,
        to fanOut: inout FanOut
    ) throws(ZMQError) {
        let second = Part()
        _ = try input.receive(into: second)
        guard !second.hasMore else {
            while second.hasMore { _ = try input.receive(into: second) }
            topic.withUnsafeBytes { refuse(.tooManyParts, on: $0, "more than two parts") }
            return
        }
        // One publisher for each connection; the descriptor names it as long as it is open.
        let connection = topic.connection ?? -1
        let publisher = unstamped[connection] ?? UInt64.random(in: 0..<1 << 53)
        unstamped[connection] = publisher
        let name = topic.bytes
        let payload = second.bytes
        try payload.withUnsafeBufferPointer { payload throws(ZMQError) in
            try stampAndSend(
                topic: name,
                payload: UnsafeRawBufferPointer(payload),
                publisher: publisher,
                flags: .stampedByBus,
                to: &fanOut
            )
        }
    }

    private mutating func stampAndSend(
        topic: [UInt8],
        payload: UnsafeRawBufferPointer,
        publisher: UInt64,
        flags: Stamp.Flags,
        isOwn: Bool = false,
        to fanOut: inout FanOut
    ) throws(ZMQError) {
        guard let number = topic.withUnsafeBytes({ number(of: $0, isOwn: isOwn) }) else { return }
        let key = SequenceKey(publisher: publisher, topic: number)
        let sequence = sequences[key, default: 0]
        sequences[key] = sequence + 1
        let stamp = Stamp(
            publisher: renewed[publisher] ?? publisher,
            sequence: sequence,
            published: WallClock.nanoseconds,
            flags: flags
        )
        if isOwn { topics.note(ofBus: stamp.publisher, number) }
        var message = outgoing
        // Not two owners, or the next line would copy.
        outgoing = []
        message.removeAll(keepingCapacity: message.capacity < 1 << 20)
        message.append(contentsOf: topic)
        message.append(UInt8(ascii: "|"))
        stamp.encode(into: &message)
        message.append(contentsOf: payload)
        let now = MonotonicClock.nanoseconds
        let audience = fanOut.audience(of: number, in: &topics)
        try message.withUnsafeBufferPointer { bytes throws(ZMQError) in
            let bytes = UnsafeRawBufferPointer(bytes)
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(topic.count + 1)...])
            topics.record(rest, headerSize: Stamp.size, for: number, at: now)
            keep()
            try fanOut.add(bytes, for: audience)
        }
        outgoing = message
    }
}

extension [UInt8] {
    /// Whether a topic, closed with its bar, begins with some bytes.
    func starts(_ prefix: ArraySlice<UInt8>) -> Bool {
        if prefix.count <= count { return starts(with: prefix) }
        return prefix.count == count + 1 && prefix.last == UInt8(ascii: "|")
            && elementsEqual(prefix.dropLast())
    }
}
