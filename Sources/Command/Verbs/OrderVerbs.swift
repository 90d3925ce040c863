internal import Binnacle
internal import Launch

/// `binnacle start`, `stop` and `restart`: one node of a rig that runs.
enum OrderVerbs {
    private static let node = Operand<String>("node", "its name", completing: .launchedNodes)
    private static let timeout = Option<Double>(
        "timeout",
        "S",
        "how many seconds it may take",
        in: 0.001...1e6,
        default: 60
    )

    static let start = verb(
        "start",
        "Start a node of a rig that was stopped, or has ended",
        discussion: "Returns once its process runs; 'binnacle ready NODE --wait' waits until it is at work.",
        example: .init("binnacle start fusion", "again, as the launch file says")
    )

    static let stop = verb(
        "stop",
        "Stop a node of a rig, and let the others go on",
        discussion: """
            Sends the node's signals, and returns once none of its processes is left. It is not
            restarted, whatever the launch file says, until 'binnacle start'. The rig goes on even
            if the node is required.
            """,
        example: .init("binnacle stop fusion", "as if it were not there")
    )

    static let restart = verb(
        "restart",
        "Stop a node of a rig and start it again",
        discussion: "What 'binnacle set' has changed stays so. A count of failures begins anew.",
        example: .init("binnacle restart gps", "a receiver that was plugged in again")
    )

    private static func verb(
        _ name: String,
        _ summary: String,
        discussion: String,
        example: Verb.Example
    ) -> Verb {
        Verb(
            name,
            summary,
            discussion: discussion,
            operands: [node],
            options: [timeout, CommonOptions.rig, CommonOptions.address],
            examples: [example],
            body: { try await run(name, $0) }
        )
    }

    private static func run(_ order: String, _ arguments: Arguments) async throws -> ExitCode {
        let name = try arguments.required(node)
        let limit = Duration.seconds(arguments[timeout] ?? 60)
        return try await BusConnection.withNode(arguments) { node in
            let launcher = try await RigClient(node: node).launcher(
                of: name,
                rig: arguments[CommonOptions.rig]
            )
            do {
                let state: NodeState = try await node.request(
                    "\(launcher)/\(order)",
                    LaunchService.Subject(node: name),
                    timeout: limit
                )
                let pid = state.pid.map { " (pid \($0))" } ?? ""
                Output.say("\(name): \(state.state == .stopped ? "stopped" : "started")\(pid)")
                return .success
            } catch let error as RequestError where error.code == .timeout {
                throw CommandError("\(error)", code: .nothing)
            } catch let error as RequestError {
                throw CommandError(error.message)
            }
        }
    }
}
