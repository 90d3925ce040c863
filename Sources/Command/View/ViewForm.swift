internal import Platform

/// How a state is shown.
enum ViewForm: Sendable {
    /// On the whole terminal, with the keys.
    case screen(Terminal.Abilities)
    /// Text each second, in ASCII where it has to be.
    case text(unicode: Bool)
    /// A JSON object each second.
    case json

    /// The form that suits standard output.
    static func suiting(json: Bool) -> ViewForm {
        let abilities = Terminal.Abilities { Environment[$0] }
        if json { return .json }
        return Terminal.isOutput && abilities.cursor ? .screen(abilities) : .text(unicode: abilities.unicode)
    }
}

/// Why a view has ended.
enum ViewEnd: Sendable {
    /// Somebody wanted it to.
    case quit
    /// Nobody reads it any more.
    case closed
    /// It cannot be written.
    case failed(String)

    /// The exit code of a verb whose view has ended so.
    ///
    /// - Throws: that nobody reads, or why it cannot be written.
    func code() throws -> ExitCode {
        switch self {
        case .quit: return .success
        case .closed: throw ClosedPipe()
        case .failed(let why): throw CommandError("cannot show the view: \(why)")
        }
    }
}
