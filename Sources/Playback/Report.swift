internal import Recordings
internal import Text

/// What a player tells its owner on the way.
struct Report: Sendable {
    private static let interval: Int64 = 5_000_000_000
    private static let tick: Int64 = 1_000_000_000

    /// The messages published since the beginning or the last loop.
    private(set) var count = 0
    /// How much of the recording has been read, where that is known.
    var progress: Double?
    /// What was wrong with the recording.
    var losses: String?

    private let source: String
    private var time: Double?
    private var reported: Int64?
    private var ticked: Int64?
    /// When it was last told that the recording begins again, and how often it has since.
    private var repeated: Int64?
    private var rounds = 0

    init(source: String) {
        self.source = source
    }

    mutating func note(_ message: RecordedMessage) {
        count += 1
        time = message.time
    }

    mutating func restart() {
        count = 0
        time = nil
    }

    /// Whether a second has gone by since this was last so.
    mutating func isClockDue(_ now: Int64) -> Bool {
        guard let ticked, now - ticked < Self.tick else {
            defer { self.ticked = now }
            return ticked != nil
        }
        return false
    }

    /// A line about the progress, every five seconds.
    mutating func line(_ now: Int64) -> String? {
        guard let reported, now - reported < Self.interval else {
            defer { self.reported = now }
            return reported == nil ? nil : "\(source): \(state)"
        }
        return nil
    }

    /// A line about one more end of a recording that is played again and again, every five seconds at most.
    mutating func again(_ now: Int64) -> String? {
        rounds += 1
        if let repeated, now - repeated < Self.interval { return nil }
        defer { (repeated, rounds) = (now, 0) }
        return "\(end); beginning again\(rounds > 1 ? ", \(rounds) times since the last such line" : "")"
    }

    /// The line at the end.
    var end: String {
        let losses = losses.map { "; \($0)" } ?? ""
        return
            "\(source): ended after \(count.counted("message"))\(time.map { " at \(UTC.text($0))" } ?? "")\(losses)"
    }

    private var state: String {
        let share = progress.map { ", \(Int(min(max($0, 0), 1) * 100)) %" } ?? ""
        return "\(count.counted("message"))\(share)\(time.map { ", \(UTC.text($0))" } ?? "")"
    }
}
