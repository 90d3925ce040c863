internal import Glibc
internal import Platform

/// The signals that ask the command to end or to draw anew, as calls on a thread of their own.
enum Signals {
    /// The signals that ask to end.
    static let ending: [CInt] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The signals that a view on the whole screen takes.
    static let screen: [CInt] = ending + [SIGWINCH, SIGTSTP]

    /// Holds signals back until ``take(_:handler:)`` takes them.
    ///
    /// To be called before anything is awaited: the process's first thread must hold them back, which has no part in
    /// what comes later, and threads that are started later take its mask over.
    static func block(_ signals: [CInt]) {
        var set = set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls a handler with each signal of those that have been held back, to the end of the process.
    ///
    /// - Throws: when the system has no thread left.
    static func take(_ signals: [CInt], handler: @escaping @Sendable (CInt) -> Void) throws {
        let set = set(of: signals)
        try Thread.start(named: "signals") {
            var waited = set
            while true {
                var signal: CInt = 0
                if sigwait(&waited, &signal) == 0 { handler(signal) }
            }
        }
    }

    /// A shell that starts a job in the background has it ignore some signals: that is left as it is.
    private static func set(of signals: [CInt]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals where !isIgnored(signal) { sigaddset(&set, signal) }
        return set
    }

    private static func isIgnored(_ signal: CInt) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
