internal import Messages
internal import Platform

/// What the bus knows of each topic, and the newest message of it.
struct TopicTable: ~Copyable {
    /// The figures of one topic.
    struct Figures {
        var publisher: UInt64 = 0
        var sequence: UInt64 = 0
        var published: Int64 = 0
        var count = 0
        var bytes = 0
        /// Messages a second, over the last seconds.
        var rate = 0.0
        /// When the newest came, monotonic nanoseconds.
        var arrival: Int64 = 0
        /// Where the publisher began.
        var beginning = Beginning()
        /// Whether the bus alone publishes on it: `<kind>/bus`.
        var isReserved = false
        /// As which publisher the bus itself has last published on it; `nil` where it has not.
        fileprivate(set) var bus: UInt64?
        /// Whether its messages say where something is: ``LocationServices/kinds``.
        var tellsPlace = false
        fileprivate var route = FanOut.Route()
        fileprivate var countBefore = 0
        /// The newest message, where it has come and is not kept yet: stamp and payload.
        fileprivate var coming: UnsafeRawBufferPointer?
        /// Whether a message is kept or about to be.
        fileprivate var hasKept = false
    }

    /// Where a publisher of a topic began, as far as the bus has seen.
    struct Beginning {
        /// The sequence of its first message.
        var first: UInt64 = 0
        /// The sequence of the bus's first status after that.
        var status: UInt64 = 0
    }

    /// How far another publisher of a topic has come.
    struct Former {
        let publisher: UInt64
        let sequence: UInt64
        let beginning: Beginning
        /// When its newest came, monotonic nanoseconds.
        let arrival: Int64
    }

    private var names = ByteTable()
    // The topic that was asked for last: most messages come in runs.
    private var recent = 0
    private var figures: [Figures] = []
    // Stamp and payload, copied: a copy of libzmq's message would pin kilobytes for each.
    private var keptMessages: [[UInt8]] = []
    private var formers: [[Former]] = []
    // The topics of which a message is to be kept.
    private var coming: [Int] = []
    /// The sequence that the next status of the bus will have.
    var nextStatus: UInt64 = 0
    /// How often the topics have been numbered anew.
    private(set) var renumbered = 0
    /// How many former publishers of a topic are known.
    private static let memory = 4

    var count: Int { names.count }

    mutating func number(of topic: UnsafeRawBufferPointer) -> Int? {
        if recent < names.count, names.is(recent, topic) { return recent }
        guard let number = names.number(of: topic) else { return nil }
        recent = number
        return number
    }

    func name(_ number: Int) -> [UInt8] { names[number] }

    subscript(number: Int) -> Figures { figures[number] }

    /// The other publishers of a topic, and how far they came, the last first.
    func formers(_ number: Int) -> [Former] { formers[number] }

    /// Who gets a topic, as ``FanOut`` has found it.
    func route(_ number: Int) -> FanOut.Route { figures[number].route }

    mutating func setRoute(_ route: FanOut.Route, of number: Int) { figures[number].route = route }

    /// The stamp and the payload of the newest message, or `nil` when none is kept.
    func kept(_ number: Int) -> [UInt8]? { keptMessages[number].isEmpty ? nil : keptMessages[number] }

    mutating func insert(_ topic: UnsafeRawBufferPointer) -> Int {
        let number = names.insert(topic)
        if number == figures.count {
            figures.append(Figures(isReserved: Self.isReserved(topic), tellsPlace: Self.tellsPlace(topic)))
            keptMessages.append([])
            formers.append([])
        }
        return number
    }

    /// Whether a topic is the bus's own: `<kind>/bus`, and what is below it.
    static func isReserved(_ topic: UnsafeRawBufferPointer) -> Bool {
        topic.split(separator: UInt8(ascii: "/")).dropFirst().first?.elementsEqual("bus".utf8) == true
    }

    /// Whether the messages of a topic say where something is, by its kind.
    static func tellsPlace(_ topic: UnsafeRawBufferPointer) -> Bool {
        let kind = topic.prefix { $0 != UInt8(ascii: "/") }
        return LocationServices.kinds.contains(String(decoding: kind, as: UTF8.self))
    }

    /// Lets go of all that is kept of topics that say where something is.
    mutating func letGoOfPlaces(total: inout Int) {
        for number in figures.indices where figures[number].tellsPlace {
            total -= keptMessages[number].count
            keptMessages[number] = []
            figures[number].coming = nil
            figures[number].hasKept = false
        }
    }

    /// Notes a message, to be kept by ``keep(_:total:)`` where it is no event.
    ///
    /// Most messages are followed by a newer one of their topic before it comes to that.
    /// - Parameters:
    ///   - rest: stamp and payload, which must stay where they are until then.
    ///   - headerSize: the length of the stamp.
    ///   - number: its topic.
    ///   - now: monotonic nanoseconds.
    mutating func record(_ rest: UnsafeRawBufferPointer, headerSize: Int, for number: Int, at now: Int64) {
        let stamp = Position(rest)
        if stamp.publisher != figures[number].publisher, !figures[number].isOlder(stamp) {
            replacePublisher(number, by: stamp)
        }
        if figures[number].note(stamp, rest, isErasing: rest.count == headerSize, at: now) {
            coming.append(number)
        }
    }

