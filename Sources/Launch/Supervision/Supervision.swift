internal import Glibc
internal import Platform

/// The rules of supervision: what happens goes in, what is to be done comes out.
///
/// It reads no clock and touches no process, so that every course of events can be tested.
struct Supervision {
    /// What happened.
    enum Event: Hashable {
        /// The rig is to begin.
        case begin
        /// A node's process runs.
        case started(String, pid: Int32)
        /// A node's process could not be started.
        case failedToStart(String, reason: String)
        /// A node has said hello, and that it is ready.
        case ready(String)
        /// A node's subscriptions are in force.
        case wired(String)
        /// What a node's launch file says about its being at work has come about.
        case met(String)
        /// Somebody wants something of one node.
        case order(Order, String)
        /// A node's process has ended; others of its group may be left.
        case exited(String, ExitStatus, isGroupEmpty: Bool)
        /// No process of a node's group is left, after some were.
        case emptied(String)
        /// Somebody asks to stop.
        case stop
        /// Time has passed.
        case tick
    }

    /// What is to be done.
    enum Action: Hashable {
        /// Start a node's process, and say how that went.
        case spawn(String)
        /// Send a signal to a node's group.
        case signal(String, Int32)
        /// Tell people.
        case report(RigEvent)
        /// All is over; the launcher exits with this code.
        case finish(Int32)
    }

    /// How long a node may take to say hello before those are told who wait for it.
    static let patience: Int64 = 10_000_000_000
    /// How long a node waits for those that read it to be subscribed, before it starts without them.
    static let wiringPatience: Int64 = 3_000_000_000
    /// How long SIGKILL may take.
    static let killPatience: Int64 = 5_000_000_000

    var nodes: [Node]
    var phase = Phase.idle
    var exitCode: Int32 = 0
    var isHurried = false
    /// For each node those that read it.
    let wiring: [String: [String]]
    private var actions: [Action] = []

    enum Phase { case idle, running, stopping, finished }

    init(_ plan: LaunchPlan) {
        nodes = plan.foundation.map { Node(plan: $0, isFoundation: true) } + plan.nodes.map { Node(plan: $0) }
        wiring = plan.wiring
    }

    /// Takes in what happened, at a time in monotonic nanoseconds, and says what is to be done, in order.
    mutating func handle(_ event: Event, now: Int64) -> [Action] {
        actions = []
        switch event {
        case .begin: if phase == .idle { phase = .running }
        case .started(let name, let pid): started(name, pid: pid, now: now)
        case .failedToStart(let name, let reason): failedToStart(name, reason)
        case .ready(let name): ready(name)
        case .wired(let name): wired(name)
        case .met(let name): if let index = index(name) { isAtWork(index) }
        case .order(let order, let name): if let index = index(name) { take(order, index, now: now) }
        case .exited(let name, let status, let isGroupEmpty):
            exited(name, status, isGroupEmpty: isGroupEmpty, now: now)
        case .emptied(let name): emptied(name, now: now)
        case .stop: stopAsked(now: now)
        case .tick: break
        }
        advance(now: now)
        return actions
    }

    /// When `tick` is wanted next.
    var deadline: Int64? { nodes.compactMap { $0.deadline(isAwaited: isAwaited($0)) }.min() }

    mutating func perform(_ action: Action) { actions.append(action) }

    mutating func report(_ event: RigEvent) { actions.append(.report(event)) }

    func index(_ name: String) -> Int? { nodes.firstIndex { $0.name == name } }
}

// MARK: What happened

extension Supervision {
    private mutating func started(_ name: String, pid: Int32, now: Int64) {
        guard let index = index(name), nodes[index].state == .starting else { return }
        nodes[index].state = .running(since: now)
        nodes[index].hasStarted = true
        nodes[index].pid = pid
        nodes[index].isReady = false
        nodes[index].isWired = false
        nodes[index].wasAwaited = false
        nodes[index].wish = nil
        report(.started(node: name, pid: pid))
    }

