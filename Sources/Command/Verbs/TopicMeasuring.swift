internal import Binnacle
internal import Platform
internal import Text

/// What `topic hz`, `bw` and `delay` share: they listen, and tell each second what they have measured.
struct TopicMeasuring<Measured: Meter>: Sendable {
    private let topic = Operand<TopicFilter>("topic", "a topic, a kind, or what topics begin with")
    private let window: Option<Int>

    /// - Parameters:
    ///   - window: over how many messages to measure where no other number is asked for.
    ///   - least: the smallest window in which something can be measured.
    init(window: Int, atLeast least: Double = 1) {
        self.window = Option("window", "N", "measure over the newest N", in: least...1e7, default: window)
    }

    /// Declares the verb.
    func verb(_ name: String, _ summary: String, discussion: String, examples: [Verb.Example]) -> Verb {
        Verb(
            name,
            summary,
            discussion: discussion,
            operands: [topic],
            options: [window] + Limits.options + [CommonOptions.address, CommonOptions.json],
            examples: examples
        ) { arguments in
            try await BusConnection.withNode(arguments, within: Limits(arguments).patience) { node in
                try await measure(node, arguments)
            }
        }
    }

    private func measure(_ node: Node, _ arguments: Arguments) async throws -> ExitCode {
        let filter = try arguments.required(topic)
        let limits = Limits(arguments)
        if let count = limits.count, count < Measured.fewest {
            throw UsageError("--count: \(count) is not at least \(Measured.fewest)")
        }
        let listening = try Listening<Never>()
        let measurements = Lock(Measurements<Measured>(window: arguments[window] ?? 1))
        node.subscribe(to: Bytes.self, filter, lastValues: false) { message in
            // What a publisher sends again after a gap was not sent now.
            guard !message.isLastValue else { return }
            listening.noteArrival(at: message.arrival)
            let count = measurements.withLock { measurements in
                if measurements.count < limits.count ?? .max { measurements.take(message) }
                return measurements.count
            }
            if count == limits.count { listening.finish() }
        }
        try await node.subscriptionsInForce(within: limits.patience)
        Output.say("listening to \(filter)")
        listening.start(limits)
        let isJSON = arguments[CommonOptions.json]
        let show = { (tracks: [Measurements<Measured>.Track], atEnd: Bool) in
            for track in tracks {
                let text =
                    isJSON
                    ? track.json(atEnd: atEnd) : track.text(named: !filter.isOneTopic, atEnd: atEnd)
                if let text { try Output.line(text) }
            }
        }
        var isSilent = false
        for await event in listening.events {
            switch event {
            case .item: break
            case .second:
                let news = measurements.withLock { $0.takeNews() }
                // Once for each silence, however long it is.
                if news.isEmpty, !isSilent { Output.say("no new messages") }
                isSilent = news.isEmpty
                try show(news, false)
            case .enough:
                try show(measurements.withLock { $0.all }, true)
                return .success
            case .ended:
                try show(measurements.withLock { $0.all }, true)
                return limits.interrupted
            case .late(let why):
                let (all, count) = measurements.withLock { ($0.all, $0.count) }
                try show(all, true)
                let code = count < Measured.fewest ? .nothing : limits.code(after: count)
                if code == .nothing { Output.say("\(why): \(count.counted("message"))") }
                return code
            case .closed: throw ClosedPipe()
            }
        }
        return limits.interrupted
    }
}

extension TopicFilter {
    /// Whether it lets one topic pass at most.
    var isOneTopic: Bool { if case .exactly = self { true } else { false } }
}
