internal import Glibc
internal import Keys
public import Messages
public import Platform
internal import ZeroMQ

/// The bus: takes messages in, hands them to who subscribed, keeps the newest of each topic, and passes requests on.
///
/// Used by the thread that created it.
public struct Broker: ~Copyable {
    /// Where anybody is let in who can come there, with the ports that it got.
    public var addresses: [BusAddress] { sockets.addresses }
    /// Where who has a key is let in, with the ports that it got.
    public var securedAddresses: [BusAddress] { sockets.securedAddresses }

    let limits: BrokerConfiguration
    var exchange: Exchange
    var sockets: Sockets
    var registry: Registry
    var pending = PendingRequests()
    var fanOut: FanOut
    /// A random number that another start of the bus does not have.
    let identity = UInt64.random(in: 0..<1 << 53)
    let started = MonotonicClock.nanoseconds
    var complaints = Complaints()
    /// What each key has had refused, by its public half and by reason.
    var refusedOfKeys: [String: [String: Int]] = [:]
    /// When a key was last let in from a host, monotonic nanoseconds.
    var admitted: [String: Int64] = [:]
    /// What has been said of files of keys that cannot be read.
    var faultsTold: Set<String> = []
    private(set) var folders: [BusFolder] = []
    private var ticked = MonotonicClock.nanoseconds
    private var looked = MonotonicClock.nanoseconds
    private var opened = MonotonicClock.nanoseconds
    private var warned = MonotonicClock.nanoseconds - 60 * Broker.second
    /// The most bytes that have waited for subscribers since memory was last given back.
    private var mostQueued = 0
    /// How much of the time for questions has been spent, nanoseconds.
    var spent: Int64 = 0
    /// Those of this machine for whom there was no time, by their places, the first of them first.
    var queue: [Int] = []
    /// What somebody has asked for by TCP and has not been told to the end; until then no other is listened to.
    private var remoteQuestion: Question?
    private var refusalsTold: [Exchange.Refusal: Int] = [:]
    private var newestRejection: Rejection?

    /// Takes the place of a bus: the lock, the folder, the sockets of readers and of requests.
    ///
    /// - Throws: why the place cannot be had, and what to do.
    public init(_ configuration: BrokerConfiguration) throws(BrokerError) {
        limits = configuration
        exchange = Exchange(limits: configuration)
        registry = Registry(limit: configuration.maximumNodes, patience: configuration.silence * 1_000_000)
        let configuration = try Self.bindable(configuration)
        try Self.check(configuration)
        // The lock before the sockets: binding would take the place of a bus that is there.
        folders = try configuration.addresses.compactMap(\.folder).map { folder throws(BrokerError) in
            try BusFolder(folder)
        }
        if folders.contains(where: { !$0.isLocationEnabled }) { exchange.setLocation(enabled: false) }
        sockets = try Sockets(configuration)
        fanOut = FanOut(remote: sockets.remote)
    }

    /// The choices with the numbers of hosts in place of their names.
    private static func bindable(_ choices: BrokerConfiguration) throws(BrokerError) -> BrokerConfiguration {
        var choices = choices
        choices.addresses = try choices.addresses.map { place throws(BrokerError) in try place.bindable() }
        choices.securedAddresses = try choices.securedAddresses.map { place throws(BrokerError) in
            try place.bindable()
        }
        return choices
    }

    private static func check(_ configuration: BrokerConfiguration) throws(BrokerError) {
        for address in configuration.addresses where !address.isLocal && !configuration.isInsecure {
            throw BrokerError(
                "\(address) may be reached from other machines and asks for no keys: give it with --secure in place "
                    + "of --address, or say --insecure as well to let everybody in"
            )
        }
        // Twice the same would find itself in the way, and take itself for another.
        var seen: Set<String> = []
        for address in configuration.addresses + configuration.securedAddresses
        where !address.hasWildcardPort && !seen.insert("\(address)").inserted {
            throw BrokerError("\(address) is given twice: once is enough")
        }
        for address in configuration.securedAddresses where address.folder != nil {
            throw BrokerError("\(address) needs no keys, its folder keeps others out: give it with --address")
        }
    }