    private mutating func failedToStart(_ name: String, _ reason: String) {
        guard let index = index(name), nodes[index].state == .starting else { return }
        nodes[index].state = .over(.failedToStart)
        report(.failedToStart(node: name, reason: reason))
        beginStopping(.failedToStart(node: name), code: 1)
    }

    private mutating func ready(_ name: String) {
        guard let index = index(name), case .running = nodes[index].state else { return }
        switch nodes[index].plan.readiness {
        case nil, .hello: isAtWork(index)
        case .topic, .log, .command: break
        }
    }

    private mutating func wired(_ name: String) {
        if let index = index(name), case .running = nodes[index].state { nodes[index].isWired = true }
    }

    private mutating func isAtWork(_ index: Int) {
        guard case .running = nodes[index].state, !nodes[index].isReady else { return }
        nodes[index].isReady = true
        nodes[index].hasBeenReady = true
        report(.ready(node: nodes[index].name))
    }

    private mutating func exited(_ name: String, _ status: ExitStatus, isGroupEmpty: Bool, now: Int64) {
        guard let index = index(name) else { return }
        nodes[index].pid = nil
        nodes[index].lastStatus = status
        switch nodes[index].state {
        case .running:
            let next = phase == .running ? nodes[index].next(after: status, now: now) : .nothing
            report(.ended(node: name, status: status, next: next))
            let ladder = Ladder(signals: [SIGTERM, SIGKILL], grace: nodes[index].grace)
            nodes[index].state = .clearing(ladder, status, next)
            if !isGroupEmpty {
                report(.leftovers(node: name))
                hurry(index, now: now)
            }
        case .stopping(let ladder, nil):
            nodes[index].state = .stopping(ladder, status)
            // It has stopped in its own way; what it left behind is not waited for.
            if !isGroupEmpty, ladder.signals.first == SIGTERM { hurry(index, now: now) }
        default: return
        }
        if isGroupEmpty { emptied(name, now: now) }
    }

    private mutating func emptied(_ name: String, now: Int64) {
        guard let index = index(name) else { return }
        if phase == .running, let wish = nodes[index].wish {
            fulfil(wish, index, now: now)
            return
        }
        switch nodes[index].state {
        case .clearing(_, _, .restart(let delay)) where phase == .running:
            nodes[index].state = .delayed(until: now &+ delay)
        case .clearing(_, let status, _): isOver(index, .finished(status))
        case .stopping(let ladder, let status):
            reportStop(index, ladder, status)
            nodes[index].state = .over(.stopped)
        default: break
        }
    }

    mutating func reportStop(_ index: Int, _ ladder: Ladder, _ status: ExitStatus?) {
        let status = status ?? .signal(SIGKILL)
        // A program without a handler yet ends by the signal that asks; that is no more than was wanted.
        let isAsAsked = ladder.asking.map { status == .signal($0) } ?? false
        report(.stopped(node: nodes[index].name, status: isAsAsked ? .code(0) : status))
    }

    private mutating func stopAsked(now: Int64) {
        switch phase {
        case .idle, .running:
            beginStopping(.asked, code: nodes.contains { $0.state == .over(.skipped) } ? 1 : 0)
        case .stopping:
            if !isHurried { report(.stopping(reason: .hurried)) }
            isHurried = true
            for index in nodes.indices { hurry(index, now: now) }
        case .finished: break
        }
    }

    /// A node has ended for good, by itself.
    private mutating func isOver(_ index: Int, _ outcome: Outcome) {
        nodes[index].state = .over(outcome)
        guard nodes[index].plan.isRequired || nodes[index].isFoundation else { return }
        let code = outcome.code
        beginStopping(
            .required(node: nodes[index].name),
            code: nodes[index].isFoundation ? max(code, 1) : code
        )
    }

    mutating func beginStopping(_ reason: RigEvent.StopReason, code: Int32) {
        guard phase == .running || phase == .idle else { return }
        phase = .stopping
        exitCode = code
        report(.stopping(reason: reason))
    }
}
