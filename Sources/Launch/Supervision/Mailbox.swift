internal import Platform

/// Carries events from any thread to the supervisor's.
final class Mailbox: Sendable {
    private let wakeup: Wakeup
    private let events = Lock<[Supervision.Event]>([])

    init() throws(SystemError) {
        wakeup = try Wakeup()
    }

    /// Readable while something is in it.
    var descriptor: CInt { wakeup.descriptor }

    func post(_ event: Supervision.Event) {
        events.withLock { $0.append(event) }
        wakeup.ring()
    }

    /// Takes out what is in it.
    func take() -> [Supervision.Event] {
        wakeup.answer()
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