    /// Serves until the bell rings, then says goodbye.
    ///
    /// - Throws: when libzmq fails in a way that going on makes no sense.
    public mutating func run(until stop: Wakeup) throws(BrokerError) {
        do {
            try serve(until: stop)
        } catch let error as BrokerError {
            throw error
        } catch {
            throw BrokerError("\(error)")
        }
    }

    private mutating func serve(until stop: Wakeup) throws {
        var poller = Poller()
        let local = poller.add(descriptor: sockets.local.events.descriptor)
        let publish = sockets.remote.map { poller.add($0.publish) }
        let subscribe = sockets.remote.map { poller.add($0.subscribe) }
        let request = sockets.remote.map { poller.add($0.request) }
        let bell = poller.add(descriptor: stop.descriptor)
        let connections = (sockets.watches?.all ?? []).map { poller.add($0.monitor.socket) }
        let messagesOfKeys = sockets.entrance.map { poller.add($0.publish) }
        let clients = sockets.entrance.map { poller.add($0.authenticator.socket) }
        let opening = started + Int64(limits.headStart) * 1_000_000
        while true {
            let now = MonotonicClock.nanoseconds
            if now >= opening, !sockets.isOpen {
                try keepPlace()
                try sockets.open()
                try warnOfOpenDoors()
                if !exchange.isLocationEnabled { try publishLocation() }
            }
            if now >= looked + Self.second / 4 { try lookAfterNodes(at: now) }
            if now >= ticked + Self.second { try tick(at: now) }
            let next = min(now < opening ? opening : .max, looked + Self.second / 4)
            let isWaitedFor = remoteQuestion != nil || !queue.isEmpty
            let patience = isWaitedFor ? 0 : Int(max(0, next - now) / 1_000_000) + 1
            try poller.wait(milliseconds: patience)
            if poller.isReady(bell) {
                fanOut.drain(within: Self.farewell)
                return
            }
            // First, so that it is known by whose connection a message came.
            if connections.contains(where: { poller.isReady($0) }) { try takeConnectionNews() }
            if let clients, poller.isReady(clients) { try admit() }
            if let subscribe, remoteQuestion != nil || poller.isReady(subscribe) {
                try takeSubscriptions()
            }
            if sockets.remote != nil {
                fanOut.setRemote(sockets.watches?.subscribe.connections.isEmpty == false)
            }
            if let publish, poller.isReady(publish) { try takeMessages() }
            if let messagesOfKeys, poller.isReady(messagesOfKeys) { try takeMessagesOfKeys() }
            if let request, poller.isReady(request) { try takeRequests() }
            if poller.isReady(local) || !queue.isEmpty { try serveLocal() }
        }
    }

    private static let second: Int64 = 1_000_000_000
    /// How long at a time may be spent on questions, by whomever and however many: messages are not to wait for them.
    private static let turn: Int64 = 2_000_000
    /// Whether the time for questions is over, until the others have had their turn.
    var isTurnOver: Bool { spent >= Self.turn }
    /// How many milliseconds subscribers have at the end to take what waits for them.
    private static let farewell = 200
    /// For how long after its newest message a topic is in the bus's status.
    private static let memoryOfPositions = 60 * second
    /// For how many statuses it is said where a publisher began.
    private static let statusesOfBeginning: UInt64 = 60

    private mutating func takeMessages() throws {
        guard let remote = sockets.remote else { return }
        let part = Part()
        // A limit, so that requests and subscriptions get their turn under load.
        for _ in 0..<1000 {
            guard try remote.publish.receive(into: part) else { break }
            // A new connection is another publisher, also where it has an old one's descriptor.
            if part.hasMore { try takeConnectionNews() }
            try exchange.forward(part, from: remote.publish, to: &fanOut)
            let connection = part.connection
            noteRejection { sockets in connection.flatMap { sockets.watches?.publish.connections[$0]?.peer } }
        }
        fanOut.settle()
    }

