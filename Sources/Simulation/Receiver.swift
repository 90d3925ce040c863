internal import Glibc
internal import Messages

/// A satellite receiver in a street: metres of error that drift slowly, and a speed measured apart from the place.
struct Receiver: Sendable {
    /// The radius that holds 68 % of a circular normal distribution, in its standard deviations: √(−2 ln 0.32).
    private static let radius68 = 1.5096

    private let ellipsoid: LocalFrame
    private var eastError: GaussMarkov
    private var northError: GaussMarkov
    private var upError: GaussMarkov
    private let reception: Wander
    private let shadows: Reception
    private let altitude: Double

    /// Creates a receiver that gives a fix a second.
    init(_ plan: TripPlan, _ motion: Motion, _ random: inout SeededGenerator) {
        ellipsoid = LocalFrame(latitude: plan.latitude, longitude: plan.longitude)
        eastError = GaussMarkov(correlation: 40, step: 1, &random)
        northError = GaussMarkov(correlation: 40, step: 1, &random)
        upError = GaussMarkov(correlation: 60, step: 1, &random)
        reception = Wander(&random)
        altitude = plan.altitude
        shadows = Reception(motion, duration: plan.duration, &random)
    }

    /// Whether there is no fix so many seconds after the start.
    func isBlind(at elapsed: Double) -> Bool { shadows.state(at: elapsed) == .none }

    /// The fix of a second, `elapsed` seconds after the start; `nil` where the sky is hidden.
    mutating func fix(
        at time: Double,
        elapsed: Double,
        of traveller: Traveller,
        _ random: inout SeededGenerator
    )
        -> Fix?
    {
        // One standard deviation along each axis, between 1.5 and 3.3 m for the most part.
        let open = min(max(2.4 + 0.9 * reception.value(at: elapsed / 4), 1.2), 5)
        let state = shadows.state(at: elapsed)
        let deviation = state == .poor ? 4 * open : open
        for error in [\Receiver.eastError, \.northError, \.upError] { self[keyPath: error].advance(&random) }
        if state == .none { return nil }
        let place = ellipsoid.place(
            east: traveller.position.east + deviation * eastError.value,
            north: traveller.position.north + deviation * northError.value
        )
        var fix = Fix(
            time: time,
            latitude: place.latitude.rounded(to: 1e-8),
            longitude: place.longitude.rounded(to: 1e-8)
        )
        fix.altitude = (altitude + 1.8 * deviation * upError.value).rounded(to: 0.01)
        fix.horizontalAccuracy = (deviation * Self.radius68).rounded(to: 0.01)
        fix.verticalAccuracy = (1.8 * deviation).rounded(to: 0.01)
        fix.technology = .simulated
        fix.mode = 3
        addMotion(to: &fix, traveller, deviation: min(0.04 * deviation, state == .poor ? 0.5 : 0.12), &random)
        return fix
    }

    private func addMotion(
        to fix: inout Fix,
        _ traveller: Traveller,
        deviation: Double,
        _ random: inout SeededGenerator
    ) {
        let east = traveller.speed * sin(traveller.course) + deviation * random.normal()
        let north = traveller.speed * cos(traveller.course) + deviation * random.normal()
        let speed = hypot(east, north)
        fix.speed = speed.rounded(to: 0.001)
        fix.speedAccuracy = deviation.rounded(to: 0.001)
        // Below this, four deviations at least, the direction may be that of the noise.
        guard speed > 0.5 else { return }
        let course = atan2(east, north).compassDegrees.rounded(to: 0.01)
        fix.course = course >= 360 ? 0 : course
        fix.courseAccuracy = (atan(deviation / speed) * 180 / .pi).rounded(to: 0.01)
    }
}
