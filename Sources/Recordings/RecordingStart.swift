/// Where in a recording to begin.
public enum RecordingStart: Hashable, Sendable {
    /// So many seconds behind its first message.
    case offset(Double)
    /// At a time, Unix seconds.
    case time(Double)

    /// Reads a number of seconds, or a time: of ISO 8601, or in Unix seconds from 1e9 on.
    ///
    /// - Throws: what is wrong with the text.
    public init(_ text: String) throws(RecordingError) {
        if let number = Number.parse(text), number >= 0, number < 1e9 {
            self = .offset(number)
            return
        }
        do {
            self = .time(try Instant.seconds(text))
        } catch {
            throw RecordingError(problem: "\(error.text); seconds into the recording are a number of 0 or more")
        }
    }
}
