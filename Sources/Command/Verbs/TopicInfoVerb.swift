internal import Binnacle

/// `binnacle topic info`: everything that is known of a topic.
enum TopicInfoVerb {
    private static let topic = Operand<Topic>("topic", "the topic: kind/source")

    static let declaration = Verb(
        "info",
        "Tell who publishes and who reads a topic, how often and what was lost",
        discussion: """
            Publishers that are no nodes are known by the newest message alone. What readers have
            lost, and what publishers have dropped, they count over all their topics.
            """,
        operands: [topic],
        options: [CommonOptions.address, CommonOptions.json],
        examples: [.init("binnacle topic info fix/fusion", "who listens to the chosen fix")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let topic = try arguments.required(topic)
        let report = try await BusConnection.withNode(arguments) { node in
            try TopicReport(topic, in: try await BusSnapshot.take(node))
        }
        let lines = arguments[CommonOptions.json] ? [report.json.line] : report.lines
        for line in lines { try Output.line(line) }
        return .success
    }
}
