internal import Binnacle
internal import Platform

/// `binnacle topic echo`: messages as they come.
enum TopicEchoVerb {
    private static let topic = Operand<TopicFilter>(
        "topic",
        "a topic, a kind, or what topics begin with",
        .optional
    )

    static let declaration = Verb(
        "echo",
        "Show messages as they come, the newest of each topic first",
        discussion: """
            A line a message: the topic and the payload. Payloads that are no text are shown as
            base64. Ends by Ctrl-C, --count, --duration or --timeout; with status 3 if the time
            was up before the count was reached, or before anything came.
            """,
        operands: [topic],
        options: EchoFilter.options + Limits.options + [CommonOptions.address, CommonOptions.json],
        examples: [
            .init("binnacle topic echo", "everything"),
            .init("binnacle topic echo fix/fusion --count 1 --timeout 5", "the fix, once"),
            .init("binnacle topic echo fix/gps --distance-filter 50", "a fix each 50 metres"),
            .init("binnacle topic echo pin/ --json", "pins, with sequence and time of publishing"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await BusConnection.withNode(arguments, within: Limits(arguments).patience) { node in
            try await echo(node, arguments)
        }
    }

    private static func echo(_ node: Node, _ arguments: Arguments) async throws -> ExitCode {
        let code = try await show(node, arguments)
        // The next message of its topic would have told it.
        for (topic, count) in await node.untoldLosses().sorted(by: { $0.key.description < $1.key.description }
        ) {
            Output.say("\(topic): \(count) messages lost")
        }
        return code
    }

    private static func show(_ node: Node, _ arguments: Arguments) async throws -> ExitCode {
        let limits = Limits(arguments)
        let listening = try Listening<Received<Bytes>>()
        node.subscribe(to: Bytes.self, arguments.optional(topic) ?? .all) { message in
            listening.noteArrival(at: message.arrival)
            listening.add(message)
        }
        listening.start(limits)
        var shown = 0
        var filter = EchoFilter(arguments)
        for await event in listening.events {
            switch event {
            case .item(let message):
                let behind = listening.takeGivenUp()
                if behind > 0 { Output.say("\(behind) messages came faster than they are read here") }
                if message.lost > 0 { Output.say("\(message.topic): \(message.lost) messages lost") }
                guard filter.passes(message) else { continue }
                try Output.line(
                    arguments[CommonOptions.json] ? EchoLine.json(message) : EchoLine.text(message)
                )
                shown += 1
                if shown == limits.count { return .success }
            case .second: break
            case .late: return limits.code(after: shown)
            case .enough: return .success
            case .ended: return limits.interrupted
            case .closed: throw ClosedPipe()
            }
        }
        // Cancelled, before the listening has taken the signals over.
        return limits.interrupted
    }
}
