internal import Messages

/// What a node remembers of a topic that it reads: how far each publisher has come, and who wants the messages.
struct IncomingTopic {
    /// How far one publisher has come.
    private struct Track {
        let publisher: UInt64
        /// The sequence of the first message that came, until the bus has said whether there were others before it.
        var first: UInt64?
        var place: Place
        var used: Int64
        var lost = 0
        /// How many times in a row the bus was further than what has come.
        var behind = 0
        /// Whether what is missing after its newest message was asked for.
        var isSure = true
    }

    /// How far a publisher has come; no sequence follows the highest there is.
    private enum Place {
        /// Nothing has come, and this is what it began with.
        case before(UInt64)
        /// This was the newest.
        case at(UInt64)

        /// How many are missing before a sequence; `nil` where it is not new.
        func gap(before sequence: UInt64) -> UInt64? {
            switch self {
            case .before(let first): sequence < first ? nil : sequence - first
            case .at(let newest): sequence <= newest ? nil : sequence - newest - 1
            }
        }
    }

    /// One subscription's view of the topic.
    struct Target {
        let subscription: Interest
        /// The newest message that it was given.
        private var publisher: UInt64 = 0
        private var sequence: UInt64 = 0
        private var hasAny = false
        /// The newest that it was given of other publishers, the last ones.
        private var formers: [(publisher: UInt64, sequence: UInt64)] = []
        private static let memory = 4

        /// Whether it was given a message, or a newer one of its publisher.
        fileprivate func knows(_ stamp: Stamp) -> Bool {
            if hasAny, publisher == stamp.publisher { return sequence >= stamp.sequence }
            return formers.contains { $0.publisher == stamp.publisher && $0.sequence >= stamp.sequence }
        }

        fileprivate mutating func note(_ stamp: Stamp) {
            if hasAny, publisher != stamp.publisher {
                formers.removeAll { $0.publisher == stamp.publisher }
                if formers.count == Self.memory { formers.removeFirst() }
                formers.append((publisher, sequence))
            }
            (publisher, sequence, hasAny) = (stamp.publisher, stamp.sequence, true)
        }

        init(_ subscription: Interest) { self.subscription = subscription }
    }

    /// Publishers that are remembered at once, the last used ones.
    private static let memory = 16

    let topic: Topic
    let isBusStatus: Bool
    var targets: [Target] = []
    private var tracks: [Track] = []
    /// What was lost and has not been told with a message yet, whoever published it: it may publish no more.
    private(set) var untold = 0
    private(set) var newest: BusRequests.Received.Position?
    /// The sequences by publisher up to which nothing is to come any more of what nothing came of.
    private var settled: [UInt64: UInt64] = [:]
    private var tally = Tally()
    /// Whether messages may come that an earlier subscription asked for: what is missing between them and those of the
    /// present one nobody has asked for.
    private(set) var isResuming = false

    init(_ topic: Topic, wantedBy subscriptions: some Sequence<Interest>) {
        self.topic = topic
        isBusStatus = topic.description == "status/bus"
        targets = subscriptions.filter { $0.filter.matches(topic) }.map(Target.init)
    }

    /// Forgets how far the topic has come, because nobody reads it any more.
    mutating func pause() {
        tracks = []
        untold = 0
        newest = nil
        settled = [:]
        tally = Tally()
        isResuming = true
    }

    /// Counts what is missing again: the present subscription is in force, and its last values have come.
    mutating func resume() {
        guard isResuming else { return }
        isResuming = false
        tracks.removeAll { !$0.isSure }
    }

    /// Notes a message that came live.
    ///
    /// - Returns: how many are lost that were not known to be, and how many to tell with it; `nil` for a repeat.
    mutating func advance(_ stamp: Stamp, at now: Int64) -> (new: Int, told: Int)? {
        tally.noteArrival()
        defer { newest = BusRequests.Received.Position(publisher: stamp.publisher, sequence: stamp.sequence) }
        guard let index = tracks.firstIndex(where: { $0.publisher == stamp.publisher }) else {
            add(stamp, at: now)
            defer { untold = 0 }
            return (0, untold)
        }
        tracks[index].used = now
        guard let missing = tracks[index].place.gap(before: stamp.sequence) else { return nil }
        tracks[index].place = .at(stamp.sequence)
        tracks[index].behind = 0
        let gap = isResuming ? 0 : Self.count(missing)
        tally.note(lost: gap)
        defer { untold = 0 }
        tracks[index].lost = tracks[index].lost.adding(gap)
        return (gap, gap.adding(untold))
    }

    /// Whether somebody was subscribed when a publisher began, which the bus's status of that sequence was the first to tell.
    func saw(beginning status: UInt64, of bus: UInt64) -> Bool {
        targets.contains { $0.subscription.saw(beginning: status, of: bus) }
    }

    /// Notes the first message of a publisher that began while somebody was subscribed.
    ///
    /// - Returns: how many before those that came are lost; where none came, ``catchUp(to:isFormer:)`` tells.
    mutating func begin(_ publisher: UInt64, at first: UInt64) -> Int {
        if isResuming { return 0 }
        guard let index = tracks.firstIndex(where: { $0.publisher == publisher }) else {
            add(Track(publisher: publisher, place: .before(first), used: tracks.map(\.used).max() ?? 0))
            return 0
        }
        guard let seen = tracks[index].first else { return 0 }
        tracks[index].first = nil
        guard seen > first else { return 0 }
        let missed = Self.count(seen - first)
        tracks[index].lost = tracks[index].lost.adding(missed)
        untold = untold.adding(missed)
        tally.note(lost: missed)
        return missed
    }

