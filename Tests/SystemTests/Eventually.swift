import Testing

/// Waits until something is so; where it does not come about in time, that is recorded, and the test ends.
func eventually(
    _ what: Comment,
    within limit: Duration = .seconds(20),
    at location: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: location)
            throw CancellationError()
        }
        try await Task.sleep(for: .milliseconds(10))
    }
}
