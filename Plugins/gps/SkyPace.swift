internal import Binnacle

/// Lets a view of the sky through when it has changed or is a new epoch's, once a second at most.
struct SkyPace {
    private var last: Double?

    /// Whether a view goes out; its clock is the stream's own, so that recordings keep their pace.
    mutating func lets(_ sky: Sky) -> Bool {
        // An epoch may be told some milliseconds early.
        if let last, sky.time >= last, sky.time - last < 0.95 { return false }
        last = sky.time
        return true
    }
}
