internal import Glibc
internal import Platform

extension Signals {
    /// The signals that a view on the whole screen takes.
    static let screen: [CInt] = ending + [SIGWINCH, SIGTSTP]

    /// Stops the process until SIGCONT comes, and returns after that.
    ///
    /// A signal to the process may be taken by any of its threads, while this one goes on for a moment; one to this
    /// thread stops it, and the others with it, before the call returns.
    static func suspend() {
        pthread_kill(pthread_self(), SIGSTOP)
    }
}

/// The view as it goes on: a state that changes from any thread, shown by a thread of its own.
final class LiveView<State: Viewable>: Sendable {
    private struct Shared {
        var state: State
        var isChanged = true
        var isEnding = false
        var isResized = false
        var isSuspended = false
    }

    /// At most ten pictures a second.
    private static var shortest: Int64 { 100_000_000 }
    /// Ages are written in seconds.
    private static var longest: Int64 { 1_000_000_000 }

    private let shared: Lock<Shared>
    private let bell: Wakeup
    private let form: ViewForm
    private let terminal = Terminal()
    private let onCommand: Lock<@Sendable (State.Command) -> Void>

    init(_ state: State, as form: ViewForm) throws {
        shared = Lock(Shared(state: state))
        bell = try Wakeup()
        self.form = form
        onCommand = Lock({ @Sendable _ in })
    }

    /// Has something done about the commands that keys give; it is called on the view's thread and must not block.
    func onCommand(_ body: @escaping @Sendable (State.Command) -> Void) { onCommand.withLock { $0 = body } }

    /// Changes the state; it is shown soon.
    func update(_ change: (inout State) -> Void) {
        let wasChanged = shared.withLock { shared in
            defer { shared.isChanged = true }
            change(&shared.state)
            return shared.isChanged
        }
        if case .screen = form, !wasChanged { bell.ring() }
    }

    /// Takes a signal: of those that ask to end, SIGWINCH, and SIGTSTP.
    func take(_ signal: CInt) {
        guard case .screen = form else {
            if signal == SIGTSTP { Signals.suspend() }
            if Signals.ending.contains(signal) { end() }
            return
        }
        shared.withLock { shared in
            switch signal {
            case SIGWINCH: shared.isResized = true
            case SIGTSTP: shared.isSuspended = true
            default: shared.isEnding = true
            }
        }
        bell.ring()
    }

    /// Takes the signals over from now on; one that asks to end does so soon, whatever the view is stuck in.
    func takeSignals() throws {
        _ = try Signals(Signals.screen) { signal in
            self.take(signal)
            if Signals.ending.contains(signal) { Interrupt.hurry(signal) }
        }
    }

    /// Whether somebody has asked for the end.
    var isEnding: Bool { shared.withLock { $0.isEnding } }

    /// Ends the view.
    func end() {
        shared.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Shows the state until somebody ends it, or the task is cancelled; the terminal is restored then.
    ///
    /// - Parameter duration: seconds after which it ends by itself; `nil` for never.
    /// - Returns: why it has ended.
    func run(for duration: Double? = nil) async -> ViewEnd {
        let clock = duration.map { seconds in
            Task {
                try await Task.sleep(for: .seconds(seconds))
                end()
            }
        }
        defer { clock?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do {
                    try Thread.start(named: "view") { continuation.resume(returning: self.show()) }
                } catch {
                    continuation.resume(returning: .failed("\(error)"))
                }
            }
        } onCancel: {
            end()
        }
    }

    private func show() -> ViewEnd {
        defer { terminal.restore() }
        do {
            switch form {
            case .screen(let abilities): try showScreen(abilities)
            case .text(let unicode): try showLines { $0.text(now: $1, unicode: unicode) }
            case .json: try showLines { $0.json(now: $1) }
            }
            return .quit
        } catch is ClosedPipe {
            return .closed
        } catch {
            return .failed("\(error)")
        }
    }

    private func showLines(_ line: (State, Int64) -> String) throws {
        var due = MonotonicClock.nanoseconds + Self.longest
        while true {
            if shared.withLock({ $0.isEnding }) { return }
            let now = MonotonicClock.nanoseconds
            if now >= due {
                try Output.line(line(shared.withLock { $0.state }, now))
                due = max(due + Self.longest, now)
            }
            _ = wait(until: due, nil)
        }
    }

    private func showScreen(_ abilities: Terminal.Abilities) throws {
        try terminal.show()
        var shown: [String] = []
        var last = MonotonicClock.nanoseconds - Self.longest
        var keys = Terminal.isInput ? KeyReader() : nil
        while true {
            let events = shared.withLock { shared in
                defer {
                    shared.isResized = false
                    shared.isSuspended = false
                }
                return shared
            }
            if events.isEnding { return }
            if events.isSuspended { try suspend() }
            if events.isResized || events.isSuspended {
                shown = []
                try Output.write("\u{1B}[2J")
            }
            let now = MonotonicClock.nanoseconds
            let turn = last + (events.isChanged ? Self.shortest : Self.longest)
            if now >= turn || shown.isEmpty {
                shared.withLock { $0.isChanged = false }
                let lines = draw(events.state, abilities, now)
                try Output.write(Redraw.sequences(from: shown, to: lines))
                shown = lines
                last = now
            }
            // A view that has been drawn waits for the next change, one that has not for its turn.
            let isPending = shared.withLock { $0.isChanged }
            let due = last + (isPending ? Self.shortest : Self.longest)
            guard let typed = wait(until: due, keys) else {
                keys = nil
                continue
            }
            for key in keys?.take(typed) ?? [] {
                switch press(key) {
                case .nothing: break
                case .quit: return shared.withLock { $0.isEnding = true }
                case .command(let command): onCommand.withLock { $0 }(command)
                }
            }
        }
    }

    /// Lets the state answer to a key; what that changes is shown soon.
    private func press(_ key: Key) -> KeyEffect<State.Command> {
        shared.withLock { shared in
            shared.isChanged = true
            return shared.state.press(key)
        }
    }

    private func draw(_ state: State, _ abilities: Terminal.Abilities, _ now: Int64) -> [String] {
        let size = Terminal.size
        let screen = ViewScreen(columns: size.columns, rows: size.rows, unicode: abilities.unicode)
        return state.lines(for: screen, now: now, time: WallClock.seconds)
            .map { $0.sequences(color: abilities.color) }
    }

    /// Gives the terminal back, stops as Ctrl-Z asks for, and takes the terminal again after `fg`.
    private func suspend() throws {
        terminal.restore()
        Signals.suspend()
        try terminal.show()
    }

    /// Waits for a moment, the bell, or keys.
    ///
    /// - Returns: the bytes that were typed, or `nil` when nobody can type any more.
    private func wait(until due: Int64, _ keys: KeyReader?) -> [UInt8]? {
        let left = max(0, due - MonotonicClock.nanoseconds)
        var descriptors = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        if keys != nil { descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
        let milliseconds = CInt(clamping: (left + 999_999) / 1_000_000)
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return [] }
        if descriptors[0].revents != 0 { bell.answer() }
        guard keys != nil, descriptors[1].revents != 0 else { return [] }
        var typed = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &typed, typed.count)
        guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
        return Array(typed.prefix(count))
    }
}
