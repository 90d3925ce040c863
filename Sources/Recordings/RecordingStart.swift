/// Where in a recording to begin.
public enum RecordingStart: Hashable, Sendable {
    /// So many seconds behind its first message.
    case offset(Double)
    /// At a time, Unix seconds.
    case time(Double)

    /// Takes a number for seconds into the recording, and from 1e9 on (September 2001) for a time.
    ///
    /// - Throws: that the number is negative or not finite.
    public init(_ number: Double) throws(RecordingError) {
        guard number.isFinite, number >= 0 else {
            throw RecordingError(
                problem: "\(number) is neither seconds into the recording nor a time in Unix seconds"
            )
        }
        self = number < 1e9 ? .offset(number) : .time(number)
    }
}
