internal import Messages
internal import Platform

extension Received {
    /// How far in the future a last value may have been published, seconds: clocks of two machines differ.
    private static var tolerance: Double { 1 }

    /// When it arrived, seconds of the monotonic clock.
    public var arrivalSeconds: Double { Double(arrival) * 1e-9 }

    /// How old it was when it arrived, seconds; infinite when its stamp cannot be believed.
    ///
    /// A live message arrived as it was published: the times in a recording are in the past, and say nothing about
    /// that. A last value is as old as its stamp says by the wall clock.
    public var ageAtArrival: Double { age(byWallClock: WallClock.nanoseconds) }

    /// The age at arrival, when that is at a time of the wall clock, Unix nanoseconds.
    func age(byWallClock now: Int64) -> Double {
        guard isLastValue else { return 0 }
        let age = (Double(now) - Double(stamp.published)) * 1e-9
        return age < -Self.tolerance ? .infinity : max(age, 0)
    }
}
