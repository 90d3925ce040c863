internal import Messages
internal import Platform

/// Where the messages of a subscription wait for their reader.
final class MessageBuffer<Payload: Message>: Sendable {
    private struct State {
        var waiting: [Received<Payload>] = []
        var head = 0
        /// Where the newest of each topic waits, counted from the first message ever.
        var places: [Topic: Int] = [:]
        var taken = 0
        /// Messages that were given up and not told of yet, by topic.
        var untold: [Topic: Int] = [:]
        var reader: CheckedContinuation<Received<Payload>?, Never>?
        var isFinished = false

        var count: Int { waiting.count - head }
    }

    private let buffering: Buffering
    private let overflow: @Sendable (Int) -> Void
    private let onEnd: Lock<(@Sendable () -> Void)?>
    private let state = Lock(State())

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - buffering: which messages wait.
    ///   - overflow: is told how many messages are given up.
    init(_ buffering: Buffering, overflow: @escaping @Sendable (Int) -> Void) {
        self.buffering = buffering
        self.overflow = overflow
        onEnd = Lock(nil)
    }

    deinit { onEnd.withLock { $0 }?() }

    /// Has something called when nobody reads any more.
    func onEnd(_ body: @escaping @Sendable () -> Void) { onEnd.withLock { $0 = body } }

    /// Takes a message in.
    func add(_ message: Received<Payload>) {
        var given: Received<Payload>?
        var lost = 0
        let reader = state.withLock { state -> CheckedContinuation<Received<Payload>?, Never>? in
            guard !state.isFinished else { return nil }
            guard let reader = state.reader else {
                lost = keep(message, &state)
                return nil
            }
            state.reader = nil
            given = Self.tell(message, &state)
            return reader
        }
        reader?.resume(returning: given)
        if lost > 0 { overflow(lost) }
    }

    /// Waits for a message.
    func next() async -> Received<Payload>? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Received<Payload>?? in
                    if state.isFinished || Task.isCancelled { return .some(nil) }
                    if state.count > 0 { return Self.takeFirst(&state, by: buffering) }
                    state.reader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            finish()
        }
    }

    private func finish() {
        let reader = state.withLock { state -> CheckedContinuation<Received<Payload>?, Never>? in
            defer {
                state.reader = nil
                state.isFinished = true
                (state.waiting, state.head) = ([], 0)
            }
            return state.reader
        }
        reader?.resume(returning: nil)
        let ended = onEnd.withLock { body -> (@Sendable () -> Void)? in
            defer { body = nil }
            return body
        }
        ended?()
    }

    /// Lets a message wait; returns how many are given up.
    private func keep(_ message: Received<Payload>, _ state: inout State) -> Int {
        switch buffering {
        case .newestOfEachTopic:
            if let place = state.places[message.topic], place >= state.taken {
                state.waiting[state.head + place - state.taken] = message
                return 0
            }
            state.places[message.topic] = state.taken + state.count
            state.waiting.append(message)
            return 0
        case .oldest(let limit):
            if state.count >= limit {
                state.untold[message.topic] = (state.untold[message.topic] ?? 0).adding(
                    message.lost.adding(1)
                )
                return 1
            }
            state.waiting.append(Self.tell(message, &state))
            return 0
        case .newest(let limit):
            guard limit > 0 else { return 1 }
            state.waiting.append(message)
            guard state.count > limit else { return 0 }
            let oldest = state.waiting[state.head]
            state.untold[oldest.topic] = (state.untold[oldest.topic] ?? 0).adding(oldest.lost.adding(1))
            Self.dropFirst(&state)
            return 1
        }
    }

    private static func takeFirst(_ state: inout State, by buffering: Buffering) -> Received<Payload> {
        let first = state.waiting[state.head]
        dropFirst(&state)
        if case .newest = buffering { return tell(first, &state) }
        return first
    }

    private static func dropFirst(_ state: inout State) {
        state.head += 1
        state.taken += 1
        if state.head > 64, state.head * 2 > state.waiting.count {
            state.waiting.removeFirst(state.head)
            state.head = 0
        }
    }

    /// Tells with a message how many before it were given up here.
    private static func tell(_ message: Received<Payload>, _ state: inout State) -> Received<Payload> {
        guard !state.untold.isEmpty, let lost = state.untold.removeValue(forKey: message.topic) else {
            return message
        }
        var message = message
        message.lost = message.lost.adding(lost)
        return message
    }
}
