internal import Glibc
internal import Platform

/// Who typed a command has asked for its end while it was waiting: there is nothing to say of it.
struct Interrupted: Error {}

/// The wish of who typed a command that it end: Ctrl-C and its like.
enum Interrupt {
    /// How long a verb may take to end by itself, microseconds.
    private static let patience: UInt32 = 700_000

    /// Calls the handler at the first signal; whatever the verb is stuck in, the signal itself ends it soon after that.
    ///
    /// - Throws: when the system has no pipe or thread left.
    static func watch(_ handler: @escaping @Sendable () -> Void) throws {
        let isAsked = Lock(false)
        _ = try Signals(Signals.ending) { number in
            let wasAsked = isAsked.withLock { asked in
                defer { asked = true }
                return asked
            }
            if wasAsked { end(by: number) }
            handler()
            hurry(number)
        }
    }

    /// Ends the process by a signal soon, if it does not end by itself: a reader that reads no more may hold up a
    /// write for ever.
    static func hurry(_ number: CInt) {
        // Without a thread for it, a second signal does.
        try? Thread.start(named: "hurry") {
            usleep(patience)
            end(by: number)
        }
    }

    /// Ends the process as the signal would have.
    static func end(by number: CInt) {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        // The threads of this module's callers are started with every signal blocked.
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }
}
