public import Platform

/// Something that happened to a node, as it is told to people.
public enum RigEvent: Hashable, Sendable {
    /// Its process runs.
    case started(node: String, pid: Int32)
    /// It has said hello.
    case ready(node: String)
    /// It ended, and this happens next.
    case ended(node: String, status: ExitStatus, next: Next)
    /// It ended because it was asked to; by the very signal that asked counts as code 0.
    case stopped(node: String, status: ExitStatus)
    /// Its process could not be started.
    case failedToStart(node: String, reason: String)
    /// It is not started, because another node ended before it had come far enough.
    case skipped(node: String, because: String)
    /// It runs and has not said hello for a while, and these nodes wait for it.
    case awaited(node: String, by: [String])
    /// It starts although these nodes, which read it, are not subscribed yet.
    case unheard(node: String, by: [String])
    /// Somebody on the bus ordered this.
    case ordered(node: String, String)
    /// Its output cannot be written any more.
    case unwritten(node: String, reason: String)
    /// It did not stop when asked and is sent this signal.
    case urged(node: String, signal: Int32)
    /// Not even SIGKILL ended it.
    case unkillable(node: String)
    /// Some of its processes outlived it and are ended.
    case leftovers(node: String)
    /// The rig stops.
    case stopping(reason: StopReason)

    /// What follows a node's end.
    public enum Next: Hashable, Sendable {
        /// Nothing.
        case nothing
        /// A restart after this many nanoseconds.
        case restart(after: Int64)
        /// No further restart: so many there were in its window.
        case givenUp(restarts: Int)
    }

    /// Why a rig stops.
    public enum StopReason: Hashable, Sendable {
        /// Somebody asked.
        case asked
        /// Somebody asked again, and it is done without waiting.
        case hurried
        /// A required node ended.
        case required(node: String)
        /// A node could not be started.
        case failedToStart(node: String)
        /// All nodes have finished.
        case finished
    }
}

extension RigEvent: CustomStringConvertible {
    /// The event as one line.
    public var description: String {
        switch self {
        case .started(let node, let pid): "\(node): started (pid \(pid))"
        case .ready(let node): "\(node): ready"
        case .ended(let node, let status, let next): "\(node): ended with \(status)\(next.suffix)"
        case .stopped(let node, let status): "\(node): stopped\(status.isSuccess ? "" : " (\(status))")"
        case .failedToStart(let node, let reason): "\(node): cannot be started: \(reason)"
        case .skipped(let node, let other): "\(node): is not started, because \(other) ended too early"
        case .awaited(let node, let others):
            "\(node): has not said hello yet; \(others.joined(separator: ", ")) wait\(others.count == 1 ? "s" : "") for it"
        case .unheard(let node, let others):
            "\(node): starts without \(others.joined(separator: ", ")), not subscribed yet"
        case .ordered(let node, let order): "\(node): \(order)"
        case .unwritten(let node, let reason): "\(node): its output cannot be written: \(reason)"
        case .urged(let node, let signal):
            "\(node): does not stop, sending \(ExitStatus.name(ofSignal: signal))"
        case .unkillable(let node): "\(node): cannot be ended, even by SIGKILL; left behind"
        case .leftovers(let node): "\(node): left processes behind, ending them"
        case .stopping(let reason): reason.line
        }
    }
}

extension RigEvent.Next {
    fileprivate var suffix: String {
        switch self {
        case .nothing: ""
        case .restart(let delay): "; restarting in \(Double(delay / 1_000_000) / 1000) s"
        case .givenUp(let restarts): "; given up after \(restarts) restart\(restarts == 1 ? "" : "s")"
        }
    }
}

extension RigEvent.StopReason {
    fileprivate var line: String {
        switch self {
        case .asked: "stopping; once more to hurry"
        case .hurried: "stopping at once"
        case .required(let node): "stopping, because \(node) is required"
        case .failedToStart(let node): "stopping, because \(node) cannot be started"
        case .finished: "all nodes have finished"
        }
    }
}
