/// When and by how much one source of direction is better than the other.
public struct ArbitrationLimits: Hashable, Sendable {
    /// What is moved, which decides how fast it goes and how it stops.
    public enum Profile: String, Hashable, Sendable, CaseIterable {
        /// Somebody on foot, who holds the device any way.
        case pedestrian
        /// A bicycle, on which it is fixed.
        case bicycle
        /// A car, a train or a rover: it stands at lights, and its iron disturbs the compass.
        case vehicle
        /// A boat, which drifts: slowly, it points elsewhere than it goes.
        case boat
    }

    /// Below this speed there is no course: 1 m/s.
    public var lowestSpeed = 1.0
    /// From this speed on a good course is always used: 3 m/s.
    public var certainSpeed = 3.0
    /// The widest accuracy, degrees, of a good course: 30.
    public var goodCourse = 30.0
    /// The widest accuracy, degrees, of a course that is used at all: 60.
    public var widestCourse = 60.0
    /// A speed must fall this share below a limit before what it allowed is given up: 0.2.
    public var speedHysteresis = 0.2
    /// The other source must be more accurate than this share of the one in use: 0.7.
    public var improvement = 0.7
    /// Seconds, of the measurements' own time, for which a source that can still be used is kept, and the last good course in
    /// motion while there is none but an uncertain one: 2.
    public var hold = 2.0
    /// Seconds, of the measurements' own time, for which the last good course is held where the motion stops: 0.
    public var standstill = 0.0
    /// Seconds after its arrival in which a course is used: 3.
    public var courseLife = 3.0
    /// Seconds after its arrival in which a heading is used: 3.
    public var headingLife = 3.0
    /// Whether the device is fixed to what moves, so that it points where that goes: false, in a hand it may point anywhere.
    public var pointsAhead = false
    /// The standard error of a speed that comes without one, m/s: 0.5, a satellite receiver's in a city.
    public var usualSpeedError = 0.5

    /// Creates the limits that are given with each property, which are a pedestrian's.
    public init() {}

    /// Creates a profile's limits.
    ///
    /// Chosen by what each does, not by recordings: how fast it goes where it surely points ahead, and how long it stands
    /// where it goes on the same way.
    public init(_ profile: Profile) {
        switch profile {
        case .pedestrian: break
        case .bicycle:
            pointsAhead = true
            certainSpeed = 2.5
            standstill = 10
        case .vehicle:
            pointsAhead = true
            lowestSpeed = 1.5
            certainSpeed = 2.5
            hold = 3
            standstill = 120
        case .boat:
            pointsAhead = true
            certainSpeed = 4
            hold = 5
        }
    }
}
