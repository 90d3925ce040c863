/// Whose turn it is: the moments at which messages go out.
struct Turn {
    private let interval: Duration?
    private var due = ContinuousClock.now

    init(_ pace: PublishingPlan.Pace) {
        interval = if case .rate(let rate) = pace { .seconds(1 / rate) } else { nil }
    }

    /// Waits for the next moment.
    ///
    /// - Throws: `CancellationError`.
    mutating func wait() async throws {
        try Task.checkCancellation()
        guard let interval else { return }
        if due > ContinuousClock.now { try await Task.sleep(until: due, clock: .continuous) }
        due += interval
    }
}
