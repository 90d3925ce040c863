internal import Binnacle
internal import Launch

/// `binnacle logs`: what a node of a rig has written.
enum LogsVerb {
    private static let node = Operand<String>("node", "its name", completing: .launchedNodes)
    private static let follow = Flag("follow", letter: "f", "go on with what it writes from now on")
    private static let lines = Option<Int>(
        "lines",
        "N",
        "how many of the newest lines to begin with",
        in: 0...500,
        default: 100
    )

    /// How often the launcher is asked for more.
    private static let interval = Duration.milliseconds(200)

    static let declaration = Verb(
        "logs",
        "Print what a node of a rig has written",
        discussion: """
            The launcher keeps the newest lines of each node, 500 of them or 64 KiB, wherever
            they go besides. With -f it ends when the rig does, or by Ctrl-C.
            """,
        operands: [node],
        options: [follow, lines, CommonOptions.rig, CommonOptions.address],
        examples: [.init("binnacle logs fusion -f", "all that it says, as it says it")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let name = try arguments.required(node)
        return try await BusConnection.withNode(arguments) { node in
            let launcher = try await RigClient(node: node).launcher(
                of: name,
                rig: arguments[CommonOptions.rig]
            )
            var query = LaunchService.LinesQuery(node: name, lines: arguments[lines] ?? 100)
            repeat {
                let answer: Supervisor.Lines
                do {
                    answer = try await node.request("\(launcher)/logs", query)
                } catch let error as RequestError where query.from != nil {
                    // The rig has ended, and with it perhaps the bus.
                    if error.code == .badRequest { throw error }
                    return .success
                }
                if answer.lost > 0 { Output.say("\(answer.lost) lines are not kept any more") }
                for line in answer.lines { try Output.line(TerminalText.clean(line.text)) }
                query.from = answer.next
                if arguments[follow] { try await Task.sleep(for: interval) }
            } while arguments[follow]
            return .success
        }
    }
}
