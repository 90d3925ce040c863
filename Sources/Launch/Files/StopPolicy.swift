internal import Glibc

/// How a node is asked to stop, before SIGTERM and SIGKILL.
public struct StopPolicy: Hashable, Sendable {
    /// The signals that ask a program to stop.
    public enum Signal: String, Hashable, Sendable, CaseIterable {
        /// What Ctrl-C sends.
        case interrupt = "SIGINT"
        /// What `kill` sends.
        case terminate = "SIGTERM"
        /// A terminal that went away.
        case hangUp = "SIGHUP"
        /// Ctrl-\.
        case quit = "SIGQUIT"
        /// At once, without asking.
        case kill = "SIGKILL"

        /// The signal's number.
        public var number: Int32 {
            switch self {
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangUp: SIGHUP
            case .quit: SIGQUIT
            case .kill: SIGKILL
            }
        }
    }

    /// The first signal.
    public var signal = Signal.interrupt
    /// How long each signal is given before the next.
    public var grace = Duration.seconds(3)

    /// Creates the usual policy: SIGINT, 3 s, SIGTERM, 3 s, SIGKILL.
    public init() {}

    /// Reads `stop: {signal: …, grace: …}`.
    init(_ node: YAMLNode, of owner: String, _ findings: inout Findings) {
        guard let fields = Fields(node, of: "'stop' of \(owner)", keys: ["signal", "grace"], &findings) else {
            return
        }
        signal = fields.choice("signal", of: Signal.self, &findings) ?? signal
        grace = fields.duration("grace", &findings) ?? grace
    }
}