    /// Notes how many messages the bus has passed on, after ``catchUp(to:isFormer:)`` of all whom it tells of.
    ///
    /// - Parameters:
    ///   - count: since it knows the topic.
    ///   - bus: which start of the bus says so.
    /// - Returns: how many are lost that were not known to be; it is not known who published them.
    mutating func audit(_ count: UInt64, of bus: UInt64) -> Int {
        // What is asked for may come yet.
        guard !isResuming, tracks.allSatisfy({ $0.behind == 0 }) else { return 0 }
        let missing = tally.audit(count, of: bus)
        untold = untold.adding(missing)
        return missing
    }

    /// What there is to do about a topic that the bus says is further than what has come.
    enum Arrears {
        case none
        /// Ask for the last value, which has not come.
        case ask
        /// So many more are lost: they were events, of which there is no last value.
        case lost(Int)
    }

    /// Notes the newest message of a publisher that the bus has passed on.
    ///
    /// It tells so by the same way as the messages: what has not come before it will not come. A topic that goes on shows
    /// its loss by itself, and of one that has been silent since there is a last value; of a former publisher there is
    /// neither.
    mutating func catchUp(to newest: BusRequests.Received.Position, isFormer: Bool = false) -> Arrears {
        if isResuming { return .none }
        guard let index = tracks.firstIndex(where: { $0.publisher == newest.publisher }) else {
            settle(at: newest, isFormer: isFormer)
            return .none
        }
        guard let missing = tracks[index].place.gap(before: newest.sequence) else { return .none }
        tracks[index].behind += 1
        if !isFormer, tracks[index].behind < 3 { return tracks[index].behind == 2 ? .ask : .none }
        let tail = Self.count(missing).adding(1)
        tracks[index].place = .at(newest.sequence)
        tracks[index].behind = 0
        tracks[index].lost = tracks[index].lost.adding(tail)
        untold = untold.adding(tail)
        tally.note(lost: tail)
        if !isFormer { self.newest = newest }
        return .lost(tail)
    }

    /// Notes that nothing is to come any more up to the newest message that the bus has passed on.
    ///
    /// Who joined after it, and wants no last values, could never say that it has been handled.
    private mutating func settle(at newest: BusRequests.Received.Position, isFormer: Bool) {
        guard !targets.isEmpty, targets.allSatisfy({ $0.subscription.isInForce }) else { return }
        if settled.count >= Self.memory { settled = [:] }
        settled[newest.publisher] = newest.sequence
        if !isFormer { self.newest = newest }
    }

    /// The newest message handled: of a publisher, where one of it has been, else of whoever's came last.
    ///
    /// Several may publish on a topic, and the newest of one says nothing of the others'.
    func newest(of publisher: UInt64?) -> BusRequests.Received.Position? {
        guard let publisher else { return newest }
        if case .at(let sequence)? = tracks.first(where: { $0.publisher == publisher })?.place {
            return .init(publisher: publisher, sequence: sequence)
        }
        return settled[publisher].map { .init(publisher: publisher, sequence: $0) } ?? newest
    }

    /// What was lost of each publisher, as far as it is known whose it was.
    var losses: [Loss] {
        tracks.filter { $0.lost > 0 }.map { Loss(topic: topic, publisher: $0.publisher, count: $0.lost) }
    }

    /// Notes a last value that one subscription asked for.
    ///
    /// It comes by the same way as the live messages: what has not come before it will not come.
    /// - Returns: the same as ``advance(_:at:)`` when its live message was lost, which is news for all; else `nil`.
    mutating func note(_ stamp: Stamp, at now: Int64) -> (new: Int, told: Int)? {
        guard let index = tracks.firstIndex(where: { $0.publisher == stamp.publisher }) else {
            add(stamp, at: now)
            tracks[tracks.count - 1].isSure = true
            // Handled like a live one: who waits for it to be may publish nothing more until it is.
            newest = BusRequests.Received.Position(publisher: stamp.publisher, sequence: stamp.sequence)
            return nil
        }
        tracks[index].isSure = true
        return tracks[index].place.gap(before: stamp.sequence) == nil ? nil : advance(stamp, at: now)
    }

    /// Whether a last value says nothing new to a target.
    func isKnown(_ stamp: Stamp, to target: Int) -> Bool {
        targets[target].knows(stamp)
    }

    /// Notes what a target was given.
    mutating func delivered(_ stamp: Stamp, to target: Int) {
        targets[target].note(stamp)
    }

    /// A difference of sequences as a count; who sends sequences of astronomic size has no say over our arithmetic.
    private static func count(_ difference: UInt64) -> Int { Int(clamping: difference) }

    private mutating func add(_ stamp: Stamp, at now: Int64) {
        add(
            Track(
                publisher: stamp.publisher,
                first: stamp.sequence,
                place: .at(stamp.sequence),
                used: now,
                isSure: !isResuming
            )
        )
    }

    private mutating func add(_ track: Track) {
        if tracks.count >= Self.memory,
            let oldest = tracks.indices.min(by: { tracks[$0].used < tracks[$1].used })
        {
            tracks.remove(at: oldest)
        }
        tracks.append(track)
    }
}
