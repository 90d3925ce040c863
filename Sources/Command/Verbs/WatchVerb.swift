internal import Binnacle
internal import Platform

/// `binnacle watch`: the terminal view.
enum WatchVerb {
    static let declaration = Verb(
        "watch",
        "Show position, heading, pin and the way to it, as they change",
        discussion: """
            In a terminal on the whole screen, until q or Ctrl-C; elsewhere a line of text each
            second. NO_COLOR turns colours off; a locale other than UTF-8 gets plain ASCII.
            """,
        options: [CommonOptions.address, CommonOptions.json],
        examples: [.init("binnacle watch --json", "the state each second, as a JSON object")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await BusConnection.withNode(arguments) { node in
            let form = LiveView.form(json: arguments[CommonOptions.json])
            let view = try LiveView(ViewState(bus: node.address.description), as: form)
            _ = try Signals(Signals.screen) { view.take($0) }
            ViewFeed(view: view).follow(node)
            switch await view.run() {
            case .quit: return .success
            case .closed: throw ClosedPipe()
            case .failed(let why): throw CommandError("cannot show the view: \(why)")
            }
        }
    }
}
