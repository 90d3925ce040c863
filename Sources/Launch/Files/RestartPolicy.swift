internal import Rules
internal import Text

/// Whether and when a node that ended by itself is started again.
public struct RestartPolicy: Hashable, Sendable {
    /// After which ends.
    public enum Condition: String, Hashable, Sendable, CaseIterable {
        /// After none.
        case never
        /// After a signal or an exit code other than 0.
        case onFailure = "on-failure"
        /// After every end.
        case always
    }

    /// After which ends it is started again.
    public var condition = Condition.never
    /// How long to wait the first time; it doubles with each restart in the window.
    public var delay = Duration.milliseconds(500)
    /// The longest wait.
    public var maximumDelay = Duration.seconds(30)
    /// How many restarts there may be in the window.
    public var limit = 5
    /// How long a restart counts.
    public var window = Duration.seconds(60)
    /// With a shorter window a node that ends at once would be started for ever.
    private static let shortestWindow = Duration.seconds(1)

    /// Creates a policy with the usual delays.
    public init(_ condition: Condition = .never) {
        self.condition = condition
    }

    /// Reads `restart: on-failure` or `restart: {policy: …, delay: …}`.
    init(_ node: YAMLNode, of owner: String, _ findings: inout Findings) {
        if case .scalar = node.content {
            let known = Condition.allCases.map(\.rawValue)
            let written = node.scalar?.text ?? ""
            if let condition = Condition(rawValue: written) {
                self.condition = condition
            } else {
                let advice = Suggestion.advice(for: written, among: known, "it is one of")
                findings.error(node.location, "'restart' of \(owner) is \(node.kind)", advice: advice)
            }
            return
        }
        let keys = ["policy", "delay", "maximum", "limit", "window"]
        guard let fields = Fields(node, of: "'restart' of \(owner)", keys: keys, &findings) else { return }
        condition =
            fields["policy"] == nil
            ? .onFailure : fields.choice("policy", of: Condition.self, &findings) ?? .never
        delay = fields.duration("delay", &findings) ?? delay
        maximumDelay = fields.duration("maximum", &findings) ?? max(maximumDelay, delay)
        limit = fields.integer("limit", &findings) ?? limit
        window = fields.duration("window", &findings) ?? window
        if window < Self.shortestWindow {
            let location = fields["window"]?.location ?? node.location
            findings.error(
                location,
                "'window' of \(fields.what) is shorter than 1s",
                advice: "no restart would count for the limit, and none be the last"
            )
        }
        if maximumDelay < delay {
            let location = fields["maximum"]?.location ?? node.location
            findings.error(location, "'maximum' of \(fields.what) is shorter than 'delay'")
        }
    }
}
