internal import Binnacle
internal import Launch

/// `binnacle launch`: a whole rig by one file.
enum LaunchVerb {
    private static let file = Operand<String>("file", "the launch file", completing: .files)
    private static let assignments = Operand<Assignment>(
        "name=value",
        "arguments that the file declares",
        .repeated
    )
    private static let watch = Flag("watch", "show the view meanwhile, q ends both")

    static let declaration = Verb(
        "launch",
        "Start the nodes of a launch file and look after them until Ctrl-C",
        discussion: """
            Checks everything first, joins the bus at the address or starts one, and stops all
            nodes in reverse order at the end.
            """,
        operands: [file, assignments],
        options: [watch, CommonOptions.address],
        examples: [
            .init("binnacle launch Config/demo.yaml --watch", "a simulated walk, in the terminal view"),
            .init(
                "binnacle launch Config/replay.yaml log=walk.nmea speed=20",
                "a recording, 20 times as fast"
            ),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let plan = try Rig.checked(
            LaunchPlan.load(
                try arguments.required(file),
                arguments: values(arguments.all(assignments)),
                search: .fromEnvironment()
            )
        )
        return try await start(plan, arguments, watching: arguments[watch])
    }

    /// Starts a plan on the bus that the arguments name.
    static func start(
        _ plan: LaunchPlan,
        _ arguments: Arguments,
        watching: Bool
    ) async throws -> ExitCode {
        let node = try BusConnection.join(try BusConnection.address(arguments))
        do {
            let isThere = try await BusConnection.answers(node)
            try await BusCapabilities.check(plan, on: node, isThere: isThere)
            let rig = try Rig(plan, at: node.address, bus: isThere)
            let code = try await rig.run(node, watching: watching)
            await node.close()
            return code
        } catch {
            await node.close()
            throw error
        }
    }

    /// Values by name; of several of one name the last counts.
    static func values(_ assignments: [Assignment]) -> [String: String] {
        Dictionary(assignments.map { ($0.name, $0.value) }) { _, last in last }
    }
}
