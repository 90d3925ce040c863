internal import Platform

/// The speed of a playback, which may be changed from any thread while it plays.
public final class PlaybackSpeed: Sendable {
    private let value: Lock<Double>

    /// Creates a speed: seconds of the recording in a second; 0 is as fast as the readers confirm.
    public init(_ value: Double) {
        self.value = Lock(value)
    }

    /// The speed as it is now.
    public var current: Double { value.withLock { $0 } }

    /// Changes the speed; a playback that waits for its next message notices within a tenth of a second.
    public func change(to speed: Double) { value.withLock { $0 = speed } }
}
