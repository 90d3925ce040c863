internal import Binnacle
internal import Launch
internal import Platform
internal import Text

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
            they go besides. With -f it ends when the rig does, after --duration, or by Ctrl-C.
            With --json a line is {"number", "error", "text"}: its place among all of the node,
            whether it is of standard error, and what it says.
            """,
        operands: [node],
        options: [
            follow, lines, Limits.duration, CommonOptions.rig, CommonOptions.address, CommonOptions.json,
        ],
        examples: [.init("binnacle logs fusion -f", "all that it says, as it says it")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let name = try arguments.required(node)
        if arguments.has(Limits.duration), !arguments[follow] {
            throw UsageError("--duration says how long to go on, with --follow")
        }
        let end = arguments[Limits.duration].map { ContinuousClock.now + .seconds($0) }
        return try await BusConnection.withNode(arguments) { node in
            do {
                return try await print(name, of: node, arguments, until: end)
            } catch {
                // What goes on until Ctrl-C has done by then what it was asked for.
                guard arguments[follow], Task.isCancelled else { throw error }
                return .success
            }
        }
    }

    private static func print(
        _ name: String,
        of node: Node,
        _ arguments: Arguments,
        until end: ContinuousClock.Instant?
    ) async throws -> ExitCode {
        let launcher = try await RigClient(node: node).launcher(
            of: name,
            rig: arguments[CommonOptions.rig]
        )
        let isUnread = Lock(false)
        if arguments[follow] { OutputWatch.start { isUnread.withLock { $0 = true } } }
        var query = LaunchService.LinesQuery(node: name, lines: arguments[lines] ?? 100)
        repeat {
            let answer: Supervisor.Lines
            do {
                answer = try await node.request("\(launcher)/logs", query)
            } catch {
                // The rig has ended, and with it perhaps the bus.
                guard query.from != nil, error.code != .badRequest else { throw error }
                return .success
            }
            if answer.lost > 0 { Output.say("\(answer.lost) lines are not kept any more") }
            for line in answer.lines {
                try Output.line(
                    arguments[CommonOptions.json] ? json(line).line : line.text.onOneLine
                )
            }
            query.from = answer.next
            if arguments[follow] { try await Task.sleep(for: interval) }
            if isUnread.withLock({ $0 }) { throw ClosedPipe() }
        } while arguments[follow] && end.map { ContinuousClock.now < $0 } ?? true
        return .success
    }

    private static func json(_ line: Supervisor.Lines.Line) -> JSONObject {
        var object = JSONObject()
        object.add("number", line.number)
        object.add("error", line.error)
        object.add("text", line.text)
        return object
    }
}
