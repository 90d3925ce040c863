internal import CSystem
internal import Glibc

/// Signals as calls on a thread of their own, instead of what they would do.
///
/// It works whatever threads there are already, because nothing is blocked: a handler writes the signal into a pipe.
/// Once created, the signals have no other effect, to the end of the process.
public final class Signals: Sendable {
    /// The signals that ask a process to end.
    public static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Within how many nanoseconds the same signal asks for the same end.
    ///
    /// One wish may come as two signals: `timeout` sends its own first to the command and then to the group that the
    /// command is in, and a shell may pass Ctrl-C on to whom the terminal has sent it already. Nobody asks twice so fast.
    private static let samePress: Int64 = 50_000_000

    private let handler: @Sendable (Int32) -> Void

    /// Takes signals over from whoever had them before.
    ///
    /// One that asks the process to end counts once where it comes twice in the same moment.
    /// Those that the process ignores stay ignored: a shell that starts a job in the background has it ignore SIGINT.
    /// - Throws: when the system has no pipe or thread left.
    public init(_ signals: [Int32], handler: @escaping @Sendable (Int32) -> Void) throws(SystemError) {
        self.handler = handler
        let (reader, writer) = try OwnedDescriptor.pipe()
        try writer.setNonBlocking()
        // The thread keeps both ends open for ever: a signal may come at any time.
        try Thread.start(named: "signals") { [self] in
            withExtendedLifetime((reader, writer)) { listen(to: reader) }
        }
        for signal in signals where csystem_is_signal_ignored(signal) == 0 {
            try SystemError.check("sigaction") { csystem_tell_signal(signal, writer.number) }
        }
    }

    private func listen(to reader: OwnedDescriptor) {
        var taken: [Int32: Int64] = [:]
        while true {
            // Only a descriptor that is no more cannot be read, and this one lives.
            guard let bytes = try? reader.read(atMost: 64) else { return }
            let now = MonotonicClock.nanoseconds
            for signal in bytes.map(Int32.init) {
                if Self.ending.contains(signal) {
                    if let last = taken[signal], now - last < Self.samePress { continue }
                    taken[signal] = now
                }
                handler(signal)
            }
        }
    }
}
