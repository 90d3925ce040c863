/// Something wrong with a launch file, a manifest or an argument, found before anything starts.
public struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether a finding keeps the rig from starting.
    public enum Severity: String, Hashable, Sendable {
        /// Worth a look; the rig starts.
        case warning
        /// The rig does not start.
        case error
    }

    /// How bad it is.
    public let severity: Severity
    /// Where it is.
    public let location: SourceLocation
    /// What is wrong.
    public let problem: String
    /// What to do about it; empty where that goes without saying.
    public let advice: String

    /// Creates a finding.
    public init(
        _ severity: Severity = .error,
        at location: SourceLocation,
        _ problem: String,
        advice: String = ""
    ) {
        self.severity = severity
        self.location = location
        self.problem = problem
        self.advice = advice
    }

    /// `file:line:column: what; what to do`, with `warning: ` before the what of a warning.
    public var description: String {
        let prefix = severity == .warning ? "warning: " : ""
        return "\(location): \(prefix)\(problem)\(advice.isEmpty ? "" : "; \(advice)")"
    }
}
