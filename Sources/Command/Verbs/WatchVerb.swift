internal import Binnacle

/// `binnacle watch`: the terminal view.
enum WatchVerb {
    static let declaration = Verb(
        "watch",
        "Show position, heading, pin and the way to it, as they change",
        discussion: """
            In a terminal on the whole screen, until q or Ctrl-C: r remembers where we are under
            a label that it asks for, t trashes the pin, i shows what else is known. Elsewhere a
            line of text each second. NO_COLOR turns colours off; a locale other than UTF-8 gets plain ASCII.
            """,
        options: [Limits.duration, CommonOptions.address, CommonOptions.json],
        examples: [.init("binnacle watch --json", "the state each second, as a JSON object")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await BusConnection.withNode(arguments) { node in
            let form = ViewForm.suiting(json: arguments[CommonOptions.json])
            let view = try LiveView(ViewState(bus: node.address.description), as: form)
            try view.takeSignals()
            ViewFeed(view: view).follow(node)
            return try await view.run(for: arguments[Limits.duration]).code()
        }
    }
}
