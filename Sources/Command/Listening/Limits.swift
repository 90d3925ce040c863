/// When a verb that goes on by itself ends: after so many messages, so many seconds, or so many seconds of silence.
struct Limits: Equatable, Sendable {
    static let count = Option<Int>("count", "N", "end after N messages", in: 1...(.infinity))
    static let duration = Option<Double>("duration", "S", "end after S seconds", in: 0.001...1e6)
    static let timeout = Option<Double>(
        "timeout",
        "S",
        "end when no message comes for S seconds",
        in: 0.001...1e6
    )

    /// The options, in the order of the help.
    static let options: [any NamedParameter] = [count, duration, timeout]

    var count: Int?
    var duration: Double?
    var timeout: Double?

    init(_ arguments: Arguments) {
        count = arguments[Self.count]
        duration = arguments[Self.duration]
        timeout = arguments[Self.timeout]
    }

    /// How many seconds may pass before the first message, and so before the bus has to be there; `nil` where that is not
    /// said.
    var patience: Double? { [duration, timeout].compactMap(\.self).min() }

    /// The exit code when somebody asks for the end: what goes on by itself is done, a number that was asked for has not
    /// come.
    var interrupted: ExitCode { count == nil ? .success : .interrupted }

    /// The exit code when the time is up after so many messages.
    func code(after messages: Int) -> ExitCode {
        messages == 0 || messages < (count ?? 0) ? .nothing : .success
    }
}
