internal import Binnacle
internal import Launch
internal import Platform

/// Tells a supervisor which of its nodes are at work, by what the bus says.
final class RigReadiness: Sendable {
    /// A node that has been started.
    struct Waiting {
        /// The monotonic moment of its start.
        let start: Int64
        /// Whether it is not known yet to have said hello.
        var wantsHello = true
        /// The topic whose first message is waited for.
        var topic: String?
        /// What it is to be subscribed to; empty once it is.
        var reads: [TopicPattern] = []
        /// When it was first seen to be subscribed to something.
        var firstRead: Int64?

        var isSettled: Bool { !wantsHello && topic == nil && reads.isEmpty }
    }

    private let topics: [String: String]
    private let reads: [String: [TopicPattern]]
    private let silent: Set<String>
    private let waiting = Lock<[String: Waiting]>([:])

    /// Rings when there is something to ask the bus for.
    private let (rings, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// How often the bus is asked while somebody waits, by how long the newest has been waited for.
    private static let intervals: [(until: Int64, Duration)] = [
        (3_000_000_000, .milliseconds(10)), (30_000_000_000, .milliseconds(250)), (.max, .seconds(1)),
    ]
    /// After how long a program that nothing tells of is taken for one that says no hello.
    private static let silence: Int64 = 30_000_000_000
    /// After how long a node that reads something, if not all that its manifest says, is taken to want no more.
    private static let patience: Int64 = 300_000_000

    init(_ plan: LaunchPlan) {
        topics = plan.nodes.reduce(into: [:]) { topics, node in
            if case .topic(let topic)? = node.readiness { topics[node.name] = topic }
        }
        let readers = Set(plan.wiring.values.flatMap { $0 })
        reads = plan.nodes.filter { readers.contains($0.name) }.reduce(into: [:]) { reads, node in
            let written = plan.nodes.filter { $0.name != node.name }.flatMap { other in
                other.publishes.map { $0.named(other.name) }
            }
            reads[node.name] = node.subscribes.map { $0.named(node.name) }.filter { pattern in
                written.contains(where: pattern.overlaps)
            }
        }
        silent = Set(plan.nodes.filter { $0.readiness == nil }.map(\.name))
    }

    /// Notes that a node's process is about to be started.
    ///
    /// Not once it has been: on a busy machine it may have said hello before that is told, and would seem to be of an
    /// earlier run.
    func begin(_ name: String) {
        let start = MonotonicClock.nanoseconds
        let entry = Waiting(start: start, topic: topics[name], reads: reads[name] ?? [])
        waiting.withLock { $0[name] = entry }
        bell.yield()
    }

    /// Takes in what happens to nodes.
    func take(_ event: RigEvent) {
        switch event {
        case .ended(let name, _, _), .stopped(let name, _), .failedToStart(let name, _):
            waiting.withLock { $0[name] = nil }
        default: break
        }
    }

    /// Asks the bus again and again, until the task is cancelled.
    func tell(_ supervisor: Supervisor, through node: Node) async {
        var pause: Task<Void, Never>?
        defer { pause?.cancel() }
        for await _ in rings {
            let (isWaiting, wantsTopics) = waiting.withLock { waiting in
                (!waiting.isEmpty, waiting.values.contains { $0.topic != nil })
            }
            if isWaiting, let list = await ask(node, "bus/nodes", as: BusRequests.NodeList.self) {
                let now = MonotonicClock.nanoseconds
                for name in wired(list.nodes, at: now) { supervisor.wired(name) }
                for name in arrived(list.nodes, at: now) { supervisor.ready(name) }
            }
            if wantsTopics, let list = await ask(node, "bus/topics", as: BusRequests.TopicList.self) {
                for name in arrived(list.topics, at: MonotonicClock.nanoseconds) { supervisor.met(name) }
            }
            pause?.cancel()
            pause = interval(at: MonotonicClock.nanoseconds).map { interval in
                Task { [bell] in
                    try? await Task.sleep(for: interval)
                    if !Task.isCancelled { bell.yield() }
                }
            }
        }
    }

    private func ask<Answer: Decodable & Sendable>(_ node: Node, _ method: String, as type: Answer.Type) async
        -> Answer?
    {
        try? await node.request(method, BusRequests.Empty(), as: type, timeout: .seconds(1))
    }

    /// When to ask again; nil where nobody waits.
    private func interval(at now: Int64) -> Duration? {
        waiting.withLock { waiting in
            guard !waiting.isEmpty else { return nil }
            // Of most programs that nothing tells of nothing will come.
            let newest = waiting.filter { !silent.contains($0.key) }.values.map(\.start).max()
            guard let newest else { return Self.intervals[1].1 }
            return Self.intervals.first { now - newest < $0.until }?.1 ?? .seconds(1)
        }
    }

    /// The nodes that are at work now and were not before; the bus, whose answer this is, among them.
    func arrived(_ nodes: [BusRequests.NodeInfo], at now: Int64) -> [String] {
        waiting.withLock { waiting in
            var names: [String] = waiting.removeValue(forKey: "bus") == nil ? [] : ["bus"]
            for node in nodes {
                // A node that was there before its process was started is the one of an earlier run.
                guard let entry = waiting[node.name], entry.wantsHello,
                    node.uptime <= Double(now - entry.start) * 1e-9,
                    node.state == Status.State.ready.rawValue || node.state == Status.State.degraded.rawValue
                else { continue }
                settle(node.name, &waiting) { $0.wantsHello = false }
                names.append(node.name)
            }
            for (name, entry) in waiting where silent.contains(name) && now - entry.start > Self.silence {
                waiting[name] = nil
            }
            return names
        }
    }

    /// The nodes whose subscriptions are in force now and were not before.
    func wired(_ nodes: [BusRequests.NodeInfo], at now: Int64) -> [String] {
        waiting.withLock { waiting in
            var names: [String] = []
            for node in nodes {
                guard let entry = waiting[node.name], !entry.reads.isEmpty, !node.reads.isEmpty,
                    node.uptime <= Double(now - entry.start) * 1e-9
                else { continue }
                let first = entry.firstRead ?? now
                let read = node.reads.compactMap { TopicPattern(String($0.prefix { $0 != "|" })) }
                let isComplete = entry.reads.allSatisfy { wanted in read.contains { $0.overlaps(wanted) } }
                let isWired = isComplete || now - first >= Self.patience
                settle(node.name, &waiting) { entry in
                    entry.firstRead = first
                    if isWired { entry.reads = [] }
                }
                if isWired { names.append(node.name) }
            }
            return names
        }
    }

    /// The nodes whose topics have had a message since they were started.
    func arrived(_ topics: [BusRequests.TopicInfo], at now: Int64) -> [String] {
        let ages = Dictionary(topics.map { ($0.topic, $0.age) }) { first, _ in first }
        return waiting.withLock { waiting in
            let names = waiting.compactMap { name, entry -> String? in
                guard let topic = entry.topic, let age = ages[topic] else { return nil }
                return age <= Double(now - entry.start) * 1e-9 ? name : nil
            }
            for name in names { settle(name, &waiting) { $0.topic = nil } }
            return names
        }
    }

    private func settle(_ name: String, _ waiting: inout [String: Waiting], _ change: (inout Waiting) -> Void)
    {
        guard var entry = waiting[name] else { return }
        change(&entry)
        waiting[name] = entry.isSettled ? nil : entry
    }
}
