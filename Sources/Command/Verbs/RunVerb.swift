internal import Binnacle
internal import Launch

/// `binnacle run`: one plugin.
enum RunVerb {
    private static let plugin = Operand<String>("plugin", "the plugin's id", completing: .plugins)
    private static let assignments = Operand<Assignment>("name=value", "parameters of the plugin", .repeated)
    private static let name = Option<String>("name", "N", "the node's name (default: the plugin's id)")

    static let declaration = Verb(
        "run",
        "Run one plugin as a node until it ends or Ctrl-C",
        discussion: "Joins the bus at the address or starts one. 'binnacle plugin info' lists parameters.",
        operands: [plugin, assignments],
        options: [name, CommonOptions.address],
        examples: [.init("binnacle run gps --name bow source=/dev/ttyACM0", "a receiver, as fix/bow")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let plan = try await Rig.checked(
            LaunchPlan.single(
                plugin: try arguments.required(plugin),
                name: arguments[name],
                parameters: Assignment.values(arguments.all(assignments)),
                search: .fromEnvironment()
            ),
            arguments
        )
        return try await Rig.launch(plan, arguments, watching: false, timestamps: false)
    }
}
