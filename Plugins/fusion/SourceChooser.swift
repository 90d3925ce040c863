/// Keeps to one of several sources of the same thing, and leaves it only for a good reason.
///
/// A source is left when it has been silent for too long, or for one that is clearly better, and for that at most once
/// in a while: so that the choice does not jump back and forth. Times are seconds of a monotonic clock.
struct SourceChooser: Sendable {
    /// What became of a message.
    enum Verdict: Hashable, Sendable {
        /// Its source is the chosen one.
        case chosen
        /// Its source is chosen from now on, and why, in words.
        case changed(String)
        /// Another source is better.
        case passed
    }

    private struct Source: Sendable {
        var badness: Double
        var arrival: Double
    }

    /// Seconds without a message after which a source is silent.
    let silence: Double
    /// The least seconds between two changes for the better.
    let hold: Double
    private(set) var chosen: String?
    private var sources: [String: Source] = [:]
    private var lastChange = -Double.infinity

    /// Another source is better when its badness is at most this share of the chosen one's.
    private static let improvement = 0.6
    /// More sources than anyone has: what names itself anew with each message must not fill the memory.
    private static let capacity = 64

    init(silence: Double, hold: Double) {
        self.silence = silence
        self.hold = hold
    }

    /// Takes in that a source has said something, and how bad what it says is: for a fix its accuracy in metres.
    mutating func add(_ name: String, badness: Double, at now: Double) -> Verdict {
        if sources[name] == nil, sources.count >= Self.capacity { forgetSilent(at: now) }
        if sources[name] != nil || sources.count < Self.capacity {
            sources[name] = Source(badness: badness, arrival: now)
        }
        guard let chosen, let current = sources[chosen] else {
            return change(to: name, "\(name) is used", at: now)
        }
        if name == chosen { return .chosen }
        let quiet = now - current.arrival
        if quiet > silence {
            return change(
                to: name,
                "\(chosen) is silent for \(Self.rounded(quiet)) s: \(name) is used",
                at: now
            )
        }
        guard badness <= Self.improvement * current.badness, now - lastChange >= hold else { return .passed }
        return change(to: name, "\(name) is better than \(chosen): it is used", at: now)
    }

    /// Whether the chosen source has been heard of lately.
    func isAlive(at now: Double) -> Bool {
        guard let chosen, let source = sources[chosen] else { return false }
        return now - source.arrival <= silence
    }

    /// Seconds since a source was heard of; absent for one that never was.
    func age(of name: String, at now: Double) -> Double? {
        sources[name].map { now - $0.arrival }
    }

    private mutating func change(to name: String, _ why: String, at now: Double) -> Verdict {
        chosen = name
        lastChange = now
        if sources[name] == nil { sources[name] = Source(badness: .infinity, arrival: now) }
        return .changed(why)
    }

    private mutating func forgetSilent(at now: Double) {
        sources = sources.filter { $0.key == chosen || now - $0.value.arrival <= silence }
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }
}