    /// Keeps the newest of the messages that have been noted since the last time.
    ///
    /// - Parameters:
    ///   - limits: how much may be kept.
    ///   - total: the memory for last values, which is brought up to date.
    mutating func keep(_ limits: BrokerConfiguration, total: inout Int) {
        for number in coming {
            guard let rest = figures[number].coming else { continue }
            figures[number].coming = nil
            let before = keptMessages[number].count
            if rest.isEmpty || rest.count > limits.maximumKeptSize
                || total - before + rest.count > limits.maximumKeptTotal
            {
                // Nothing is better than an old value that passes for the newest.
                keptMessages[number] = []
            } else {
                keptMessages[number].removeAll(keepingCapacity: true)
                keptMessages[number].append(contentsOf: rest)
            }
            figures[number].hasKept = !keptMessages[number].isEmpty
            total += keptMessages[number].count - before
        }
        coming.removeAll(keepingCapacity: true)
    }

    /// Notes that the bus itself publishes on a topic.
    mutating func note(ofBus publisher: UInt64, _ number: Int) { figures[number].bus = publisher }

    private mutating func replacePublisher(_ number: Int, by stamp: Position) {
        let replaced = figures[number]
        let known = formers[number].firstIndex { $0.publisher == stamp.publisher }
        figures[number].beginning =
            known.map { formers[number].remove(at: $0).beginning }
            ?? Beginning(first: stamp.sequence, status: nextStatus)
        guard replaced.arrival > 0 else { return }
        formers[number].insert(
            Former(
                publisher: replaced.publisher,
                sequence: replaced.sequence,
                beginning: replaced.beginning,
                arrival: replaced.arrival
            ),
            at: 0
        )
        if formers[number].count > Self.memory { formers[number].removeLast() }
    }

    /// Forgets topics that nothing is kept of and that have been silent for a while: erased ones, and events.
    ///
    /// - Returns: the new number of each topic that is left, by its old one.
    mutating func forget(silentSince time: Int64) -> [Int: Int] {
        var left = TopicTable()
        var moved: [Int: Int] = [:]
        for number in figures.indices
        where !keptMessages[number].isEmpty || figures[number].arrival > time || figures[number].isReserved {
            let new = names[number].withUnsafeBytes { left.names.insert($0) }
            left.figures.append(figures[number])
            left.keptMessages.append(keptMessages[number])
            left.formers.append(formers[number])
            moved[number] = new
        }
        left.renumbered = renumbered + 1
        left.nextStatus = nextStatus
        self = left
        return moved
    }

    mutating func tick(elapsed: Double) {
        for number in figures.indices {
            let now = Double(figures[number].count - figures[number].countBefore) / max(elapsed, 0.001)
            figures[number].countBefore = figures[number].count
            let rate = figures[number].rate + (now - figures[number].rate) * 0.5
            // A topic that has fallen silent comes to an end, and not to a millionth of a message.
            figures[number].rate = rate < 0.001 ? 0 : rate
        }
    }
}

/// What the stamp of a message says of its place among others.
private struct Position {
    let publisher: UInt64
    let sequence: UInt64
    let published: Int64
    let flags: UInt32

    @inline(__always)
    init(_ rest: UnsafeRawBufferPointer) {
        typealias Offset = Stamp.Offset
        publisher = UInt64(
            littleEndian: rest.loadUnaligned(fromByteOffset: Offset.publisher, as: UInt64.self)
        )
        sequence = UInt64(littleEndian: rest.loadUnaligned(fromByteOffset: Offset.sequence, as: UInt64.self))
        published = Int64(littleEndian: rest.loadUnaligned(fromByteOffset: Offset.published, as: Int64.self))
        flags = UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: Offset.flags, as: UInt32.self))
    }
}

extension TopicTable.Figures {
    /// Whether what a publisher sends again after a gap is older than what is there: then it does not replace it.
    @inline(__always)
    fileprivate func isOlder(_ stamp: Position) -> Bool {
        guard stamp.flags & Stamp.Flags.lastValue.rawValue != 0, hasKept else { return false }
        // Clocks are stepped, and those of two machines differ: of one publisher, its own count decides.
        return stamp.publisher == publisher ? sequence > stamp.sequence : published > stamp.published
    }

    /// Notes a message.
    ///
    /// - Returns: whether it is to be kept and no other waits for that.
    @inline(__always)
    fileprivate mutating func note(
        _ stamp: Position,
        _ rest: UnsafeRawBufferPointer,
        isErasing: Bool,
        at now: Int64
    ) -> Bool {
        count &+= 1
        bytes &+= rest.count
        if isOlder(stamp) { return false }
        publisher = stamp.publisher
        sequence = stamp.sequence
        published = stamp.published
        arrival = now
        if stamp.flags & Stamp.Flags.event.rawValue != 0 { return false }
        hasKept = !isErasing
        defer { coming = isErasing ? UnsafeRawBufferPointer(rebasing: rest[..<0]) : rest }
        return coming == nil
    }
}