    private mutating func takeSubscriptions() throws(ZMQError) {
        guard let remote = sockets.remote else { return }
        let part = Part()
        spent = 0
        while try answerRemote(remote.subscribe), try remote.subscribe.receive(into: part) {
            if sockets.entrance != nil, let key = part.userID {
                sockets.watches?.subscribe.identify(part.connection, as: key)
            }
            let bytes = part.bytes
            guard let first = bytes.first, first <= 1 else { continue }
            let prefix = Array(bytes.dropFirst())
            if prefix.first == UInt8(ascii: "~") {
                if first == 1 { remoteQuestion = Question(prefix, longest: limits.longestSubscription) }
            } else if first == 1 {
                fanOut.subscribeRemote(to: prefix)
            } else {
                fanOut.cancelRemote(prefix)
            }
        }
    }

    /// Goes on with the answer to who has asked by TCP, as far as there is time.
    ///
    /// - Returns: whether nothing is left to be answered.
    private mutating func answerRemote(_ subscribe: borrowing Socket) throws(ZMQError) -> Bool {
        guard var question = remoteQuestion else { return true }
        var isLast = false
        while !isLast {
            if isTurnOver {
                remoteQuestion = question
                return false
            }
            let start = MonotonicClock.nanoseconds
            let message = exchange.answer(&question, isLast: &isLast)
            _ = try message.withUnsafeBufferPointer { bytes throws(ZMQError) in
                try subscribe.send(UnsafeRawBufferPointer(bytes))
            }
            spent += MonotonicClock.nanoseconds - start
        }
        remoteQuestion = nil
        return true
    }

    /// Notices nodes that are gone, within three seconds of their last sign of life.
    private mutating func lookAfterNodes(at now: Int64) throws {
        looked = now
        try lookAfterLocal(at: now)
        for name in registry.silent(at: now) {
            // What it has said may wait for its turn.
            if let route = registry[name]?.route, sockets.isQueued(route) { continue }
            try dismiss(name, why: "not heard of for \(Double(limits.silence) / 1000) s")
        }
    }

    private mutating func tick(at now: Int64) throws {
        exchange.tick(elapsed: Double(now - ticked) * 1e-9)
        ticked = now
        for caller in pending.expired(at: now) {
            try reply(to: caller.envelope, .timeout, "\(caller.node) has not answered for 60 s")
        }
        try refreshKeys()
        try warn(at: now)
        try publishStatus(at: now)
        try keepPlace()
    }

    /// Takes the place again after somebody has removed the folder, or a file in it.
    private mutating func keepPlace() throws {
        for place in folders.indices where !folders[place].isInPlace {
            let path = folders[place].path
            do throws(BrokerError) {
                folders[place] = try BusFolder(path)
            } catch {
                if error.isOccupied { throw error }
                // A full disk, say: those that are connected go on.
                try complain(
                    .noPlace,
                    by: path,
                    "\(path) has been removed, and is tried again each second: \(error)"
                )
                return
            }
        }
        if !exchange.isLocationEnabled, folders.contains(where: { $0.isLocationEnabled }) {
            // The mark went with the folder.
            do throws(BrokerError) {
                try noteLocation(false)
            } catch {
                try complain(.noPlace, by: "location", "\(error): tried again each second")
            }
        }
        try restoreLocal()
    }

    /// Says once a minute, on standard error and on `log/bus`, that messages are refused, and why.
    private mutating func warn(at now: Int64) throws {
        guard now >= warned + 60 * Self.second else { return }
        if sockets.isOpen, now >= opened + 60 * Self.second { try warnOfOpenDoors() }
        guard exchange.refusals != refusalsTold else { return }
        warned = now
        let news = exchange.refusals.filter { refusalsTold[$0.key] != $0.value }.sorted {
            $0.key.rawValue < $1.key.rawValue
        }
        refusalsTold = exchange.refusals
        let reasons = news.map { "\($0.value) × \($0.key.rawValue)" }.joined(separator: ", ")
        let newest = newestRejection.map { "; \($0.words)" } ?? ""
        try tell(.warning, "messages have been refused since the start: \(reasons)\(newest)")
    }

