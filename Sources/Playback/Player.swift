public import Binnacle
public import Platform
public import Recordings
internal import Text

/// Plays a recording onto the bus: paced by its times, or as fast as its readers confirm.
///
/// Nothing is lost on the way: it begins when the readers are subscribed, has them confirm where it publishes faster than
/// a queue empties, and ends when they have confirmed the last message.
public struct Player {
    private let node: Node
    private let source: String
    private let options: PlaybackOptions
    private let speed: PlaybackSpeed
    private let reader: RecordingReader
    private let outputs: Outputs
    private var clock: Publisher<Clock>?

    private var timeline: Timeline
    private var shift: TimeShift
    private var skip: Skip
    private var burst = Burst()
    private var report: Report
    private var began: Int64?
    private var isLive = false
    private var remarks = 0

    /// Creates a player.
    ///
    /// - Parameters:
    ///   - source: how messages to people name the recording.
    ///   - node: publishes.
    ///   - options: speed, start, times.
    ///   - speed: what may change the speed on the way; without it, it stays that of the options.
    ///   - ownsClock: whether to publish `clock/<node>`: once a second, and when time jumps.
    ///   - open: opens the recording, on the thread that reads it; called again for each loop.
    /// - Throws: when the system has no thread left.
    public init(
        _ source: String,
        on node: Node,
        options: PlaybackOptions,
        speed: PlaybackSpeed? = nil,
        ownsClock: Bool,
        open: @escaping @Sendable (Interruption) throws -> any RecordedMessages
    ) throws {
        self.node = node
        self.source = source
        self.options = options
        self.speed = speed ?? PlaybackSpeed(options.speed)
        reader = try RecordingReader(open)
        outputs = try Outputs(node, kinds: options.kinds)
        clock = ownsClock ? try node.publisher(of: Clock.self) : nil
        timeline = Timeline(speed: options.speed)
        shift = TimeShift(options.times)
        skip = Skip(to: options.start)
        report = Report(source: source)
    }

    /// Plays the recording to its end, or again and again.
    ///
    /// A file of ordinary size is read to its end first: one that is damaged is refused before any of it is published.
    /// - Returns: how many messages were published; 0 when there is nothing to publish in the recording.
    /// - Throws: a ``PlaybackError`` that names the recording, a `SystemError`, or `CancellationError`.
    @discardableResult
    public mutating func play() async throws -> Int {
        let found = try await translated { reader in try await reader.check() }
        var batch = try await nextBatch()
        if let found, found.isDisjoint(with: options.kinds) {
            return 0
        }
        isLive = options.pipesAreLive && batch?.isLive == true
        if options.loops && batch?.isLive == true {
            throw PlaybackError(source: source, problem: "a pipe cannot be played again: leave out 'loop'")
        }
        try await node.waitForReaders(of: outputs.publishers.map(\.topic))
        try await yieldClock()
        while true {
            while let messages = batch?.messages {
                for message in messages where options.kinds.contains(message.kind) { try await play(message) }
                batch = try await nextBatch()
            }
            try skip.end(source)
            report.losses = await reader.losses()
            try await node.settle(outputs.publishers)
            guard options.loops && report.count > 0 else {
                node.log(.info, report.end)
                return report.count
            }
            try await rewind()
            batch = try await nextBatch()
        }
    }

    /// Leaves the clock to another replay that owns it already: there is one owner.
    private mutating func yieldClock() async throws {
        guard let own = clock?.topic.description else { return }
        let clocks: BusRequests.TopicList = try await node.request(
            "bus/topics",
            BusRequests.Prefix(prefix: "\(Clock.kind)/")
        )
        // An owner speaks once a second.
        guard let owner = clocks.topics.first(where: { $0.topic != own && $0.age < 3 }) else { return }
        node.log(.warning, "\(source): \(owner.topic) is the clock of this bus; \(own) is not published")
        clock = nil
    }

    private mutating func rewind() async throws {
        if let line = report.again(MonotonicClock.nanoseconds) { node.log(.info, line) }
        await reader.rewind()
        timeline.restart()
        skip = Skip(to: options.start)
        report.restart()
    }

    private mutating func play(_ message: RecordedMessage) async throws {
        guard skip.lets(message) else { return }
        let isFirst = timeline.time == nil
        let due: Double
        var hasJumped = isFirst
        switch timeline.step(message) {
        case .due(let seconds):
            due = seconds
        case .jump(let from, let to, let seconds):
            due = seconds
            hasJumped = true
            node.log(.warning, "\(source): time jumps from \(UTC.text(from)) to \(UTC.text(to))")
        }
        if !isLive { try await wait(for: message, due: due) }
        if hasJumped { shift.begin(message, now: WallClock.seconds) }
        let shifted = shift.apply(to: message)
        let now = MonotonicClock.nanoseconds
        if report.isClockDue(now) || hasJumped {
            clock?.publish(
                Clock(time: shifted.time, rate: timeline.speed > 0 ? timeline.speed : nil, jump: hasJumped)
            )
        }
        outputs.publish(shifted)
        report.note(message)
        if let line = report.line(now) { node.log(.info, line) }
        if let taken = burst.add(at: now), timeline.speed == 0 || taken < Burst.fast {
            try await node.confirm(outputs.publishers)
        }
    }

    /// Waits until a message is due, by the speed as it is, or as it becomes meanwhile.
    private mutating func wait(for message: RecordedMessage, due: Double) async throws {
        let start = began ?? MonotonicClock.nanoseconds
        began = start
        var due = due
        while true {
            try Task.checkCancellation()
            let elapsed = Double(MonotonicClock.nanoseconds - start) * 1e-9
            if timeline.speed != speed.current {
                due = timeline.change(to: speed.current, at: elapsed, next: message.time)
            }
            // A timer is no more exact than this.
            guard timeline.speed > 0, due - elapsed > 0.0005 else { return }
            try await Task.sleep(for: .seconds(min(due - elapsed, 0.1)))
        }
    }

    private mutating func nextBatch() async throws -> RecordingReader.Batch? {
        guard let batch = try await translated({ reader in try await reader.nextBatch() }) else { return nil }
        report.progress = batch.progress
        for remark in batch.remarks.dropFirst(remarks) { node.log(.info, "\(source): \(remark)") }
        remarks = max(remarks, batch.remarks.count)
        return batch
    }

    /// Reads, and says in errors which recording they are about.
    private func translated<Result: Sendable>(
        _ read: (RecordingReader) async throws -> Result
    ) async throws -> Result {
        do {
            return try await read(reader)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            // The system's errors name the file themselves.
            throw error is RecordingError ? PlaybackError(source: source, problem: "\(error)") : error
        }
    }
}
