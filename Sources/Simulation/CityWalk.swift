internal import Glibc
public import Messages
public import Recordings

/// A simulated walk through a city, away from a place and back to it, as the sensors of a phone in the hand record it.
///
/// Fixes once a second, magnetic fields and motion at the plan's rate. The walker first turns once on the spot and swings the
/// device about, as one does to calibrate a compass, keeps to streets of square blocks, stops now and then to look around,
/// and is back when the time is up.
public struct CityWalk: RecordedMessages, Sendable {
    /// What really is at the time of the message that was given out last.
    public private(set) var truth: CityWalkTruth

    private let plan: CityWalkPlan
    private let frame: LocalFrame
    private var random: SeededGenerator
    private var walker: Walker
    private var hand: Hand
    private var receiver: Receiver
    private var sensors: MotionSensors
    private var tick = 0
    private var waiting: [RecordedMessage] = []

    /// Plans a walk.
    ///
    /// - Parameters:
    ///   - plan: place, time, length and seed.
    ///   - field: the earth's field at that place and time in microtesla: x east, y north, z up.
    /// - Throws: the parameter that makes no walk.
    public init(_ plan: CityWalkPlan, field: Vector) throws(SimulationError) {
        try plan.check()
        guard field.x.isFinite, field.y.isFinite, field.z.isFinite else {
            throw SimulationError(parameter: "field", problem: "the earth's field is not a finite number")
        }
        var random = SeededGenerator(seed: plan.seed)
        let walker = Self.walker(plan, &random)
        let hand = Hand(walker, &random)
        receiver = Receiver(plan, &random)
        sensors = MotionSensors(plan, field: field, &random)
        self.plan = plan
        self.walker = walker
        self.hand = hand
        self.random = random
        frame = LocalFrame(latitude: plan.latitude, longitude: plan.longitude)
        truth = CityWalkTruth(
            time: plan.time,
            latitude: plan.latitude,
            longitude: plan.longitude,
            east: 0,
            north: 0,
            speed: 0,
            course: walker.course.compassDegrees,
            trueHeading: hand.heading.compassDegrees,
            hardIron: sensors.hardIron
        )
    }

    /// Somebody who has a route and stops as long as the plan wants them.
    private static func walker(_ plan: CityWalkPlan, _ random: inout SeededGenerator) -> Walker {
        var pauses: [Double] = []
        for _ in 0..<max(1, Int(plan.duration / 120)) { pauses.append(random.uniform(6...12)) }
        let standing = pauses.reduce(0) { $0 + $1 + 2 }
        let length = 1.4 * max(plan.duration - Walker.preparation - 10 - standing, 5)
        let laps = max(1, Int((plan.duration / 600).rounded()))
        let route = Route(length: length, laps: laps, &random)
        let share = route.length / Double(pauses.count)
        var stops: [Walker.Stop] = []
        for (index, pause) in pauses.enumerated() {
            let distance = share * (Double(index) + random.uniform(0.25...0.75))
            stops.append(Walker.Stop(distance: distance, duration: pause))
        }
        return Walker(route: route, stops: stops, duration: plan.duration, &random)
    }

    /// The next message; `nil` when the walk is over.
    public mutating func next() -> RecordedMessage? {
        if waiting.isEmpty { advance() }
        return waiting.popLast()
    }

    /// How much of the walk is over, from 0 to 1.
    public var progress: Double? { (truth.time - plan.time) / plan.duration }

    /// Goes on by a sample and makes its messages, the last of them first.
    private mutating func advance() {
        let elapsed = Double(tick) / Double(plan.rate)
        guard elapsed <= plan.duration else { return }
        let step = 1 / Double(plan.rate)
        let earlier = (attitude: hand.attitude, speed: walker.speed)
        if tick > 0 {
            walker.advance(by: step)
            hand.advance(by: step, walker)
        }
        let time = plan.time + elapsed
        noteTruth(time)
        let speeding = (walker.speed - earlier.speed) / step
        let turning = walker.speed * walker.turnRate
        let acceleration = along(
            speeding + hand.shaking.x,
            right: turning + hand.shaking.y,
            up: hand.shaking.z
        )
        let imu = sensors.imu(
            at: time,
            hand.attitude,
            since: earlier.attitude,
            step: step,
            acceleration: acceleration,
            &random
        )
        waiting.append(.field(sensors.magneticField(at: time, hand.attitude, &random)))
        waiting.append(.imu(imu))
        if tick.isMultiple(of: plan.rate) {
            waiting.append(.fix(receiver.fix(at: time, elapsed: elapsed, of: walker, &random)))
        }
        tick += 1
    }

    /// A vector of the world from its parts along the walker's way, to its right and up.
    private func along(_ along: Double, right: Double, up: Double) -> Vector {
        let (sine, cosine) = (sin(walker.course), cos(walker.course))
        return Vector(x: along * sine + right * cosine, y: along * cosine - right * sine, z: up)
    }

    private mutating func noteTruth(_ time: Double) {
        let place = frame.place(east: walker.position.east, north: walker.position.north)
        truth.time = time
        truth.latitude = place.latitude
        truth.longitude = place.longitude
        truth.east = walker.position.east
        truth.north = walker.position.north
        truth.speed = walker.speed
        truth.course = walker.course.compassDegrees
        truth.trueHeading = hand.heading.compassDegrees
    }
}
