internal import Glibc

/// The wish that the process end: a signal, or the end of who started it.
public final class Termination: Sendable {
    private enum State {
        case running([Int: CheckedContinuation<Void, Never>])
        case requested
    }

    private let state = Lock(State.running([:]))

    private init() {}

    /// Takes the signals over, and watches the lifeline on a thread of its own.
    ///
    /// That is a pipe whose other end only the launcher holds; `BINNACLE_LIFELINE` has its descriptor's number.
    /// - Returns: the wish, not made yet.
    public static func watch() -> Termination {
        let termination = Termination()
        // Writing to a pipe without a reader is an error of that write, and no reason to die.
        signal(SIGPIPE, SIG_IGN)
        // Without pipes or threads the process would not get far; signals then do what they always do.
        _ = try? Signals(Signals.ending) { _ in termination.request() }
        if let lifeline = Environment["BINNACLE_LIFELINE"].flatMap({ Int32($0) }) {
            _ = fcntl(lifeline, F_SETFD, FD_CLOEXEC)
            try? Thread.start(named: "lifeline") { termination.follow(lifeline) }
        }
        return termination
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
        for continuation in waiting { continuation.resume() }
    }

    private func follow(_ lifeline: Int32) {
        var item = pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0)
        while poll(&item, 1, -1) < 0 {}
        request()
    }
}
