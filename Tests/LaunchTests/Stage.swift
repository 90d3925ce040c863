@testable internal import Launch
internal import Platform

/// Plays the world to the rules: processes that start at once, and a clock that is set by hand.
struct Stage {
    var supervision: Supervision
    var now: Int64 = 0
    /// Everything that was done but `spawn` answered with `started`.
    var log: [Supervision.Action] = []
    var failing: Set<String> = []

    init(_ nodes: [PlannedNode], foundation: [PlannedNode] = []) {
        var plan = LaunchPlan(nodes: nodes)
        plan.foundation = foundation
        supervision = Supervision(plan)
    }

    mutating func send(_ event: Supervision.Event) {
        var events = [event]
        while !events.isEmpty {
            for action in supervision.handle(events.removeFirst(), now: now) {
                log.append(action)
                guard case .spawn(let name) = action else { continue }
                events.append(
                    failing.contains(name) ? .failedToStart(name, reason: "no") : .started(name, pid: 1)
                )
            }
        }
    }

    mutating func exit(_ name: String, _ code: Int32) { send(.exited(name, .code(code), isGroupEmpty: true)) }

    /// Goes to the next deadline.
    mutating func wait() {
        guard let deadline = supervision.deadline else { return }
        now = max(now, deadline)
        send(.tick)
    }

    /// What was spawned, signalled and finished since the last time.
    mutating func take() -> [String] {
        defer { log = [] }
        return log.compactMap { action in
            switch action {
            case .spawn(let name): "+\(name)"
            case .signal(let name, let signal): "\(name)!\(signal)"
            case .finish(let code): "=\(code)"
            case .report: nil
            }
        }
    }

    var reports: [String] {
        log.compactMap { if case .report(let event) = $0 { event.description } else { nil } }
    }
}

func node(
    _ name: String,
    after: [Dependency] = [],
    required: Bool = false,
    restart: RestartPolicy = RestartPolicy()
) -> PlannedNode {
    var node = PlannedNode(name: name, program: "/bin/true", arguments: [])
    node.after = after
    node.isRequired = required
    node.restart = restart
    node.stop.grace = .seconds(1)
    return node
}
