internal import Glibc
internal import Messages
internal import Platform
internal import Text
internal import ZMTP

/// The lines of a node's log: to standard error, and to the bus.
final class Logger: Sendable {
    private let level: Log.Level
    private let isForBus: Bool
    private let refusals = Lock<[String: Int64]>([:])
    private let publish: Lock<(@Sendable (Log) -> Void)?>

    init(level: Log.Level, isForBus: Bool) {
        self.level = level
        self.isForBus = isForBus
        publish = Lock(nil)
    }

    /// Sends lines to the bus as well from now on.
    func attach(_ publish: @escaping @Sendable (Log) -> Void) {
        guard isForBus else { return }
        self.publish.withLock { $0 = publish }
    }

    func write(_ level: Log.Level, _ message: String) {
        guard level >= self.level else { return }
        // Some of it others have said, in a payload that cannot be read for example.
        let message = message.onOneLine
        StandardError.offer("\(level.rawValue): \(message)\n", within: 1000)
        let publish = publish.withLock { $0 }
        publish?(Log(time: WallClock.seconds, level: level, message: message))
    }

    func refused(_ socket: String, _ why: ZMTPError) {
        let message = "the bus's \(socket) socket cannot be used: \(why)"
        let now = MonotonicClock.nanoseconds
        // It is tried again and again: once a minute is enough to say so.
        let isNews = refusals.withLock { refusals in
            defer {
                if refusals[message].map({ now - $0 >= 60_000_000_000 }) ?? true { refusals[message] = now }
            }
            return refusals[message].map { now - $0 >= 60_000_000_000 } ?? true
        }
        if isNews { write(.warning, message) }
    }
}
