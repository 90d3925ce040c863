public import Recordings

/// How a recording is played.
public struct PlaybackOptions: Hashable, Sendable {
    /// Which times messages are published with.
    public enum Times: String, Hashable, Sendable, CaseIterable {
        /// Those of the recording.
        case recorded
        /// Those of the recording, moved so that the first is the present.
        case now
    }

    /// Seconds of the recording in a second; 0 is as fast as the readers confirm.
    public var speed = 1.0
    /// Whether to begin again at the end, for ever.
    public var loops = false
    /// Where to begin; `nil` at the first message.
    public var start: RecordingStart?
    /// Which times messages are published with.
    public var times = Times.recorded
    /// Which messages are published; others are passed over.
    public var kinds = Set(RecordedMessage.Kind.allCases)
    /// Whether what comes through a pipe is published as it comes, whatever its times: it is a sensor and no recording.
    public var pipesAreLive = false

    /// Creates the options of a recording that is played once, from its beginning, at its own speed.
    public init() {}
}
