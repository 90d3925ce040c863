/// A failure of the command, in words for who typed it: what failed, why, and what to do.
struct CommandError: Error, Equatable, CustomStringConvertible {
    let description: String
    let code: ExitCode

    init(_ description: String, code: ExitCode = .failure) {
        self.description = description
        self.code = code
    }
}
