internal import Platform
internal import ZMTP

/// The sockets of this machine that the bus speaks ZMTP on by itself: those that let connections in, and the connections.
struct LocalSockets: ~Copyable {
    /// What has a place among them.
    enum Occupant {
        case entrance(Entrance)
        case writer(Writer)
        case reader(Reader)
        case requester(Requester)
    }

    /// Where connections of one kind come in.
    final class Entrance {
        var listener: LocalListener
        let role: Role
        /// Whether it is waited for; not for a while after the process had no descriptor left.
        var isOpen = true

        init(_ listener: LocalListener, _ role: Role) {
            self.listener = listener
            self.role = role
        }
    }

    let events: EventSet
    /// What has come is read into this, by one peer at a time.
    var buffer = InputBuffer()
    private var occupants: [Occupant?] = []
    private var free: [Int] = []
    // Places of those that have gone since the last look: events of theirs may still be told.
    private var left: [Int] = []
    private let limits: Peer.Limits
    /// How many connections there may be to each kind of socket.
    private let maximumConnections: Int
    /// How many there are.
    private var counts: [Role: Int] = [:]
    // Part of a route: one that takes the place of a connection that has gone must not get its answers.
    private var serial: UInt64 = 0
    /// How many have not greeted yet.
    private(set) var strangers = 0

    init(_ configuration: BrokerConfiguration, maximumConnections: Int) throws(SystemError) {
        self.maximumConnections = maximumConnections
        events = try EventSet()
        limits = Peer.Limits(
            longestPart: Int(configuration.maximumPartSize),
            frames: Int(configuration.subscriberQueue),
            bytes: configuration.subscriberQueueBytes
        )
    }

    subscript(slot: Int) -> Occupant? { occupants[slot] }

    /// Looks what is ready, without waiting.
    mutating func look() -> Int {
        free += left
        left = []
        return events.look()
    }

    /// Lets connections in at a path from now on.
    mutating func listen(at path: String, as role: Role) throws(SystemError) {
        let listener = try LocalListener(at: path)
        let slot = place()
        do throws(SystemError) {
            try events.add(listener.descriptor, tag: slot)
        } catch {
            free.append(slot)
            throw error
        }
        occupants[slot] = .entrance(Entrance(listener, role))
    }

    /// Whether another connection of a kind may come in.
    func hasPlace(for role: Role) -> Bool { counts[role, default: 0] < maximumConnections }

    /// How many connections there may be to each kind of socket.
    var most: Int { maximumConnections }

    /// Adds a connection that has come in; the subscriber that it is, if it is one.
    mutating func add(_ connection: OwnedDescriptor, as role: Role, at now: Int64) throws(SystemError)
        -> Reader?
    {
        let slot = place()
        do throws(SystemError) {
            try events.add(connection.number, tag: slot)
        } catch {
            free.append(slot)
            throw error
        }
        var limits = limits
        // Subscriptions are short.
        if role == .extendedPublish { limits.longestPart = min(limits.longestPart, 64 << 10) }
        let peer = Peer(over: connection, as: role, limits: limits, at: now)
        strangers += 1
        counts[role, default: 0] += 1
        switch role {
        case .pull: occupants[slot] = .writer(Writer(peer, slot: slot))
        case .router:
            serial += 1
            let requester = Requester(
                peer,
                slot: slot,
                route: Self.route(slot, serial),
                events: events,
                longest: limits.longestPart
            )
            occupants[slot] = .requester(requester)
        default:
            let reader = Reader(peer, slot: slot, events: events)
            occupants[slot] = .reader(reader)
            return reader
        }
        return nil
    }

    private static func route(_ slot: Int, _ serial: UInt64) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: slot).littleEndian) { [UInt8]($0) }
            + withUnsafeBytes(of: serial.littleEndian) { [UInt8]($0) }
    }

    /// The connection of a route, if it is still there.
    func requester(_ route: ArraySlice<UInt8>) -> Requester? {
        let slot = route.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard slot < occupants.count, case .requester(let requester)? = occupants[slot],
            requester.route[...] == route
        else { return nil }
        return requester
    }

    private mutating func place() -> Int {
        if let slot = free.popLast() { return slot }
        occupants.append(nil)
        return occupants.count - 1
    }

    /// Notes that a peer has greeted.
    mutating func welcome() { strangers -= 1 }

    /// Ends a connection.
    mutating func remove(_ peer: Peer, slot: Int, role: Role) {
        if !peer.isReady { strangers -= 1 }
        counts[role, default: 0] -= 1
        // A descriptor that another process has inherited would otherwise go on being told of.
        events.remove(peer.descriptor)
        occupants[slot] = nil
        left.append(slot)
    }

    /// The connections that should have greeted by now.
    func late(at now: Int64) -> [Occupant] {
        guard strangers > 0 else { return [] }
        return occupants.compactMap { occupant in
            switch occupant {
            case .writer(let writer) where writer.peer.deadline <= now: occupant
            case .reader(let reader) where reader.peer.deadline <= now: occupant
            case .requester(let requester) where requester.peer.deadline <= now: occupant
            default: nil
            }
        }
    }

    /// The entrances.
    var entrances: [(slot: Int, entrance: Entrance)] {
        occupants.enumerated().compactMap { slot, occupant in
            if case .entrance(let entrance) = occupant { (slot, entrance) } else { nil }
        }
    }

    /// Does not look at an entrance for a while: who waits there cannot be let in.
    func pause(_ entrance: Entrance) {
        entrance.isOpen = false
        events.remove(entrance.listener.descriptor)
    }

    /// Looks at all entrances again; at those for which the system has no room, the next time.
    func resume() {
        for (slot, entrance) in entrances where !entrance.isOpen {
            entrance.isOpen = (try? events.add(entrance.listener.descriptor, tag: slot)) != nil
        }
    }

    /// Listens again where somebody has removed the file.
    ///
    /// - Returns: those who had waited at the file that was removed.
    func restore(_ slot: Int, _ entrance: Entrance) throws(SystemError) -> [OwnedDescriptor] {
        let listener = try LocalListener(at: entrance.listener.path)
        try events.add(listener.descriptor, tag: slot)
        var waiting: [OwnedDescriptor] = []
        while let connection = try? entrance.listener.accept() { waiting.append(connection) }
        events.remove(entrance.listener.descriptor)
        entrance.listener = listener
        entrance.isOpen = true
        return waiting
    }
}
