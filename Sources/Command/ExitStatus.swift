/// What the command's exit status tells a script.
enum ExitStatus: Int32, Sendable {
    /// It did what it was asked for.
    case success = 0
    /// It could not; the reason is on standard error.
    case failure = 1
    /// The command line does not mean anything.
    case usage = 2
    /// Nothing came in time.
    case nothing = 3
}
