/// The time of a recording, published by the replay that owns it.
public struct Clock: Message, Hashable {
    /// The first segment of the topics that carry clocks.
    public static let kind = "clock"

    /// The recording's time now, Unix seconds.
    public var time: Double
    /// How many seconds of the recording pass in a second; absent when it is played as fast as its readers confirm.
    public var rate: Double?
    /// Whether the time did not follow from the one before: a start, a loop or a jump.
    public var jump: Bool

    /// Creates a reading of the clock.
    public init(time: Double, rate: Double? = nil, jump: Bool = false) {
        self.time = time
        self.rate = rate
        self.jump = jump
    }
}
