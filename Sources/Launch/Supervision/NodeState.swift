internal import Platform

/// How a node of a rig is, as the launcher sees it.
public struct NodeState: Codable, Hashable, Sendable {
    /// Where a node is in its life.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// It starts once others have come so far.
        case waiting
        /// Its process runs, and it is not at work yet.
        case starting
        /// It is at work.
        case ready
        /// Its process runs, and nothing tells whether it is at work.
        case running
        /// It was at work, its process is there, and the bus has not heard of it for seconds: it is stopped, or hangs.
        case silent
        /// It has ended and is started again soon.
        case restarting
        /// It was asked to stop and has not yet.
        case stopping
        /// It was stopped.
        case stopped
        /// It has ended with code 0.
        case finished
        /// It has ended otherwise, or could not be started.
        case failed
        /// It is not started, because another ended too early.
        case skipped
    }

    /// Its name.
    public var name: String
    /// The plugin it is of; absent for another program.
    public var plugin: String?
    /// Where it is in its life.
    public var state: State
    /// Its process, while there is one.
    public var pid: Int?
    /// Seconds since its process was started.
    public var uptime: Double?
    /// How often it was started again.
    public var restarts: Int
    /// Whether its end ends the rig.
    public var required: Bool
    /// How its process ended last, in words.
    public var last: String?
    /// The parameters that may be changed while it runs.
    public var live: [String]

    /// Whether nothing is left to wait for: it is at work, or has done its work.
    public var isUp: Bool {
        switch state {
        case .ready, .running, .finished: true
        case .waiting, .starting, .silent, .restarting, .stopping, .stopped, .failed, .skipped: false
        }
    }

    /// Whether it is on the bus, or will be by itself.
    public var isToCome: Bool {
        switch state {
        case .waiting, .starting, .ready, .running, .silent, .restarting: true
        case .stopping, .stopped, .finished, .failed, .skipped: false
        }
    }
}

extension Supervision.Node {
    /// How the node is at a moment of the monotonic clock.
    func state(at now: Int64) -> NodeState {
        var report = NodeState(
            name: name,
            plugin: plan.plugin,
            state: life,
            restarts: restartCount,
            required: plan.isRequired,
            live: plan.liveParameters
        )
        report.pid = pid.map(Int.init)
        if case .running(let since) = state { report.uptime = Double(now - since) * 1e-9 }
        report.last = lastStatus?.description
        return report
    }

    private var life: NodeState.State {
        switch state {
        case .waiting: .waiting
        case .starting: .starting
        case .running: isReady ? .ready : plan.readiness == nil && !isFoundation ? .running : .starting
        case .clearing(_, _, .restart), .delayed: .restarting
        case .clearing, .stopping: .stopping
        case .held, .over(.stopped): .stopped
        case .over(.finished(.code(0))): .finished
        case .over(.finished), .over(.failedToStart): .failed
        case .over(.skipped): .skipped
        }
    }
}
