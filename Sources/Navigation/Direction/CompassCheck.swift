/// Marks a compass as bad that contradicts a good course, until it agrees with one again.
///
/// A magnet that moves with the device turns its compass by any angle and leaves no other trace. Times are the
/// measurements' own, seconds. In the hand of a passenger a good compass may point anywhere as well, so that there it is
/// marked only where no gyro has shown that it turns with the device.
struct CompassCheck: Sendable {
    /// The least speed, m/s, at which a course speaks against a compass: 3.
    static let speed = 3.0
    /// The angle, degrees, beyond which they disagree: 45.
    static let disagreement = 45.0
    /// The angle, degrees, within which a bad compass agrees again: 30.
    static let agreement = 30.0
    /// Seconds without a break that either takes: 2.
    static let patience = 2.0

    private(set) var isBad = false
    /// Since when the compass has spoken against how it is marked.
    private var since: Double?

    /// Takes back what was held against the compass.
    mutating func acquit() {
        isBad = false
        since = nil
    }

    /// Takes in an angle between the compass and a good course at speed; `nil` where there are not both.
    mutating func take(_ angle: Double?, at time: Double) {
        guard let angle, isBad ? angle <= Self.agreement : angle > Self.disagreement else {
            since = nil
            return
        }
        // A recording that begins anew, or a clock that was set.
        guard let began = since, time >= began else {
            since = time
            return
        }
        guard time - began >= Self.patience else { return }
        isBad.toggle()
        since = nil
    }
}
