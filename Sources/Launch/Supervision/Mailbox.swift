internal import Platform

/// Carries events and questions from any thread to the supervisor's.
final class Mailbox: Sendable {
    /// Something for the supervisor.
    enum Letter: Sendable {
        case event(Supervision.Event)
        /// To be run on the supervisor's thread; the second part instead, when it has ended.
        case work(@Sendable (inout SupervisorRunner) -> Void, orElse: @Sendable () -> Void)
    }

    private let wakeup: Wakeup
    private let letters = Lock<(waiting: [Letter], isClosed: Bool)>(([], false))

    init() throws(SystemError) {
        wakeup = try Wakeup()
    }

    /// Readable while something is in it.
    var descriptor: CInt { wakeup.descriptor }

    func post(_ letter: Letter) {
        let isClosed = letters.withLock { letters in
            if !letters.isClosed { letters.waiting.append(letter) }
            return letters.isClosed
        }
        if isClosed { Self.refuse(letter) } else { wakeup.ring() }
    }

    /// Lets the supervisor look around.
    func ring() { wakeup.ring() }

    func post(_ event: Supervision.Event) { post(.event(event)) }

    /// Takes out what is in it.
    func take() -> [Letter] {
        wakeup.answer()
        return letters.withLock { letters in
            defer { letters.waiting = [] }
            return letters.waiting
        }
    }

    /// Tells all who wait, and all who come later, that nobody is there any more.
    func close() {
        let left = letters.withLock { letters in
            defer { letters = ([], true) }
            return letters.waiting
        }
        for letter in left { Self.refuse(letter) }
    }

    private static func refuse(_ letter: Letter) {
        if case .work(_, let orElse) = letter { orElse() }
    }
}
