internal import Platform

extension Supervision {
    /// The signals that a node is still to be sent, and when the next is due.
    struct Ladder: Hashable {
        var signals: [Int32]
        /// The first of them, that asks.
        let asking: Int32?
        let grace: Int64
        var due: Int64?

        init(signals: [Int32], grace: Int64) {
            self.signals = signals
            asking = signals.first
            self.grace = grace
        }
    }

    /// How a node ended for good.
    enum Outcome: Hashable {
        case finished(ExitStatus)
        case stopped
        case failedToStart
        case skipped

        /// What it means for the launcher's exit code.
        var code: Int32 {
            switch self {
            case .finished(let status): status.shellCode
            case .stopped: 0
            case .failedToStart, .skipped: 1
            }
        }
    }

    /// Where a node is.
    enum State: Hashable {
        /// For what must come first.
        case waiting
        /// Between `spawn` and its answer.
        case starting
        case running(since: Int64)
        /// It ended by itself, and the rest of its group is ended.
        case clearing(Ladder, ExitStatus, RigEvent.Next)
        /// Until it is started again.
        case delayed(until: Int64)
        /// It was asked to stop; the status, once its process has ended.
        case stopping(Ladder, ExitStatus?)
        /// Stopped by an order, and the rig goes on.
        case held
        case over(Outcome)
    }

    /// A node and what is known of it.
    struct Node {
        let plan: PlannedNode
        var isFoundation = false
        var state = State.waiting
        /// Since it was started last.
        var isReady = false
        /// Whether its subscriptions are in force, since it was started last.
        var isWired = false
        /// When it began to wait for those that read it.
        var wiringSince: Int64?
        /// Its process, while there is one.
        var pid: Int32?
        /// How its process ended last.
        var lastStatus: ExitStatus?
        /// How often it was started again.
        var restartCount = 0
        /// What an order wants of it once it has ended.
        var wish: Wish?
        /// Ever.
        var hasStarted = false
        var hasBeenReady = false
        /// Whether people know that others wait for it.
        var wasAwaited = false
        /// When it was restarted, within the window.
        var restarts: [Int64] = []

        init(plan: PlannedNode, isFoundation: Bool = false) {
            self.plan = plan
            self.isFoundation = isFoundation
        }

        var name: String { plan.name }

        var grace: Int64 { plan.stop.grace.nanoseconds }

        var isOver: Bool { if case .over = state { true } else { false } }

        /// What follows an end by itself.
        mutating func next(after status: ExitStatus, now: Int64) -> RigEvent.Next {
            switch plan.restart.condition {
            case .never: return .nothing
            case .onFailure where status.isSuccess: return .nothing
            case .onFailure, .always: break
            }
            // What all others need and never was there cannot be: its first start has failed.
            if isFoundation, !hasBeenReady { return .nothing }
            let window = plan.restart.window.nanoseconds
            restarts.removeAll { now - $0 > window }
            guard restarts.count < plan.restart.limit else { return .givenUp(restarts: restarts.count) }
            let longest = plan.restart.maximumDelay.nanoseconds
            let doublings = Int64(1) << Int64(min(restarts.count, 40))
            let (delay, overflow) = plan.restart.delay.nanoseconds.multipliedReportingOverflow(
                by: doublings
            )
            restarts.append(now)
            return .restart(after: overflow ? longest : min(delay, longest))
        }

        /// Whether it has come as far as another waits for; nil when it never will.
        func meets(_ condition: Dependency.Condition) -> Bool? {
            if case .over(let outcome) = state {
                if outcome == .finished(.code(0)) { return true }
                let has = condition == .ready ? hasBeenReady : condition == .started ? hasStarted : false
                return has ? true : nil
            }
            switch condition {
            case .ready: return hasBeenReady
            case .started: return hasStarted
            case .finished: return false
            }
        }

        /// When something is due.
        func deadline(isAwaited: Bool) -> Int64? {
            switch state {
            case .running(let since): isAwaited && !wasAwaited ? since &+ Supervision.patience : nil
            case .clearing(let ladder, _, _), .stopping(let ladder, _): ladder.due
            case .delayed(let until): until
            case .waiting: wiringSince.map { $0 &+ Supervision.wiringPatience }
            case .starting, .held, .over: nil
            }
        }
    }
}
