/// When the bytes of a sentence came, by the clocks that say so.
package struct Reception: Sendable {
    /// This host's, Unix seconds: of a live source.
    package var host: Double?
    /// That of a tag block, Unix seconds, mostly whole ones: of whoever received the sentence first.
    package var tag: Double?

    /// Creates one of what is known.
    package init(host: Double? = nil, tag: Double? = nil) {
        (self.host, self.tag) = (host, tag)
    }

    /// What is known best of the time itself.
    var time: Double? { tag ?? host }
    /// It is this host's own, and not a recording's.
    var isLive: Bool { tag == nil && host != nil }

    /// How long after another it was, seconds; `nil` when no clock was there at both.
    ///
    /// The host's clock is the finer one where both agree; a log that is sent as fast as it goes has the tags alone for a measure.
    func elapsed(since other: Reception) -> Double? {
        let byHost = Self.difference(host, other.host)
        guard let byTag = Self.difference(tag, other.tag) else { return byHost }
        guard let byHost, abs(byHost - byTag) <= 1.5 else { return byTag }
        return byHost
    }

    private static func difference(_ later: Double?, _ earlier: Double?) -> Double? {
        guard let later, let earlier else { return nil }
        // A longer pause, or one to the past, is a clock being set.
        let elapsed = later - earlier
        return elapsed >= 0 && elapsed < 864_000 ? elapsed : nil
    }
}
