internal import Binnacle
internal import Text

/// `binnacle topic list`: the topics that the bus has seen.
enum TopicListVerb {
    private static let prefix = Operand<String>(
        "prefix",
        "what the topics begin with",
        .optional,
        completing: .topics
    )

    static let declaration = Verb(
        "list",
        "List topics with their publishers, rates, ages and listeners",
        discussion: "Rates are messages a second, ages seconds since the newest message.",
        operands: [prefix],
        options: [CommonOptions.address, CommonOptions.json],
        examples: [
            .init("binnacle topic list fix/", "the sources of fixes"),
            .init("binnacle topic list --json", "a JSON object a topic"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let query = BusRequests.Prefix(prefix: arguments.optional(prefix))
        let list = try await BusConnection.withNode(arguments) { node in
            try await node.request("bus/topics", query, as: BusRequests.TopicList.self)
        }
        if arguments[CommonOptions.json] {
            for topic in list.topics { try Output.line(json(topic).line) }
        } else {
            for line in table(list.topics).lines { try Output.line(line) }
        }
        return .success
    }

    static func table(_ topics: [BusRequests.TopicInfo]) -> Table {
        var table = Table("TOPIC", "KIND", "NODE", "RATE", "COUNT", "AGE", "LISTENERS", "KEPT")
        for topic in topics {
            let (kind, node) = parts(topic.topic)
            table.add([
                topic.topic.onOneLine, kind, node, topic.rate.fixed(1), "\(topic.count)",
                topic.age.fixed(1), "\(topic.listeners)", topic.kept ? "yes" : "no",
            ])
        }
        return table
    }

    static func json(_ topic: BusRequests.TopicInfo) -> JSONObject {
        let (kind, node) = parts(topic.topic)
        var object = JSONObject()
        object.add("topic", topic.topic)
        object.add("kind", kind)
        object.add("node", node)
        object.add("publisher", topic.publisher)
        object.add("sequence", topic.sequence)
        object.add("count", topic.count)
        object.add("bytes", topic.bytes)
        object.add("rate", topic.rate)
        object.add("age", topic.age)
        object.add("kept", topic.kept)
        object.add("listeners", topic.listeners)
        return object
    }

    private static func parts(_ text: String) -> (kind: String, node: String) {
        guard let topic = try? Topic(text) else { return ("", "") }
        return (String(topic.kind), String(topic.source))
    }
}
