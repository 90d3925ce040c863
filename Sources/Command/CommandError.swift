/// A failure of the command, in words for who typed it: what failed, why, and what to do.
struct CommandError: Error, Equatable, CustomStringConvertible {
    let description: String
    let status: ExitCode

    init(_ description: String, status: ExitCode = .failure) {
        self.description = description
        self.status = status
    }
}
