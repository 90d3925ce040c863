internal import Glibc

/// The wish that the process end: a signal, or the end of who started it.
public final class Termination: Sendable {
    private enum State {
        case running([Int: CheckedContinuation<Void, Never>])
        case requested
    }

    private let state = Lock(State.running([:]))
    private let bell: Wakeup?

    private init() {
        bell = try? Wakeup()
    }

    /// Readable from the moment at which the end is wished for, for a thread that polls.
    public var descriptor: Int32? { bell?.descriptor }

    /// Takes the signals over, and watches the lifeline on a thread of its own.
    ///
    /// - Parameter lifeline: a pipe whose other end only the launcher holds.
    /// - Returns: the wish, not made yet.
    public static func watch(lifeline: Int32? = nil) -> Termination {
        let termination = Termination()
        // Writing to a pipe without a reader is an error of that write, and no reason to die.
        signal(SIGPIPE, SIG_IGN)
        // Without pipes or threads the process would not get far; signals then do what they always do.
        _ = try? Signals(Signals.ending) { _ in termination.request() }
        if let lifeline {
            _ = fcntl(lifeline, F_SETFD, FD_CLOEXEC)
            try? Thread.start(named: "lifeline") { termination.follow(lifeline) }
        }
        return termination
    }

    /// Whether the end has been wished for.
    public var isRequested: Bool {
        state.withLock { if case .requested = $0 { true } else { false } }
    }

    /// Waits for the wish, or for the cancellation of the task.
    public func requested() async {
        let key = Int.random(in: .min ... .max)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard case .running(var waiting) = state, !Task.isCancelled else { return true }
                    waiting[key] = continuation
                    state = .running(waiting)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard case .running(var waiting) = state else { return nil }
                defer { state = .running(waiting) }
                return waiting.removeValue(forKey: key)
            }
            waiter?.resume()
        }
    }

    /// Wishes for the end as a signal would.
    public func request() {
        let waiting = state.withLock { state in
            defer { state = .requested }
            if case .running(let waiting) = state { return Array(waiting.values) }
            return []
        }
        bell?.ring()
        for continuation in waiting { continuation.resume() }
    }

    private func follow(_ lifeline: Int32) {
        var item = pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0)
        while poll(&item, 1, -1) < 0 {}
        request()
    }
}
