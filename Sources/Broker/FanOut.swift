internal import ZMTP
internal import ZeroMQ

/// The way out of the bus: who subscribes to what, and messages to all of them.
///
/// What is added goes out at ``settle()``, many messages at once.
struct FanOut: ~Copyable {
    /// Who gets a topic, as far as it is known.
    struct Route {
        /// Of which state of the subscriptions it is.
        var generation = 0
        /// The number of a set of subscribers.
        var audience = 0
    }

    /// The subscriber that stands for all who come by libzmq, which has a table of its own.
    private static let remoteReader = -1

    private var table = SubscriptionTable()
    private var readers: [Int: Reader] = [:]
    /// How many different prefixes subscribers of this machine have, each by itself.
    private var subscriptions = 0
    // Topics with the same subscribers share an entry; those of an earlier state of the table are thrown away.
    private var audiences: [[Reader]] = []
    private var numbers: [[Int]: Int] = [:]
    private var generation = 0
    private let remote: RemoteSockets?
    /// Whether somebody may listen by libzmq.
    private var hasRemoteReaders = false
    private var run = Run()
    private var audience = 0
    private var touched: [Reader] = []
    private var lostByThoseGone = 0

    init(remote: RemoteSockets?) {
        self.remote = remote
    }

    // MARK: Subscriptions

    mutating func enter(_ reader: Reader) { readers[reader.slot] = reader }

    mutating func leave(_ reader: Reader) {
        guard readers.removeValue(forKey: reader.slot) != nil else { return }
        lostByThoseGone += reader.lost
        for prefix in reader.prefixes { table.remove(prefix, by: reader.slot, all: true) }
        subscriptions -= reader.prefixes.count
        reader.prefixes = []
    }

    /// Notes a subscription, unless there are too many of that subscriber, or of all.
    ///
    /// - Returns: whether it counts.
    mutating func subscribe(_ reader: Reader, to prefix: [UInt8], most: Int, mostInAll: Int) -> Bool {
        if !reader.prefixes.contains(prefix) {
            guard reader.prefixes.count < most, subscriptions < mostInAll else { return false }
            reader.prefixes.insert(prefix)
            subscriptions += 1
        }
        _ = table.add(prefix, by: reader.slot)
        return true
    }

    mutating func cancel(_ reader: Reader, _ prefix: [UInt8]) {
        guard table.remove(prefix, by: reader.slot), reader.prefixes.remove(prefix) != nil else { return }
        subscriptions -= 1
    }

    /// Notes a subscription that came by libzmq.
    mutating func subscribeRemote(to prefix: [UInt8]) { _ = table.add(prefix, by: Self.remoteReader) }

    mutating func cancelRemote(_ prefix: [UInt8]) { table.remove(prefix, by: Self.remoteReader) }

    /// Notes whether anybody listens by libzmq; if not, nothing is handed to it.
    mutating func setRemote(_ isThere: Bool) { hasRemoteReaders = isThere }

    /// How many subscriptions admit a topic.
    func count(matching topic: [UInt8]) -> Int { table.count(matching: topic) }

    // MARK: Messages

    /// Who gets a topic.
    @inline(__always)
    mutating func audience(of number: Int, in topics: inout TopicTable) -> Int {
        let route = topics.route(number)
        return route.generation == table.generation ? route.audience : look(up: number, in: &topics)
    }

    private mutating func look(up number: Int, in topics: inout TopicTable) -> Int {
        if generation != table.generation {
            closeRun()
            generation = table.generation
            audiences.removeAll(keepingCapacity: true)
            numbers.removeAll(keepingCapacity: true)
        }
        let slots = table.readers(of: topics.name(number))
        let audience = numbers[slots] ?? audiences.count
        if audience == audiences.count {
            numbers[slots] = audience
            audiences.append(slots.compactMap { readers[$0] })
        }
        topics.setRoute(Route(generation: generation, audience: audience), of: number)
        return audience
    }

    /// Adds a frame that is one message; it must stay where it is until ``settle()``.
    @inline(__always)
    mutating func add(frame: UnsafeRawBufferPointer, for audience: Int) {
        guard let start = frame.baseAddress else { return }
        if audience == self.audience, run.end == start {
            run.end = start + frame.count
            run.frames += 1
        } else {
            closeRun()
            run = Run(start: start, end: start + frame.count, frames: 1)
            self.audience = audience
        }
    }

    private mutating func closeRun() {
        guard run.frames > 0 else { return }
        for reader in audiences[audience] where reader.add(run) { touched.append(reader) }
        if hasRemoteReaders, let remote { Self.pass(run, to: remote) }
        run = Run()
    }

    private static func pass(_ run: Run, to remote: RemoteSockets) {
        var batch = Batch(run.bytes)
        while let body = batch.nextBody() {
            // libzmq drops what a slow subscriber has no room for; that it fails otherwise shows in its other calls.
            _ = try? remote.subscribe.send(body)
        }
    }

    /// Adds a message, of which copies are made.
    mutating func add(_ message: UnsafeRawBufferPointer, for audience: Int) throws(ZMQError) {
        addLocally(message, for: audience)
        if hasRemoteReaders, let remote { _ = try remote.subscribe.send(message) }
    }

    /// Adds a message that came by libzmq, and goes out by it uncopied.
    mutating func add(_ part: borrowing Part, for audience: Int) throws(ZMQError) {
        part.withUnsafeBytes { addLocally($0, for: audience) }
        if hasRemoteReaders, let remote { _ = try remote.subscribe.send(part) }
    }

    private mutating func addLocally(_ message: UnsafeRawBufferPointer, for audience: Int) {
        closeRun()
        for reader in audiences[audience] where reader.add(message) { touched.append(reader) }
    }

    /// Hands everything that was added to the subscribers, or lets it wait for them.
    mutating func settle() {
        closeRun()
        for reader in touched { reader.settle() }
        touched.removeAll(keepingCapacity: true)
    }

    // MARK: Figures

    /// What waits for subscribers of this machine, and what they have lost.
    var figures: (queued: Int, bytes: Int, behind: Int, lost: Int) {
        var figures = (queued: 0, bytes: 0, behind: 0, lost: lostByThoseGone)
        for reader in readers.values {
            figures.bytes += reader.peer.waitingBytes
            figures.queued += reader.peer.waitingFrames
            figures.behind += reader.peer.hasUnsent ? 1 : 0
            figures.lost += reader.lost
        }
        return figures
    }

    /// Waits, some milliseconds at most, until subscribers have taken what waits for them.
    func drain(within milliseconds: Int) { Peer.drain(readers.values.map(\.peer), within: milliseconds) }
}
