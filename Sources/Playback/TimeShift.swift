internal import Recordings

/// What is added to the times of a recording.
struct TimeShift: Sendable {
    private let times: PlaybackOptions.Times
    private var shift = 0.0
    private var newest = -Double.infinity

    init(_ times: PlaybackOptions.Times) {
        self.times = times
    }

    /// Takes a message as one that does not follow from those before: its time becomes the present, but never goes back.
    mutating func begin(_ message: RecordedMessage, now: Double) {
        if times == .now { shift = max(now, newest) - message.time }
    }

    /// The message with the time that it is published with.
    mutating func apply(to message: RecordedMessage) -> RecordedMessage {
        guard times == .now else { return message }
        var message = message
        message.time += shift
        newest = max(newest, message.time)
        return message
    }
}
