internal import Binnacle
internal import Platform

extension Received {
    /// How far in the future a kept message may have been published, seconds: clocks of two machines differ.
    private static var tolerance: Double { 1 }

    /// When it was published, monotonic seconds; long ago when its stamp cannot be believed.
    ///
    /// A live message came as it was published. What the bus had kept is as old as its stamp says.
    var since: Double {
        let arrival = Double(arrival) * 1e-9
        guard isLastValue else { return arrival }
        let age = WallClock.seconds - Double(stamp.published) * 1e-9
        return age < -Self.tolerance ? -.infinity : arrival - max(age, 0)
    }
}
