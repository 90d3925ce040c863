/// What the command's exit status tells a script.
struct ExitCode: RawRepresentable, Equatable, Sendable {
    let rawValue: Int32

    /// It did what it was asked for.
    static let success = ExitCode(rawValue: 0)
    /// It could not; the reason is on standard error.
    static let failure = ExitCode(rawValue: 1)
    /// The command line does not mean anything.
    static let usage = ExitCode(rawValue: 2)
    /// Nothing came in time.
    static let nothing = ExitCode(rawValue: 3)
    /// Somebody asked for its end before it was done; the number that shells give to Ctrl-C.
    static let interrupted = ExitCode(rawValue: 130)
}
