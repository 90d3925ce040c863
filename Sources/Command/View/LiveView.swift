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
final class LiveView: Sendable {
    /// Why a view has ended.
    enum End: Sendable {
        /// Somebody wanted it to.
        case quit
        /// Nobody reads it any more.
        case closed
        /// It cannot be written.
        case failed(String)
    }

    /// How a state is shown.
    enum Form: Sendable {
        /// On the whole terminal, with the keys.
        case screen(Terminal.Abilities)
        /// A line of text each second, in ASCII where it has to be.
        case text(unicode: Bool)
        /// A JSON object each second.
        case json
    }

    private struct Shared {
        var state: ViewState
        var isChanged = true
        var isEnding = false
        var isResized = false
        var isSuspended = false
    }

    /// At most ten pictures a second.
    private static let shortest: Int64 = 100_000_000
    /// Ages are written in seconds.
    private static let longest: Int64 = 1_000_000_000

    private let shared: Lock<Shared>
    private let bell: Wakeup
    private let form: Form
    private let terminal = Terminal()

    init(_ state: ViewState, as form: Form) throws {
        shared = Lock(Shared(state: state))
        bell = try Wakeup()
        self.form = form
    }

    /// The form that suits standard output.
    static func form(json: Bool) -> Form {
        let abilities = Terminal.Abilities { Environment[$0] }
        if json { return .json }
        return Terminal.isOutput && abilities.cursor ? .screen(abilities) : .text(unicode: abilities.unicode)
    }

    /// Changes the state; it is shown soon.
    func update(_ change: (inout ViewState) -> Void) {
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

    /// Whether somebody has asked for the end.
    var isEnding: Bool { shared.withLock { $0.isEnding } }

    /// Ends the view.
    func end() {
        shared.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Shows the state until somebody ends it; the terminal is restored then.
    func run() async -> End {
        await withCheckedContinuation { continuation in
            do {
                try Thread.start(named: "view") { continuation.resume(returning: self.show()) }
            } catch {
                continuation.resume(returning: .failed("\(error)"))
            }
        }
    }

    private func show() -> End {
        defer { terminal.restore() }
        do {
            switch form {
            case .screen(let abilities): try showScreen(abilities)
            case .text(let unicode): try showLines { $0.summary(now: $1, unicode: unicode) }
            case .json: try showLines { $0.json(now: $1) }
            }
            return .quit
        } catch is ClosedPipe {
            return .closed
        } catch {
            return .failed("\(error)")
        }
    }

    private func showLines(_ line: (ViewState, Int64) -> String) throws {
        var due = MonotonicClock.nanoseconds + Self.longest
        while true {
            if shared.withLock({ $0.isEnding }) { return }
            let now = MonotonicClock.nanoseconds
            if now >= due {
                try Output.line(line(shared.withLock { $0.state }, now))
                due = max(due + Self.longest, now)
            }
            _ = wait(until: due, keys: false)
        }
    }

    private func showScreen(_ abilities: Terminal.Abilities) throws {
        try terminal.show()
        var shown: [String] = []
        var last = MonotonicClock.nanoseconds - Self.longest
        var keys = Terminal.isInput
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
            let due = last + (events.isChanged ? Self.shortest : Self.longest)
            if now >= due || shown.isEmpty {
                shared.withLock { $0.isChanged = false }
                let lines = draw(events.state, abilities, now)
                try Output.write(Redraw.sequences(from: shown, to: lines))
                shown = lines
                last = now
            }
            // A view that has been drawn waits for the next change, one that has not for its turn.
            let isPending = shared.withLock { $0.isChanged }
            switch wait(until: last + (isPending ? Self.shortest : Self.longest), keys: keys) {
            case .quit: return shared.withLock { $0.isEnding = true }
            case .hungUp: keys = false
            case .nothing: break
            }
        }
    }

    private func draw(_ state: ViewState, _ abilities: Terminal.Abilities, _ now: Int64) -> [String] {
        let size = Terminal.size
        let screen = ViewRenderer.Screen(
            columns: size.columns,
            rows: size.rows,
            unicode: abilities.unicode
        )
        return ViewRenderer(state: state, now: now, time: WallClock.seconds)
            .lines(for: screen)
            .map { $0.sequences(color: abilities.color) }
    }

    /// Gives the terminal back, stops as Ctrl-Z asks for, and takes the terminal again after `fg`.
    private func suspend() throws {
        terminal.restore()
        Signals.suspend()
        try terminal.show()
    }

    private enum Key { case nothing, quit, hungUp }

    private func wait(until due: Int64, keys: Bool) -> Key {
        let left = max(0, due - MonotonicClock.nanoseconds)
        var descriptors = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        if keys { descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
        let milliseconds = CInt(clamping: (left + 999_999) / 1_000_000)
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return .nothing }
        if descriptors[0].revents != 0 { bell.answer() }
        guard keys, descriptors[1].revents != 0 else { return .nothing }
        var typed = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &typed, typed.count)
        guard count > 0 else { return count < 0 && errno == EINTR ? .nothing : .hungUp }
        return typed.prefix(count).contains { "qQ".utf8.contains($0) } ? .quit : .nothing
    }
}
