/// Waits until something is true; the suite's time limit ends what never is.
func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
}
