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
        /// Whether the bus alone publishes on it: `<kind>/bus`.
        var isReserved = false
        fileprivate var route = FanOut.Route()
        fileprivate var countBefore = 0
    }

    /// How far another publisher of a topic has come.
    struct Former {
        let publisher: UInt64
        let sequence: UInt64
        /// When its newest came, monotonic nanoseconds.
        let arrival: Int64
    }

    private var names = ByteTable()
    private var figures: [Figures] = []
    // Stamp and payload, copied: a copy of libzmq's message would pin kilobytes for each.
    private var keptMessages: [[UInt8]] = []
    private var formers: [[Former]] = []
    /// How often the topics have been numbered anew.
    private(set) var renumbered = 0
    /// How many former publishers of a topic are known.
    private static let memory = 4

    var count: Int { names.count }

    func number(of topic: UnsafeRawBufferPointer) -> Int? { names.number(of: topic) }

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
            figures.append(Figures(isReserved: Self.isReserved(topic)))
            keptMessages.append([])
            formers.append([])
        }
        return number
    }

    private static func isReserved(_ topic: UnsafeRawBufferPointer) -> Bool {
        topic.split(separator: UInt8(ascii: "/")).dropFirst().first?.elementsEqual("bus".utf8) == true
    }

    /// Notes a message, and keeps it where it is to be kept.
    ///
    /// - Returns: by how many bytes the memory for last values has grown.
    mutating func record(
        _ rest: UnsafeRawBufferPointer,
        headerSize: Int,
        for number: Int,
        at now: Int64,
        limits: BrokerConfiguration,
        total: Int
    ) -> Int {
        let published = Int64(
            littleEndian: rest.loadUnaligned(fromByteOffset: Stamp.Offset.published, as: Int64.self)
        )
        let flags = Stamp.Flags(
            rawValue: UInt32(
                littleEndian: rest.loadUnaligned(fromByteOffset: Stamp.Offset.flags, as: UInt32.self)
            )
        )
        // What a publisher sends again after a gap does not replace what is newer.
        let isOlder =
            flags.contains(.lastValue) && !keptMessages[number].isEmpty
            && figures[number].published > published
        figures[number].count += 1
        figures[number].bytes += rest.count
        if isOlder { return 0 }
        let publisher = UInt64(
            littleEndian: rest.loadUnaligned(fromByteOffset: Stamp.Offset.publisher, as: UInt64.self)
        )
        if publisher != figures[number].publisher { replacePublisher(number, by: publisher) }
        figures[number].publisher = publisher
        figures[number].sequence = UInt64(
            littleEndian: rest.loadUnaligned(fromByteOffset: Stamp.Offset.sequence, as: UInt64.self)
        )
        figures[number].published = published
        figures[number].arrival = now
        if flags.contains(.event) { return 0 }
        let before = keptMessages[number].count
        let isErased = rest.count == headerSize
        if isErased || rest.count > limits.maximumKeptSize
            || total - before + rest.count > limits.maximumKeptTotal
        {
            // Nothing is better than an old value that passes for the newest.
            keptMessages[number] = []
            return -before
        }
        keptMessages[number].removeAll(keepingCapacity: true)
        keptMessages[number].append(contentsOf: rest)
        return rest.count - before
    }

    private mutating func replacePublisher(_ number: Int, by publisher: UInt64) {
        let replaced = figures[number]
        formers[number].removeAll { $0.publisher == publisher }
        guard replaced.arrival > 0 else { return }
        formers[number].insert(
            Former(
                publisher: replaced.publisher,
                sequence: replaced.sequence,
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
        for number in figures.indices where !keptMessages[number].isEmpty || figures[number].arrival > time {
            let new = names[number].withUnsafeBytes { left.names.insert($0) }
            left.figures.append(figures[number])
            left.keptMessages.append(keptMessages[number])
            left.formers.append(formers[number])
            moved[number] = new
        }
        left.renumbered = renumbered + 1
        self = left
        return moved
    }

    mutating func tick(elapsed: Double) {
        for number in figures.indices {
            let now = Double(figures[number].count - figures[number].countBefore) / max(elapsed, 0.001)
            figures[number].countBefore = figures[number].count
            figures[number].rate += (now - figures[number].rate) * 0.5
        }
    }
}
