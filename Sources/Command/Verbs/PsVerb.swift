internal import Binnacle
internal import Launch
internal import Text

/// `binnacle ps`: the nodes that were launched.
enum PsVerb {
    static let declaration = Verb(
        "ps",
        "List the nodes of the rigs that were launched on a bus",
        discussion: """
            The bus of a rig is among its nodes where the launcher has started it. Uptime is
            seconds since the process was started; 'binnacle node list' shows what is on the bus,
            launched or not.
            """,
        options: [CommonOptions.address, CommonOptions.json],
        examples: [.init("binnacle ps --json", "a JSON object a node")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let reports = try await BusConnection.withNode(arguments) { node in
            try await RigClient(node: node).reports()
        }
        if arguments[CommonOptions.json] {
            for (launcher, report) in reports {
                for node in report.nodes { try Output.line(json(node, of: launcher).line) }
            }
        } else {
            for line in table(reports).lines { try Output.line(line) }
        }
        return .success
    }

    static func table(_ reports: [(launcher: String, report: LaunchService.Report)]) -> Table {
        var table = Table("NODE", "PLUGIN", "STATE", "PID", "UPTIME", "RESTARTS", "LAST ENDED WITH")
        for node in reports.flatMap(\.report.nodes) {
            table.add([
                node.name,
                node.plugin ?? "-",
                node.state.rawValue,
                node.pid.map(String.init) ?? "-",
                node.uptime.map { $0.fixed(1) } ?? "-",
                "\(node.restarts)",
                node.last ?? "",
            ])
        }
        return table
    }

    static func json(_ node: NodeState, of launcher: String) -> JSONObject {
        var object = JSONObject()
        object.add("name", node.name)
        object.add("launcher", launcher)
        object.add("plugin", node.plugin)
        object.add("state", node.state.rawValue)
        object.add("pid", node.pid)
        object.add("uptime", node.uptime)
        object.add("restarts", node.restarts)
        object.add("required", node.required)
        object.add("last", node.last)
        object.add("live", node.live)
        return object
    }
}
