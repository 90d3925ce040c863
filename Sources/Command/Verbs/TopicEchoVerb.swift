internal import Binnacle
internal import Platform

/// `binnacle topic echo`: messages as they come.
enum TopicEchoVerb {
    private static let topic = Operand<TopicFilter>(
        "topic",
        "a topic, a kind, or what topics begin with",
        .optional
    )
    private static let count = Option<Int>("count", "N", "end after N messages", in: 1...(.infinity))
    private static let timeout = Option<Double>(
        "timeout",
        "S",
        "end when no message comes for S seconds",
        in: 0.001...1e6
    )

    static let declaration = Verb(
        "echo",
        "Show messages as they come, the newest of each topic first",
        discussion: """
            A line a message: the topic and the payload. Payloads that are no text are shown as
            base64. Ends by Ctrl-C, --count or --timeout; with status 3 if the time was up
            before the count was reached, or before anything came.
            """,
        operands: [topic],
        options: [count, timeout, CommonOptions.address, CommonOptions.json],
        examples: [
            .init("binnacle topic echo", "everything"),
            .init("binnacle topic echo fix/fusion --count 1 --timeout 5", "the fix, once"),
            .init("binnacle topic echo pin/ --json", "pins, with sequence and time of publishing"),
        ],
        body: run
    )

    private enum Event: Sendable {
        case message(Received<Bytes>)
        case late
        case ended
    }

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        try await BusConnection.withNode(arguments) { node in try await echo(node, arguments) }
    }

    private static func echo(_ node: Node, _ arguments: Arguments) async throws -> ExitCode {
        let (events, feed) = AsyncStream.makeStream(
            of: Event.self,
            bufferingPolicy: .bufferingNewest(100_000)
        )
        defer { feed.finish() }
        _ = try Signals(Signals.ending) { _ in feed.yield(.ended) }
        let arrival = Lock(MonotonicClock.nanoseconds)
        node.subscribe(to: Bytes.self, arguments.optional(topic) ?? .all) { message in
            arrival.withLock { $0 = MonotonicClock.nanoseconds }
            feed.yield(.message(message))
        }
        let timer = arguments[timeout].map { limit in
            Task {
                await wait(for: limit, since: arrival)
                feed.yield(.late)
            }
        }
        defer { timer?.cancel() }
        var shown = 0
        let wanted = arguments[count] ?? .max
        for await event in events {
            switch event {
            case .message(let message):
                if message.lost > 0 { Output.say("\(message.topic): \(message.lost) messages lost") }
                try Output.line(
                    arguments[CommonOptions.json] ? EchoLine.json(message) : EchoLine.text(message)
                )
                shown += 1
                if shown == wanted { return .success }
            case .late: return shown == 0 || wanted < .max ? .nothing : .success
            case .ended: return .success
            }
        }
        return .success
    }

    /// Waits until nothing has come for so many seconds.
    private static func wait(for limit: Double, since arrival: Lock<Int64>) async {
        while !Task.isCancelled {
            let passed = Double(MonotonicClock.nanoseconds - arrival.withLock { $0 }) * 1e-9
            if passed >= limit { return }
            try? await Task.sleep(for: .seconds(limit - passed))
        }
    }
}

extension TopicFilter: ArgumentValue {
    var argument: String { description }

    static func read(_ text: String) throws(UsageError) -> TopicFilter {
        do {
            return try TopicFilter(text)
        } catch {
            throw UsageError(error.problem)
        }
    }
}
