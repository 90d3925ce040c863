internal import Platform

/// The end of a node, to wait for.
final class Closing: Sendable {
    private enum State {
        case open([CheckedContinuation<Void, Never>])
        case closed
    }

    private let state = Lock(State.open([]))

    func finish() {
        let waiting = state.withLock { state in
            defer { state = .closed }
            if case .open(let waiting) = state { return waiting }
            return []
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                guard case .open(let waiting) = state else { return true }
                state = .open(waiting + [continuation])
                return false
            }
            if isClosed { continuation.resume() }
        }
    }
}
