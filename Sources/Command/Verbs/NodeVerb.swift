internal import Binnacle
internal import Text

/// `binnacle node`: who is on the bus.
enum NodeVerb {
    static let declaration = Verb(
        "node",
        "Tell who is on the bus",
        verbs: [list, NodeInfoVerb.declaration]
    )

    private static let list = Verb(
        "list",
        "List nodes with their state, process and topics",
        discussion: """
            Uptime and age are seconds: since the node said hello, and since it was last heard
            of. Scripts that never say hello are not listed.
            """,
        options: [CommonOptions.address, CommonOptions.json],
        examples: [
            .init(
                "binnacle node list --json",
                "a JSON object a node, with all it publishes, reads and answers"
            )
        ],
        body: runList
    )

    @Sendable private static func runList(_ arguments: Arguments) async throws -> ExitCode {
        let list = try await BusConnection.withNode(arguments) { node in
            try await node.request("bus/nodes", BusRequests.Empty(), as: BusRequests.NodeList.self)
        }
        if arguments[CommonOptions.json] {
            for node in list.nodes { try Output.line(json(node).line) }
        } else {
            for line in table(list.nodes).lines { try Output.line(line) }
        }
        return .success
    }

    static func table(_ nodes: [BusRequests.NodeInfo]) -> Table {
        var table = Table("NODE", "STATE", "PID", "UPTIME", "AGE", "PUBLISHES", "NOTE")
        for node in nodes {
            table.add([
                node.name, node.state, "\(node.pid)", node.uptime.fixed(1), node.age.fixed(1),
                node.publishes.joined(separator: ",").onOneLine,
                (node.note ?? "").onOneLine,
            ])
        }
        return table
    }

    static func json(_ node: BusRequests.NodeInfo) -> JSONObject {
        var object = JSONObject()
        object.add("name", node.name)
        object.add("pid", node.pid)
        object.add("publisher", node.publisher)
        object.add("state", node.state)
        object.add("note", node.note)
        object.add("publishes", node.publishes)
        object.add("reads", node.reads)
        object.add("answers", node.answers)
        object.add("provides", node.provides ?? [])
        object.add("uptime", node.uptime)
        object.add("age", node.age)
        return object
    }
}
