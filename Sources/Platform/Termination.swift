internal import CSystem
internal import Glibc

/// The wish that the process end: SIGINT, SIGTERM, or the end of who started it.
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

    /// Blocks the signals, and watches for them on a thread of its own.
    ///
    /// To be called first thing in the process: threads that are there already can still be hit by a signal.
    /// - Parameter lifeline: a pipe whose other end only the launcher holds.
    public static func watch(lifeline: Int32? = nil) -> Termination {
        let termination = Termination()
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Writing to a pipe without a reader is an error of that write, and no reason to die.
        signal(SIGPIPE, SIG_IGN)
        let descriptor = csystem_signalfd(&signals)
        if let lifeline { _ = fcntl(lifeline, F_SETFD, FD_CLOEXEC) }
        // Without a thread the process could not be stopped: better not to start.
        try? Thread.start(named: "termination") { termination.wait(for: descriptor, lifeline) }
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

    private func wait(for signals: Int32, _ lifeline: Int32?) {
        var items = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
        if let lifeline { items.append(pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0)) }
        while true {
            guard poll(&items, nfds_t(items.count), -1) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 512)
            if items[0].revents != 0 {
                _ = read(signals, &buffer, buffer.count)
                request()
            }
            if items.count > 1, items[1].revents != 0 {
                items.removeLast()
                request()
            }
        }
    }
}
