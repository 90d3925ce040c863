internal import Binnacle

/// Notices that a receiver has stayed in its place for so long that its activity has ended.
struct Stillness: Sendable {
    private var anchor: Fix?
    private var since = 0.0

    /// Takes a fix, and returns whether it has stood still for long.
    mutating func take(_ fix: Fix, _ activity: EconomySettings.Activity, at now: Double) -> Bool {
        let rest = activity.rest
        // A fix that is worse than the circle tells no movement by leaving it.
        let radius = max(rest.metres, 2 * (fix.horizontalAccuracy ?? 0))
        guard let anchor, anchor.distance(to: fix) <= radius else {
            anchor = fix
            since = now
            return false
        }
        return now - since >= rest.seconds
    }
}
