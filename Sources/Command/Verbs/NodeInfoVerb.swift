internal import Binnacle

/// `binnacle node info`: everything that is known of a node.
enum NodeInfoVerb {
    private static let node = Operand<NodeOperand>("node", "its name; 'bus' is the bus itself")

    static let declaration = Verb(
        "info",
        "Tell how a node does: state, memory, topics, rates, losses, parameters",
        discussion: """
            What is left out is not known: a node that is gone has no rates. Memory is what is
            resident; losses are counted since the node's start.
            """,
        operands: [node],
        options: [CommonOptions.address, CommonOptions.json],
        examples: [.init("binnacle node info fusion", "why it is degraded, say")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let name = try arguments.required(node).name
        let report = try await BusConnection.withNode(arguments) { node in
            try NodeReport(name, in: try await BusSnapshot.takeWhole(node, of: name))
        }
        let lines = arguments[CommonOptions.json] ? [report.json.line] : report.lines
        for line in lines { try Output.line(line) }
        return .success
    }
}

/// The name of a node on the command line.
struct NodeOperand: ArgumentValue, Equatable {
    static let completion = Completion.nodes

    let name: String

    var argument: String { name }

    static func read(_ text: String) throws(UsageError) -> NodeOperand { NodeOperand(name: text) }
}
