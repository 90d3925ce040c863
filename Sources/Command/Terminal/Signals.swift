internal import Glibc
internal import Platform

/// The signals that ask the command to end or to draw anew, as calls on a thread of their own.
///
/// Once created, the signals have no other effect, to the end of the process.
final class Signals: Sendable {
    /// The signals that ask to end.
    static let ending: [CInt] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private let handler: Lock<(@Sendable (CInt) -> Void)?>

    /// Takes the signals over.
    ///
    /// On the main thread, because a signal that only other threads block is taken by the main one and ends the process.
    @MainActor init(_ signals: [CInt], handler: @escaping @Sendable (CInt) -> Void) throws {
        self.handler = Lock(handler)
        var set = sigset_t()
        sigemptyset(&set)
        // A shell that starts a job in the background has it ignore these: leave that.
        for signal in signals where !Self.isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let waited = set
        try Thread.start(named: "signals") { [self] in
            var waited = waited
            while true {
                var signal: CInt = 0
                guard sigwait(&waited, &signal) == 0 else { continue }
                let handler = self.handler.withLock { $0 }
                handler?(signal)
            }
        }
    }

    private static func isIgnored(_ signal: CInt) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
