/// What a receiver makes of the ten bits in which GPS counts its weeks, once they have overflowed.
package enum WeekRollover {
    /// 1024 weeks, in seconds.
    static let period = 1024.0 * 7 * 86_400
    /// How far the host's clock may be off for a date to be told from one of another period, seconds.
    static let tolerance = 30.0 * 86_400

    /// What to add to a live receiver's time, or `nil` when it is right by the host's clock, or the clock is not.
    ///
    /// Only a time that is behind by whole periods, give or take 30 days, is one of these: a host whose clock was never set
    /// is in the receiver's past, not in its future.
    package static func correction(of time: Double, at now: Double) -> Double? {
        let periods = ((now - time) / period).rounded()
        guard periods >= 1, periods < 100, abs(now - time - periods * period) <= tolerance else { return nil }
        return periods * period
    }
}
