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
        case reserved = "a topic of the bus itself"
        case notPermitted = "not permitted to its key"
    }

    let limits: BrokerConfiguration
    /// The bus's own publisher.
    let publisher = UInt64.random(in: 0..<1 << 53)
    private(set) var topics = TopicTable()
    private(set) var refusals: [Refusal: Int] = [:]
    /// Why the newest message that was refused was, to be told of its sender.
    var newestRefusal: Refusal?
    private(set) var received = 0
    private(set) var keptTotal = 0
    // Publishers of connections that send no stamps, by the connection's descriptor.
    private var unstamped: [Int32: UInt64] = [:]
    // Positions of what the bus stamps, by publisher and topic.
    private var sequences: [SequenceKey: UInt64] = [:]
    private var lastForgotten: Int64 = 0
    private let second = Part()
    private let outgoing = Part()

    private struct SequenceKey: Hashable {
        let publisher: UInt64
        let topic: Int
    }

    init(limits: BrokerConfiguration) {
        self.limits = limits
    }

    /// Takes one message in and hands it on; `part` is its first part.
    mutating func forward(
        _ part: borrowing Part,
        from input: borrowing Socket,
        to output: borrowing Socket
    ) throws(ZMQError) {
        received += 1
        if part.hasMore {
            try forwardUnstamped(part, from: input, to: output)
            return
        }
        let now = MonotonicClock.nanoseconds
        let taken = part.withUnsafeBytes { bytes in take(bytes, at: now) }
        if taken { _ = try output.send(part) }
    }

    /// Takes one message in and does not hand it on, because its sender may not publish it.
    mutating func turnAway(_ part: borrowing Part, from input: borrowing Socket) throws(ZMQError) {
        received += 1
        var hasMore = part.hasMore
        while hasMore { hasMore = try input.receive(into: second) && second.hasMore }
        _ = refuse(.notPermitted)
    }

    /// Publishes a message of the bus itself.
    mutating func publish(
        _ payload: [UInt8],
        on topic: String,
        flags: Stamp.Flags = [],
        to output: borrowing Socket
    ) throws(ZMQError) {
        let name = Array(topic.utf8)
        try name.withUnsafeBytes { (name: UnsafeRawBufferPointer) in
            Result { () throws(ZMQError) in
                try payload.withUnsafeBufferPointer { bytes throws(ZMQError) in
                    try stampAndSend(
                        topic: name,
                        payload: UnsafeRawBufferPointer(bytes),
                        publisher: publisher,
                        flags: flags,
                        to: output
                    )
                }
            }
        }.get()
    }

    /// Sends the kept messages that a prefix matches to who asked for them, and then the closing message.
    ///
    /// - Parameters:
    ///   - wanted: what was subscribed to, `~<nonce>/<prefix>`.
    ///   - output: where subscribers listen.
    /// - Throws: what libzmq says.
    mutating func answer(_ wanted: UnsafeRawBufferPointer, to output: borrowing Socket) throws(ZMQError) {
        guard let slash = wanted.firstIndex(of: UInt8(ascii: "/")) else { return }
        let nonce = UnsafeRawBufferPointer(rebasing: wanted[...slash])
        let prefix = UnsafeRawBufferPointer(rebasing: wanted[(slash + 1)...])
        var count = 0
        for number in 0..<topics.count {
            guard let kept = topics.kept(number), topics.name(number).starts(prefix) else { continue }
            let name = topics.name(number)
            try outgoing.reset(count: nonce.count + name.count + 1 + kept.count) { target in
                var writer = Writer(target)
                writer.append(nonce)
                name.withUnsafeBytes { writer.append($0) }
                writer.append(UInt8(ascii: "|"))
                let stamp = writer.offset
                kept.withUnsafeBytes { writer.append($0) }
                target[stamp + Stamp.Offset.flags] |= UInt8(
                    truncatingIfNeeded: Stamp.Flags.lastValue.rawValue
                )
            }
            _ = try output.send(outgoing)
            count += 1
        }
        let closed = wanted.last == UInt8(ascii: "|")
        let topic = closed ? UnsafeRawBufferPointer(rebasing: wanted.dropLast()) : wanted
        let payload = Array("{\"count\":\(count)}".utf8)
        let stamp = Stamp(publisher: publisher, sequence: 0, published: WallClock.nanoseconds, flags: .end)
        try payload.withUnsafeBufferPointer { payload throws(ZMQError) in
            try compose(topic: topic, stamp: stamp, payload: UnsafeRawBufferPointer(payload))
        }
        _ = try output.send(outgoing)
    }

    /// Brings the rates up to date; called once a second.
    mutating func tick(elapsed: Double) {
        topics.tick(elapsed: elapsed)
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer, at now: Int64) -> Bool {
        guard let base = bytes.baseAddress,
            let bar = memchr(base, CInt(UInt8(ascii: "|")), min(bytes.count, 256))
        else { return refuse(.malformed) }
        let length = UnsafeRawPointer(bar) - base
        let rest = UnsafeRawBufferPointer(rebasing: bytes[(length + 1)...])
        guard rest.count >= Stamp.size else { return refuse(.malformed) }
        guard rest[Stamp.Offset.version] == Stamp.version else { return refuse(.otherVersion) }
        let header = Int(
            UInt16(littleEndian: rest.loadUnaligned(fromByteOffset: Stamp.Offset.length, as: UInt16.self))
        )
        guard header >= Stamp.size, header <= rest.count else { return refuse(.malformed) }
        guard let number = number(of: UnsafeRawBufferPointer(rebasing: bytes[..<length])) else {
            return false
        }
        keptTotal += topics.record(
            rest,
            headerSize: header,
            for: number,
            at: now,
            limits: limits,
            total: keptTotal
        )
        return true
    }

    private mutating func number(of topic: UnsafeRawBufferPointer, isOwn: Bool = false) -> Int? {
        guard let number = knownOrNew(topic) else { return nil }
        // What the bus says of itself and of losses must be its own.
        guard isOwn || !topics[number].isReserved else {
            _ = refuse(.reserved)
            return nil
        }
        return number
    }

    private mutating func knownOrNew(_ topic: UnsafeRawBufferPointer) -> Int? {
        if let number = topics.number(of: topic) { return number }
        guard (try? Topic(String(decoding: topic, as: UTF8.self))) != nil else {
            _ = refuse(.malformed)
            return nil
        }
        guard topics.count < limits.maximumTopics || hasForgotten() else {
            _ = refuse(.tooManyTopics)
            return nil
        }
        return topics.insert(topic)
    }

    /// Makes room for topics, at most once a second: a flood of new ones must not cost more than its refusal.
    private mutating func hasForgotten() -> Bool {
        let now = MonotonicClock.nanoseconds
        guard now - lastForgotten >= 1_000_000_000 else { return false }
        lastForgotten = now
        let moved = topics.forget(silentSince: now - limits.memoryOfErased * 1_000_000)
        sequences = Dictionary(
            uniqueKeysWithValues: sequences.compactMap { key, sequence in
                moved[key.topic].map { (SequenceKey(publisher: key.publisher, topic: $0), sequence) }
            }
        )
        return topics.count < limits.maximumTopics
    }

    private mutating func refuse(_ why: Refusal) -> Bool {
        refusals[why, default: 0] += 1
        newestRefusal = why
        return false
    }

    private mutating func forwardUnstamped(
        _ topic: borrowing Part,
        from input: borrowing Socket,
        to output: borrowing Socket
    ) throws(ZMQError) {
        _ = try input.receive(into: second)
        guard !second.hasMore else {
            while second.hasMore { _ = try input.receive(into: second) }
            _ = refuse(.tooManyParts)
            return
        }
        // One publisher for each connection; the descriptor names it as long as it is open.
        let connection = topic.connection ?? -1
        let publisher = unstamped[connection] ?? UInt64.random(in: 0..<1 << 53)
        unstamped[connection] = publisher
        let name = topic.bytes
        let payload = second.bytes
        try name.withUnsafeBufferPointer { name throws(ZMQError) in
            try payload.withUnsafeBufferPointer { payload throws(ZMQError) in
                try stampAndSend(
                    topic: UnsafeRawBufferPointer(name),
                    payload: UnsafeRawBufferPointer(payload),
                    publisher: publisher,
                    flags: .stampedByBus,
                    to: output
                )
            }
        }
    }

    private mutating func stampAndSend(
        topic: UnsafeRawBufferPointer,
        payload: UnsafeRawBufferPointer,
        publisher: UInt64,
        flags: Stamp.Flags,
        to output: borrowing Socket
    ) throws(ZMQError) {
        guard let number = number(of: topic, isOwn: publisher == self.publisher) else { return }
        let key = SequenceKey(publisher: publisher, topic: number)
        let sequence = sequences[key, default: 0]
        sequences[key] = sequence + 1
        let stamp = Stamp(
            publisher: publisher,
            sequence: sequence,
            published: WallClock.nanoseconds,
            flags: flags
        )
        try compose(topic: topic, stamp: stamp, payload: payload)
        let now = MonotonicClock.nanoseconds
        outgoing.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(topic.count + 1)...])
            keptTotal += topics.record(
                rest,
                headerSize: Stamp.size,
                for: number,
                at: now,
                limits: limits,
                total: keptTotal
            )
        }
        _ = try output.send(outgoing)
    }

    private func compose(
        topic: UnsafeRawBufferPointer,
        stamp: Stamp,
        payload: UnsafeRawBufferPointer
    ) throws(ZMQError) {
        var head: [UInt8] = []
        stamp.encode(into: &head)
        try outgoing.reset(count: topic.count + 1 + head.count + payload.count) { target in
            var writer = Writer(target)
            writer.append(topic)
            writer.append(UInt8(ascii: "|"))
            head.withUnsafeBytes { writer.append($0) }
            writer.append(payload)
        }
    }
}

/// Copies pieces one behind the other.
private struct Writer {
    let target: UnsafeMutableRawBufferPointer
    var offset = 0

    init(_ target: UnsafeMutableRawBufferPointer) {
        self.target = target
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: bytes)
        offset += bytes.count
    }

    mutating func append(_ byte: UInt8) {
        target[offset] = byte
        offset += 1
    }
}

extension [UInt8] {
    /// Whether a topic, closed with its bar, begins with some bytes.
    func starts(_ prefix: UnsafeRawBufferPointer) -> Bool {
        if prefix.count <= count { return withUnsafeBytes { $0.starts(with: prefix) } }
        return prefix.count == count + 1 && prefix.last == UInt8(ascii: "|")
            && withUnsafeBytes { $0.elementsEqual(prefix.dropLast()) }
    }
}
