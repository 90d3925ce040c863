internal import Binnacle
internal import Launch
internal import Text

/// `binnacle launch`: a whole rig by one file.
enum LaunchVerb {
    private static let file = Operand<String>("file", "the launch file", completing: .files)
    private static let assignments = Operand<Assignment>(
        "name=value",
        "arguments that the file declares",
        .repeated
    )
    private static let watch = Flag("watch", "show the view meanwhile, q ends both")
    private static let check = Flag("check", "check everything, and start nothing")
    private static let show = Flag(
        "show",
        "print the file as it is understood, and where each value comes from"
    )
    private static let graph = Flag("graph", "print who reads what of whom, as a Mermaid flow chart")
    private static let detach = Flag(
        "detach",
        letter: "d",
        "start it in the background; 'binnacle down' ends it"
    )
    private static let timestamps = Flag("timestamps", "begin each line with the time, UTC")

    static let declaration = Verb(
        "launch",
        "Start the nodes of a launch file and look after them until Ctrl-C",
        discussion: """
            Checks everything first, joins the bus at the address or starts one, and stops all
            nodes in reverse order at the end. Meanwhile 'binnacle ps', 'stop', 'start',
            'restart', 'logs', 'set' and 'down' work on it.
            """,
        operands: [file, assignments],
        options: [watch, check, show, graph, detach, timestamps, CommonOptions.address],
        examples: [
            .init("binnacle launch Config/demo.yaml --watch", "a simulated walk, in the terminal view"),
            .init(
                "binnacle launch Config/replay.yaml log=walk.nmea speed=20",
                "a recording, 20 times as fast"
            ),
            .init("binnacle launch --check Config/live.yaml", "whether it would start"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        if arguments[detach], arguments[watch] {
            throw UsageError("--watch needs the terminal: leave out --detach")
        }
        let path = try arguments.required(file)
        let plan = try await Rig.checked(
            LaunchPlan.load(
                path,
                arguments: Assignment.values(arguments.all(assignments)),
                search: .fromEnvironment()
            ),
            arguments
        )
        if arguments[show] || arguments[graph] {
            for line in arguments[show] ? plan.text : plan.graph { try Output.line(line) }
            return .success
        }
        if arguments[check] {
            _ = try await Rig.checkedPlace(of: plan, arguments)
            try Output.line("\(path): \(plan.nodes.count.counted("node")), nothing in the way")
            return .success
        }
        if arguments[detach] {
            // What is in the way is said by this command, and not only in a file.
            let place = try await Rig.checkedPlace(of: plan, arguments)
            return try await BackgroundLaunch(file: path, place: place).start()
        }
        return try await Rig.launch(
            plan,
            arguments,
            watching: arguments[watch],
            timestamps: arguments[timestamps]
        )
    }
}
