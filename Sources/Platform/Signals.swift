internal import CSystem
internal import Glibc

/// Signals as calls on a thread of their own, instead of what they would do.
///
/// It works whatever threads there are already, because nothing is blocked: a handler writes the signal into a pipe.
/// Once created, the signals have no other effect, to the end of the process.
public final class Signals: Sendable {
    /// The signals that ask a process to end.
    public static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private let handler: @Sendable (Int32) -> Void

    /// Takes signals over from whoever had them before.
    ///
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
        while true {
            // Only a descriptor that is no more cannot be read, and this one lives.
            guard let bytes = try? reader.read(atMost: 64) else { return }
            for byte in bytes { handler(Int32(byte)) }
        }
    }
}
