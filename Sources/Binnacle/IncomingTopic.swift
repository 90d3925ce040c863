internal import Messages

/// What a node remembers of a topic that it reads: how far each publisher has come, and who wants the messages.
struct IncomingTopic {
    /// How far one publisher has come.
    private struct Track {
        let publisher: UInt64
        var next: UInt64
        var used: Int64
    }

    /// One subscription's view of the topic.
    struct Target {
        let subscription: Interest
        /// The newest message that it was given.
        fileprivate var publisher: UInt64 = 0
        fileprivate var sequence: UInt64 = 0
        fileprivate var hasAny = false

        init(_ subscription: Interest) { self.subscription = subscription }
    }

    /// Publishers that are remembered at once, the last used ones.
    private static let memory = 16

    let topic: Topic
    var targets: [Target] = []
    private var tracks: [Track] = []
    private(set) var newest: BusRequests.Received.Position?

    init(_ topic: Topic, wantedBy subscriptions: some Sequence<Interest>) {
        self.topic = topic
        targets = subscriptions.filter { $0.filter.matches(topic) }.map(Target.init)
    }

    /// Notes a message that came live.
    ///
    /// - Returns: how many were lost before it, or `nil` for a repeat.
    mutating func advance(_ stamp: Stamp, at now: Int64) -> Int? {
        defer { newest = BusRequests.Received.Position(publisher: stamp.publisher, sequence: stamp.sequence) }
        guard let index = tracks.firstIndex(where: { $0.publisher == stamp.publisher }) else {
            add(stamp, at: now)
            return 0
        }
        tracks[index].used = now
        let next = tracks[index].next
        guard stamp.sequence >= next else { return nil }
        tracks[index].next = stamp.sequence &+ 1
        return Int(clamping: stamp.sequence - next)
    }

    /// Notes a last value that one subscription asked for.
    mutating func note(_ stamp: Stamp, at now: Int64) {
        if !tracks.contains(where: { $0.publisher == stamp.publisher }) { add(stamp, at: now) }
    }

    /// Whether a last value says nothing new to a target.
    func isKnown(_ stamp: Stamp, to target: Int) -> Bool {
        targets[target].hasAny && targets[target].publisher == stamp.publisher
            && targets[target].sequence >= stamp.sequence
    }

    /// Notes what a target was given.
    mutating func delivered(_ stamp: Stamp, to target: Int) {
        targets[target].publisher = stamp.publisher
        targets[target].sequence = stamp.sequence
        targets[target].hasAny = true
    }

    private mutating func add(_ stamp: Stamp, at now: Int64) {
        if tracks.count >= Self.memory,
            let oldest = tracks.indices.min(by: { tracks[$0].used < tracks[$1].used })
        {
            tracks.remove(at: oldest)
        }
        tracks.append(Track(publisher: stamp.publisher, next: stamp.sequence &+ 1, used: now))
    }
}
