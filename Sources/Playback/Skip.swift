internal import Recordings
internal import Text

/// Passes over a recording up to where it is to begin.
struct Skip: Sendable {
    private let start: RecordingStart?
    private var from: Double?
    private var hasBegun: Bool
    private var newest: Double?

    init(to start: RecordingStart?) {
        self.start = start
        hasBegun = start == nil
    }

    /// Whether a message is to be played.
    mutating func lets(_ message: RecordedMessage) -> Bool {
        if hasBegun { return true }
        if from == nil {
            switch start {
            case .offset(let seconds): from = message.time + seconds
            case .time(let time): from = time
            case nil: from = -.infinity
            }
        }
        newest = max(newest ?? message.time, message.time)
        hasBegun = message.time >= from ?? -.infinity
        return hasBegun
    }

    /// Checks at the end that there was something to play.
    ///
    /// - Throws: that the recording ends before it was to begin.
    func end(_ source: String) throws(PlaybackError) {
        guard !hasBegun, let from, let newest else { return }
        throw PlaybackError(
            source: source,
            problem: "ends at \(UTC.text(newest)), before the start at \(UTC.text(from))"
        )
    }
}
