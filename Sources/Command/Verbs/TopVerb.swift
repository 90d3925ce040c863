internal import Binnacle
internal import Platform

/// `binnacle top`: the live table.
enum TopVerb {
    private static let once = Flag("once", "print the tables once and end")

    static let declaration = Verb(
        "top",
        "Show nodes and topics with their rates, as they change",
        discussion: """
            In a terminal on the whole screen, until q or Ctrl-C; elsewhere the tables each
            second. Out and in are messages a second; losses are counted since a node's start.
            What is not known is a dash.
            """,
        options: [once, Limits.duration, CommonOptions.address, CommonOptions.json],
        examples: [
            .init("binnacle top", "what the bus is busy with"),
            .init("binnacle top --once --json", "the same, for a script"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await BusConnection.withNode(arguments) { node in
            var state = TopState(bus: node.address.description)
            let isOnce = arguments[once]
            let first = isOnce ? try await BusSnapshot.takeWhole(node) : try await BusSnapshot.take(node)
            state.take(first, at: MonotonicClock.nanoseconds)
            let json = arguments[CommonOptions.json]
            if isOnce {
                let now = MonotonicClock.nanoseconds
                try Output.write(json ? state.json(now: now) + "\n" : state.text(now: now, unicode: true))
                return .success
            }
            let view = try LiveView(state, as: ViewForm.suiting(json: json))
            try view.takeSignals()
            let poll = Task { await follow(node, view) }
            defer { poll.cancel() }
            return try await view.run(for: arguments[Limits.duration]).code()
        }
    }

    /// Asks the bus each second; what it does not answer leaves the table as old as it is.
    private static func follow(_ node: Node, _ view: LiveView<TopState>) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            guard let snapshot = try? await BusSnapshot.take(node) else { continue }
            view.update { $0.take(snapshot, at: MonotonicClock.nanoseconds) }
        }
    }
}
