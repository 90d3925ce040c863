internal import Binnacle
internal import Launch

/// `binnacle set`: parameters of a node that runs.
enum SetVerb {
    private static let node = Operand<String>("node", "its name", completing: .launchedNodes)
    private static let assignments = Operand<Assignment>("name=value", "parameters of the node", .repeated)

    static let declaration = Verb(
        "set",
        "Change parameters of a node of a rig while it runs",
        discussion: """
            Those can be changed that the plugin's manifest marks with 'x-live: true'; 'binnacle
            ps --json' lists them. Values are checked as in a launch file, and the node says
            what it has taken, which stays so when it is started again.
            """,
        operands: [node, assignments],
        options: [CommonOptions.rig, CommonOptions.address, CommonOptions.onlyJSON],
        examples: [.init("binnacle set walk speed=1", "a replay, no longer in fast motion")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let name = try arguments.required(node)
        let given = arguments.all(assignments)
        guard !given.isEmpty else { throw UsageError("missing name=value") }
        var wanted = JSONObject()
        for (name, value) in try Assignment.values(given) { wanted[name] = .string(value) }
        let change = LaunchService.Change(node: name, parameters: .object(wanted))
        return try await BusConnection.withNode(arguments) { node in
            let launcher = try await RigClient(node: node).launcher(
                of: name,
                rig: arguments[CommonOptions.rig]
            )
            do {
                let taken: JSONValue = try await node.request(
                    "\(launcher)/set",
                    change,
                    timeout: .seconds(10)
                )
                try Output.line(taken.description)
                return .success
            } catch let error as RequestError {
                throw CommandError(error.message, code: error.code == .badRequest ? .usage : .failure)
            }
        }
    }
}
