/// When each message of a recording is due, and where its time jumps.
///
/// Due times count from the first message and from nothing in between, so that pauses of the player do not add up.
public struct Timeline: Sendable {
    /// A message's place in time.
    public enum Step: Hashable, Sendable {
        /// It follows the one before and is due so many seconds after the start.
        case due(Double)
        /// It does not follow: the recording's time went back, or forward over a gap that nobody waits for.
        /// It is due so many seconds after the start, at once after the one before.
        case jump(from: Double, to: Double, due: Double)
    }

    /// The longest gap that is waited for, in seconds of the recording.
    public static let longestGap = 600.0

    /// How far messages of different kinds may be out of order: an epoch of NMEA sentences is complete after what a compass
    /// said meanwhile.
    public static let disorder = 2.0

    /// Seconds of the recording in a second; 0 has everything due at once.
    public private(set) var speed: Double
    private var origin: Double?
    private var due = 0.0
    private var newest: Double?
    private var newestOfKind: [RecordedMessage.Kind: Double] = [:]

    /// Creates a timeline of a speed: seconds of the recording in a second; 0 has everything due at once.
    public init(speed: Double) {
        self.speed = speed
    }

    /// The time of the newest message since the start or the last jump, Unix seconds.
    public var time: Double? { newest }

    /// Places the next message.
    public mutating func step(_ message: RecordedMessage) -> Step {
        let time = message.time
        guard let newest, let origin else { return .due(begin(message, due: 0)) }
        let isBack = time < newestOfKind[message.kind] ?? -.infinity || time < newest - Self.disorder
        guard !isBack, time - newest <= Self.longestGap else {
            return .jump(from: newest, to: time, due: begin(message, due: due))
        }
        self.newest = max(newest, time)
        newestOfKind[message.kind] = time
        if speed > 0 { due = max(due, (time - origin) / speed) }
        return .due(due)
    }

    /// Goes on at another speed.
    ///
    /// - Parameters:
    ///   - speed: seconds of the recording in a second; 0 has everything due at once.
    ///   - now: seconds since the start.
    ///   - next: the time of the newest message that was placed, which is not due yet or has just become so, Unix seconds.
    /// - Returns: when that message is due now, in seconds after the start.
    public mutating func change(to speed: Double, at now: Double, next: Double) -> Double {
        // What is left to wait, in the recording's time, is the same as before.
        let left = self.speed > 0 ? max(due - now, 0) * self.speed : 0
        self.speed = speed
        due = speed > 0 ? now + left / speed : now
        origin = speed > 0 ? next - due * speed : next
        return due
    }

    /// Makes the next message a first one, due at once after the one before: a loop's.
    public mutating func restart() {
        newest = nil
        origin = nil
        newestOfKind = [:]
    }

    private mutating func begin(_ message: RecordedMessage, due: Double) -> Double {
        // After a restart the due time goes on from where it was.
        let due = max(due, self.due)
        newestOfKind = [message.kind: message.time]
        newest = message.time
        origin = speed > 0 ? message.time - due * speed : message.time
        self.due = due
        return due
    }
}
