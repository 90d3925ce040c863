internal import Binnacle
internal import Glibc
internal import Platform
internal import Text

/// `binnacle topic pub`: messages from the command line.
enum TopicPubVerb {
    private static let topic = Operand<Topic>("topic", "the topic: kind/source")
    private static let payload = Operand<String>("payload", "what to publish, JSON", .optional)
    private static let rate = Option<Double>(
        "rate",
        "HZ",
        "publish again and again, HZ a second",
        in: 0.001...1e5
    )
    private static let count = Option<Int>(
        "count",
        "N",
        "end after N messages; one a second without --rate",
        in: 1...1e15
    )
    private static let once = Flag("once", "publish once, as without --rate and --count")
    private static let input = Flag("stdin", "publish each line of standard input")
    private static let now = Flag("now", "set the payload's time to that of publishing")
    private static let raw = Flag("raw", "send the payload as it is, whatever it is")
    private static let wait = Flag("wait", "wait for a reader first")
    private static let timeout = Option<Double>(
        "timeout",
        "S",
        "how long to wait for a reader, and for the bus to take everything",
        in: 0.001...1e6,
        default: 5
    )

    static let declaration = Verb(
        "pub",
        "Publish messages on a topic",
        discussion: """
            The payload of a kind of the contract is checked against it, that of another kind has
            to be JSON. Ends when the bus has passed everything on, with status 3 if it has not
            in time. Lines of standard input go as fast as nodes that read them confirm, or by
            --rate.
            """,
        operands: [topic, payload],
        options: [
            once, rate, count, input, now, raw, wait, timeout, CommonOptions.address, CommonOptions.json,
        ],
        examples: [
            .init(#"binnacle topic pub fix/me '{"latitude":54.4,"longitude":10.2}' --now"#, "a fix"),
            .init(
                #"binnacle topic pub note/me '"ahoy"' --rate 10"#,
                "a kind of one's own, ten a second until Ctrl-C"
            ),
            .init("binnacle topic pub fix/log --stdin < fixes.jsonl", "a message a line"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let plan = try plan(arguments)
        let seconds = arguments[timeout] ?? 5
        return try await BusConnection.withNode(arguments, within: seconds) { node in
            let publication = try await Publication(
                plan.topic,
                on: node,
                raw: plan.isRaw,
                patience: seconds
            )
            let interruption = try Interruption()
            let limit = arguments[wait] ? seconds : nil
            let work = Task {
                try await publication.carryOut(plan, waiting: limit, until: interruption)
            }
            let stop = { @Sendable in
                interruption.interrupt()
                work.cancel()
            }
            try Interrupt.watch(stop)
            let isStopped = try await withTaskCancellationHandler {
                try await !work.value
            } onCancel: {
                stop()
            }
            // Who has typed Ctrl-C does not wait for long.
            let isTaken = try await publication.isTaken(within: .seconds(isStopped ? 0.4 : seconds))
            let code = try await report(publication, isTaken: isTaken, json: arguments[CommonOptions.json])
            // What goes on until Ctrl-C has done by then what it was asked for.
            let hasGoal = plan.count != nil || limit != nil
            return isStopped && hasGoal && publication.count == 0 ? .interrupted : code
        }
    }

    /// Reads what is asked for, and checks the payload before anything else is done.
    private static func plan(_ arguments: Arguments) throws -> PublishingPlan {
        let topic = try arguments.required(topic)
        guard topic.source != "bus" else { throw UsageError("\(topic): the bus alone publishes there") }
        let payload = arguments.optional(payload)
        let isLines = arguments[input]
        guard isLines != (payload != nil) else {
            throw UsageError(isLines ? "PAYLOAD or --stdin, not both" : "missing PAYLOAD, or --stdin")
        }
        if arguments[once], arguments.has(rate) || arguments.has(count) || isLines {
            throw UsageError("--once goes without --rate, --count and --stdin")
        }
        if arguments[raw], arguments[now] { throw UsageError("--raw leaves the payload as it is: no --now") }
        let plan = PublishingPlan(
            topic: topic,
            source: payload.map { .payload(Array($0.utf8)) } ?? .input,
            pace: arguments[rate].map { .rate($0) } ?? (isLines ? .readers : .rate(1)),
            count: arguments[count] ?? (isLines || arguments.has(rate) ? nil : 1),
            isRaw: arguments[raw],
            setsTime: arguments[now]
        )
        guard case .payload(let bytes) = plan.source else { return plan }
        do {
            for key in try plan.prepare(bytes).strange { Output.say(PublishingPlan.strange(key, topic)) }
        } catch {
            let advice = error.key == "time" ? "--now sets it" : "--raw sends it as it is"
            throw UsageError("PAYLOAD: \(error); \(advice)")
        }
        return plan
    }

    /// Says what has become of the messages.
    private static func report(
        _ publication: Publication,
        isTaken: Bool?,
        json: Bool
    ) async throws -> ExitCode {
        let topic = publication.topic
        // A bus that says nothing does not say who reads either.
        let readers = isTaken == false ? nil : try await publication.readers()
        let dropped = publication.dropped
        if json {
            var object = JSONObject()
            object.add("topic", topic.description)
            object.add("publisher", publication.publisher)
            object.add("published", publication.count)
            object.add("taken", isTaken)
            object.add("dropped", dropped)
            object.add("readers", readers)
            try Output.line(object.line)
        }
        let those = readers.map { $0 == 0 ? "; no reader" : "; \($0.counted("reader"))" } ?? ""
        let verb = isTaken == false ? "sent" : "published"
        Output.say("\(verb) \(publication.count.counted("message")) on \(topic)\(those)")
        if dropped > 0 {
            Output.say("\(dropped.counted("message")) did not reach the bus, which was away or busy")
        }
        switch isTaken {
        case nil: Output.say("this key may not read, so nobody here knows what the bus has taken")
        case false?:
            throw CommandError(
                "the bus has not passed on the last message: it is held up, or refuses it, because it has too many topics "
                    + "say; 'binnacle topic echo log/bus' tells within a minute",
                code: .nothing
            )
        case true?: break
        }
        return dropped > 0 ? .failure : .success
    }
}
