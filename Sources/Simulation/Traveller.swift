internal import Glibc

/// Somebody or something that follows a route: smoothly round corners, now faster, now slower, with stops.
struct Traveller: Sendable {
    /// A stop on the way.
    struct Stop: Sendable {
        let distance: Double
        let duration: Double
    }

    private(set) var position = Route.Point(east: 0, north: 0)
    /// The direction of motion, radians clockwise from north, not reduced to one turn.
    private(set) var course: Double
    /// Metres per second.
    private(set) var speed = 0.0
    /// Radians per second, clockwise.
    private(set) var turnRate = 0.0
    /// The stop that is being made and the seconds since it began.
    private(set) var pause: (stop: Stop, since: Double)?

    let motion: Motion
    private let route: Route
    private let duration: Double
    private let variation: Wander
    private var stops: ArraySlice<Stop>
    private var leg = 1
    private var time = 0.0
    private var hasArrived = false

    init(_ motion: Motion, route: Route, stops: [Stop], duration: Double, _ random: inout SeededGenerator) {
        self.motion = motion
        self.route = route
        self.stops = stops[...]
        self.duration = duration
        variation = Wander(&random)
        let ahead = route.point(at: motion.lookahead)
        course = atan2(ahead.east, ahead.north)
    }

    /// One that stays where it is.
    init(_ motion: Motion, bearing: Double, duration: Double, _ random: inout SeededGenerator) {
        self.motion = motion
        route = Route.nowhere
        stops = []
        self.duration = duration
        variation = Wander(&random)
        course = bearing
    }

    /// Radians per second, at most, at the speed that there is.
    private var fastestTurn: Double { min(motion.turn, motion.pressure / max(speed, 0.1)) }

    /// The metres of the route that lie behind.
    var progress: Double {
        guard leg < route.corners.count else { return route.length }
        let (from, to) = (route.corners[leg - 1], route.corners[leg])
        let length = route.lengths[leg] - route.lengths[leg - 1]
        guard length > 0 else { return route.lengths[leg] }
        let along =
            ((position.east - from.east) * (to.east - from.east)
                + (position.north - from.north) * (to.north - from.north)) / length
        return route.lengths[leg - 1] + min(max(along, 0), length)
    }

    /// Goes on by some seconds.
    mutating func advance(by step: Double) {
        time += step
        steer(step)
        let wanted = wantedSpeed(step)
        speed += min(max(wanted - speed, -motion.acceleration * step), motion.acceleration * step)
        position.east += speed * sin(course) * step
        position.north += speed * cos(course) * step
        while leg < route.corners.count - 1, progress >= route.lengths[leg] { leg += 1 }
    }

    private mutating func steer(_ step: Double) {
        let target = route.point(at: progress + motion.lookahead)
        let bearing = atan2(target.east - position.east, target.north - position.north)
        let error = remainder(bearing - course, 2 * .pi)
        let canTurn = speed > 0.1 && !hasArrived
        let wanted = canTurn ? min(max(1.5 * error, -fastestTurn), fastestTurn) : 0
        let change = motion.turnAcceleration * step
        turnRate += min(max(wanted - turnRate, -change), change)
        course += turnRate * step
    }

    /// Keeps to the time that is left, and stands where a stop is due.
    private mutating func wantedSpeed(_ step: Double) -> Double {
        guard time > motion.preparation, !hasArrived else { return 0 }
        if let (stop, since) = pause {
            pause = since + step < stop.duration ? (stop, since + (speed < 0.05 ? step : 0)) : nil
            return 0
        }
        let braking = speed * speed / (2 * motion.acceleration)
        if let stop = stops.first, progress + braking >= stop.distance {
            stops = stops.dropFirst()
            pause = (stop, 0)
            return 0
        }
        let left = route.length - progress
        if left <= braking + 0.2 {
            hasArrived = true
            return 0
        }
        let standing = stops.reduce(0) { $0 + $1.duration + motion.pace / motion.acceleration }
        let walking = max(duration - motion.reserve - time - standing, 1)
        let pace =
            min(max(left / walking, motion.paces.lowerBound), motion.paces.upperBound)
            * (1 + 0.06 * variation.value(at: time))
        return pace * (1 - 0.4 * abs(turnRate) / motion.turn)
    }
}