    /// Notes who sent the message that was refused just now, if one was.
    mutating func noteRejection(of sender: (borrowing Sockets) -> String?) {
        guard var rejection = exchange.rejection else { return }
        exchange.rejection = nil
        rejection.sender = sender(sockets)
        newestRejection = rejection
    }

    /// Says that everybody is let in, as long as it is so.
    private mutating func warnOfOpenDoors() throws {
        opened = MonotonicClock.nanoseconds
        for address in addresses where !address.isLocal {
            try tell(
                .warning,
                "\(address) lets everybody in who can reach it, to read, publish and call: --insecure"
            )
        }
    }

    /// Gives memory back to the system after long queues; the allocator by itself might keep it.
    private mutating func giveBackMemory(queued: Int) {
        mostQueued = max(mostQueued, queued)
        guard mostQueued > 1 << 20, queued < mostQueued / 4 else { return }
        mostQueued = queued
        ProcessMemory.trim()
    }

    private mutating func publishStatus(at now: Int64) throws(ZMQError) {
        var status = Status(time: WallClock.seconds, state: .ready)
        status.pid = Int(getpid())
        status.uptime = Double(now - started) * 1e-9
        status.received = exchange.received
        status.dropped = exchange.refusals.values.reduce(0, +)
        let waiting = fanOut.figures
        giveBackMemory(queued: waiting.bytes)
        status.overflowed = waiting.lost
        status.queued = waiting.queued
        status.memory = ProcessMemory.resident
        var payload: [UInt8] = []
        status.encode(into: &payload)
        // How far each topic has come shows a reader a lost tail, for as long as one may be held up.
        var positions = ""
        let since = now - Self.memoryOfPositions
        for number in 0..<exchange.topics.count where exchange.topics[number].arrival > since {
            let figures = exchange.topics[number]
            let topic = String(decoding: exchange.topics.name(number), as: UTF8.self)
            positions += positions.isEmpty ? "" : ","
            let newest = place(figures.publisher, figures.sequence, figures.beginning)
            positions += "\"\(topic)\":{\(newest),\"count\":\(figures.count)"
            let formers = exchange.topics.formers(number).filter { $0.arrival > since }.map {
                "{\(place($0.publisher, $0.sequence, $0.beginning))}"
            }
            if !formers.isEmpty { positions += ",\"formers\":[\(formers.joined(separator: ","))]" }
            positions += "}"
        }
        payload.removeLast()
        payload.append(contentsOf: ",\"behind\":\(waiting.behind),\"topics\":{\(positions)}".utf8)
        let refused = complaints.counts.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\"\($0.key.rawValue)\":\($0.value)" }.joined(separator: ",")
        payload.append(contentsOf: ",\"refused\":{\(refused)}".utf8)
        if let watches = sockets.watches {
            payload.append(contentsOf: ",\"connections\":\(watches.count)".utf8)
        }
        payload.append(UInt8(ascii: "}"))
        try exchange.publish(payload, on: "status/bus", to: &fanOut)
        exchange.topics.nextStatus += 1
    }

    /// How far a publisher has come on a topic, and where it began as long as a reader may have missed that.
    private func place(_ publisher: UInt64, _ sequence: UInt64, _ beginning: TopicTable.Beginning) -> String {
        let place = "\"publisher\":\(publisher),\"sequence\":\(sequence)"
        guard exchange.topics.nextStatus - beginning.status <= Self.statusesOfBeginning else { return place }
        return place + ",\"first\":\(beginning.first),\"began\":\(beginning.status)"
    }
}
