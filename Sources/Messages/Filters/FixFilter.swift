/// Which fixes of a source are wanted: those that are accurate enough, far enough from the last one, and not too many.
///
/// What Core Location's `desiredAccuracy` and `distanceFilter` ask for, and a highest rate.
public struct FixFilter: MessageFilter, Hashable {
    /// Fixes that are less accurate are not wanted.
    public var desiredAccuracy: DesiredAccuracy
    /// Metres between the fixes that are wanted, over ground; `nil` for every fix.
    public var distanceFilter: Double?
    /// Fixes a second at most, by their own times; `nil` for every fix.
    public var maximumRate: Double?

    /// Wants every fix that no argument speaks against.
    public init(
        desiredAccuracy: DesiredAccuracy = .best,
        distanceFilter: Double? = nil,
        maximumRate: Double? = nil
    ) {
        self.desiredAccuracy = desiredAccuracy
        self.distanceFilter = distanceFilter
        self.maximumRate = maximumRate
    }

    /// Whether a fix is let through after those before it, which is noted.
    ///
    /// One that is older than the last is let through: a recording has begun anew, or a clock was set.
    public func passes(_ fix: Fix, after memory: inout FilterMemory<Fix>) -> Bool {
        guard desiredAccuracy.admits(fix) else { return false }
        if let last = memory.last, fix.time >= last.time {
            if let distanceFilter, last.distance(to: fix) < distanceFilter { return false }
            // A little early is in time: epochs are not told evenly.
            if let maximumRate, fix.time - last.time < 0.95 / maximumRate { return false }
        }
        memory.last = fix
        return true
    }
}
