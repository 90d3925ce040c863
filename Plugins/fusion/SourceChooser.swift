internal import Glibc

/// Keeps to one of several sources of the same thing, and leaves it only for a good reason.
///
/// A source is left when it has been silent for too long, or for one that is clearly better and has been so for a
/// while, and for that at most once in a while: so that the choice does not jump back and forth. Times are seconds of a
/// monotonic clock.
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

    /// What one message of a source is worth.
    struct Offer: Sendable {
        /// How bad it is: for a fix its accuracy in metres.
        var badness: Double
        /// By how much that grows in each second that the next one is overdue: for a fix the speed.
        var worsening = 0.0
    }

    private struct Source: Sendable {
        var offer: Offer
        var arrival: Double
        /// Seconds between its messages, smoothed; unknown after the first.
        var interval: Double?
        /// Since when it has been better than the chosen one without a break.
        var betterSince: Double?

        /// How bad the newest message has become by now.
        ///
        /// A source that is in its usual rhythm is no worse for being slow: two of different rates would take turns.
        func badness(at now: Double) -> Double {
            let overdue = max(0, now - arrival - 1.5 * (interval ?? .infinity))
            return offer.badness + (overdue > 0 ? offer.worsening * overdue : 0)
        }
    }

    /// Seconds without a message after which a source is silent.
    let silence: Double
    /// The least seconds between two changes for the better.
    let hold: Double
    /// What its badness is measured in, for words.
    let unit: String
    /// Sources by preference, the most wanted first: each further place counts as twice as bad.
    let priority: [String]
    private(set) var chosen: String?
    private var sources: [String: Source] = [:]
    private var lastChange = -Double.infinity

    /// Another source is better when its badness is at most this share of the chosen one's.
    private static let improvement = 0.6
    /// Seconds for which it has to be better: one lucky message says little.
    static let proof = 2.0
    /// More sources than anyone has: what names itself anew with each message must not fill the memory.
    private static let capacity = 64

    init(silence: Double, hold: Double, unit: String = "", priority: [String] = []) {
        self.silence = silence
        self.hold = hold
        self.unit = unit
        self.priority = priority
    }

    /// Takes in that a source has said something, and what it is worth.
    mutating func add(_ name: String, _ offer: Offer, at now: Double) -> Verdict {
        note(name, offer, at: now)
        guard let chosen, let current = sources[chosen] else {
            return change(to: name, "\(name) is used", at: now)
        }
        if name == chosen { return .chosen }
        let quiet = now - current.arrival
        if quiet > silence {
            let why = "\(chosen) is silent for \(Self.rounded(quiet)) s: \(name) is used"
            return change(to: name, why, at: now)
        }
        let (mine, theirs) = (offer.badness, current.badness(at: now))
        guard mine * weight(of: name) <= Self.improvement * theirs * weight(of: chosen) else {
            sources[name]?.betterSince = nil
            return .passed
        }
        let since = sources[name]?.betterSince ?? now
        sources[name]?.betterSince = since
        guard now - since >= Self.proof, now - lastChange >= hold else { return .passed }
        let why =
            "\(name)\(words(mine)) has been better than \(chosen)\(words(theirs)) for \(Self.rounded(now - since)) s: "
            + "it is used"
        return change(to: name, why, at: now)
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

    private mutating func note(_ name: String, _ offer: Offer, at now: Double) {
        if sources[name] == nil, sources.count >= Self.capacity { forgetSilent(at: now) }
        guard var source = sources[name] else {
            if sources.count < Self.capacity { sources[name] = Source(offer: offer, arrival: now) }
            return
        }
        let step = now - source.arrival
        source.interval = source.interval.map { $0 + 0.2 * (min(step, silence) - $0) } ?? min(step, silence)
        // After a silence it has to show anew what it is worth.
        if step > silence { source.betterSince = nil }
        (source.offer, source.arrival) = (offer, now)
        sources[name] = source
    }

    private mutating func change(to name: String, _ why: String, at now: Double) -> Verdict {
        chosen = name
        lastChange = now
        if sources[name] == nil { sources[name] = Source(offer: Offer(badness: .infinity), arrival: now) }
        // What was better than the former one may not be better than this one.
        for other in sources.keys { sources[other]?.betterSince = nil }
        return .changed(why)
    }

    private mutating func forgetSilent(at now: Double) {
        sources = sources.filter { $0.key == chosen || now - $0.value.arrival <= silence }
    }

    /// The factor of a source's place in the order of preference; one with an instance goes by its node too.
    private func weight(of name: String) -> Double {
        let node = name.prefix { $0 != "/" }
        let place = priority.firstIndex(of: name) ?? priority.firstIndex(of: String(node)) ?? priority.count
        return exp2(Double(place))
    }

    private func words(_ badness: Double) -> String {
        unit.isEmpty || !badness.isFinite ? "" : " (\(Self.rounded(badness)) \(unit))"
    }

    private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
