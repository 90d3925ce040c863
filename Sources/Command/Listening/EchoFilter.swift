internal import Binnacle

/// Which messages `topic echo` shows of those that come: of fixes and headings the ones that its options ask for.
struct EchoFilter: Sendable {
    static let desiredAccuracy = Option<DesiredAccuracy>(
        "desired-accuracy",
        "M",
        "of fixes only those that are accurate to M metres, or best, ten-metres, …"
    )
    static let distanceFilter = Option<Double>(
        "distance-filter",
        "M",
        "of fixes only those M metres from the last one shown",
        in: 0...1e8
    )
    static let headingFilter = Option<Double>(
        "heading-filter",
        "D",
        "of headings only those D degrees from the last one shown",
        in: 0...180
    )
    static let maximumRate = Option<Double>(
        "maximum-rate",
        "N",
        "of fixes and headings at most N a second of each topic",
        in: 1e-6...1e6
    )

    /// The options, in the order of the help.
    static let options: [any NamedParameter] = [desiredAccuracy, distanceFilter, headingFilter, maximumRate]

    private let fixes: FixFilter
    private let headings: HeadingFilter
    private let isNeeded: Bool
    private var ofFixes: [Topic: FilterMemory<Fix>] = [:]
    private var ofHeadings: [Topic: FilterMemory<Heading>] = [:]

    init(_ arguments: Arguments) {
        fixes = FixFilter(
            desiredAccuracy: arguments[Self.desiredAccuracy] ?? .best,
            distanceFilter: arguments[Self.distanceFilter],
            maximumRate: arguments[Self.maximumRate]
        )
        headings = HeadingFilter(
            headingFilter: arguments[Self.headingFilter],
            maximumRate: arguments[Self.maximumRate]
        )
        isNeeded = fixes != FixFilter() || headings != HeadingFilter()
    }

    /// Whether a message is shown; of a kind that there is no filter for, or that cannot be read, every one is.
    mutating func passes(_ received: Received<Bytes>) -> Bool {
        guard isNeeded, let payload = received.message?.bytes else { return true }
        let topic = received.topic
        switch topic.kind {
        case Fix.kind[...]: return Self.passes(payload, fixes, &ofFixes[topic, default: .init()])
        case Heading.kind[...]: return Self.passes(payload, headings, &ofHeadings[topic, default: .init()])
        default: return true
        }
    }

    private static func passes<Filter: MessageFilter>(
        _ payload: [UInt8],
        _ filter: Filter,
        _ memory: inout FilterMemory<Filter.Payload>
    ) -> Bool {
        guard let message = try? Filter.Payload(decoding: payload.span) else { return true }
        return filter.passes(message, after: &memory)
    }
}

extension DesiredAccuracy: ArgumentValue {
    static func read(_ text: String) throws(UsageError) -> DesiredAccuracy {
        guard let accuracy = DesiredAccuracy(text) else {
            throw UsageError("'\(text)' is not \(choices)")
        }
        return accuracy
    }

    var argument: String { description }

    static var completion: Completion { .words(names.map(\.name)) }
}
