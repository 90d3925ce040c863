/// A command line that does not mean anything: what is wrong, and what may have been meant.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, without a full stop.
    var problem: String
    /// What may have been meant.
    var guess: String?
    /// The verb whose help says more, with the verbs above it, for example `topic echo`.
    var verb: String?

    init(_ problem: String, guess: String? = nil) {
        self.problem = problem
        self.guess = guess
    }

    /// The same error about a named argument.
    func about(_ name: String) -> UsageError {
        UsageError("\(name): \(problem)", guess: guess)
    }

    /// The same error, found while reading the arguments of a verb, if no inner verb has been named.
    func of(verb: String) -> UsageError {
        var error = self
        error.verb = error.verb ?? verb
        return error
    }

    var description: String {
        guess.map { "\(problem); did you mean '\($0)'?" } ?? problem
    }
}
