internal import Binnacle

/// What the fusion has to say after an input.
struct FusionOutput: Sendable {
    var fix: Fix?
    var heading: Heading?
    var direction: Direction?
    /// Lines for the log.
    var notes: [String] = []
    /// What was expected and did not come about.
    var failures: [(code: Failure.Code, message: String)] = []
}
