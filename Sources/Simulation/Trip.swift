internal import Glibc
public import Messages
public import Recordings

/// A simulated trip, away from a place and back to it, as the sensors of a phone record it; what really is, is known.
///
/// Fixes once a second, magnetic fields and motion at the plan's rate. Somebody who walks first turns once on the spot and swings
/// the device about, as one does to calibrate a compass, keeps to streets of square blocks, stops now and then to look around,
/// and is back when the time is up. What others do, ``TripKind`` says.
public struct Trip: RecordedMessages, Sendable {
    /// What really is at the time of the message that was given out last.
    public private(set) var truth: TripTruth

    private let plan: TripPlan
    private let frame: LocalFrame
    private var random: SeededGenerator
    private var traveller: Traveller
    private var carriage: Carriage
    private var receiver: Receiver
    private var sensors: MotionSensors
    /// Steps of the motion for a sample, of 5 ms but where samples are so rare that nobody can follow a turn by them: a gyro
    /// reads the rate of a moment, and not the mean since its last sample.
    private let substeps: Int
    private var tick = 0
    private var waiting: [RecordedMessage] = []

    /// Plans a trip.
    ///
    /// - Parameters:
    ///   - plan: place, time, length and seed.
    ///   - field: the earth's field at that place and time in microtesla: x east, y north, z up.
    /// - Throws: the parameter that makes no trip.
    public init(_ plan: TripPlan, field: Vector) throws(SimulationError) {
        try plan.check()
        guard field.x.isFinite, field.y.isFinite, field.z.isFinite else {
            throw SimulationError(parameter: "field", problem: "the earth's field is not a finite number")
        }
        var random = SeededGenerator(seed: plan.seed)
        let motion = Motion(plan.kind)
        let traveller = Self.traveller(plan, motion, &random)
        let carriage = Carriage(plan.kind, plan.handling, traveller, &random)
        receiver = Receiver(plan, motion, &random)
        sensors = MotionSensors(plan, motion, field: field, &random)
        self.plan = plan
        substeps = min(10, max(1, 200 / plan.rate))
        self.traveller = traveller
        self.carriage = carriage
        self.random = random
        frame = LocalFrame(latitude: plan.latitude, longitude: plan.longitude)
        truth = TripTruth(
            time: plan.time,
            latitude: plan.latitude,
            longitude: plan.longitude,
            east: 0,
            north: 0,
            speed: 0,
            course: traveller.course.compassDegrees,
            trueHeading: carriage.attitude.trueHeading ?? carriage.heading.compassDegrees,
            isBlind: false,
            hardIron: sensors.hardIron
        )
    }

    /// Somebody who has a route and stops as long as the plan wants them.
    private static func traveller(_ plan: TripPlan, _ motion: Motion, _ random: inout SeededGenerator)
        -> Traveller
    {
        guard motion.way != .none else {
            return Traveller(motion, bearing: random.uniform(0...2 * .pi), duration: plan.duration, &random)
        }
        var pauses: [Double] = []
        for _ in 0..<max(1, Int(plan.duration / motion.stopInterval)) {
            pauses.append(random.uniform(motion.stops))
        }
        // Braking and speeding up cost what half of each takes.
        let manoeuvre = motion.pace / motion.acceleration
        let standing = pauses.reduce(0) { $0 + $1 + manoeuvre }
        let length = motion.pace * max(plan.duration - motion.preparation - motion.reserve - standing, 5)
        let laps = max(1, Int((plan.duration / motion.lap).rounded()))
        let route =
            motion.way == .ring
            ? Route(ring: length, laps: laps, &random) : Route(length: length, laps: laps, &random)
        let share = route.length / Double(pauses.count)
        var stops: [Traveller.Stop] = []
        for (index, pause) in pauses.enumerated() {
            let distance = share * (Double(index) + random.uniform(0.25...0.75))
            stops.append(Traveller.Stop(distance: distance, duration: pause))
        }
        return Traveller(motion, route: route, stops: stops, duration: plan.duration, &random)
    }

    /// The next message; `nil` when the trip is over.
    public mutating func next() -> RecordedMessage? {
        if waiting.isEmpty { advance() }
        return waiting.popLast()
    }

    /// How much of the trip is over, from 0 to 1.
    public var progress: Double? { (truth.time - plan.time) / plan.duration }

    /// Goes on by a sample and makes its messages, the last of them first.
    private mutating func advance() {
        let elapsed = Double(tick) / Double(plan.rate)
        guard elapsed <= plan.duration else { return }
        let step = 1 / Double(plan.rate * substeps)
        var before = (traveller: traveller, carriage: carriage)
        for _ in 0..<(tick > 0 ? substeps : 0) {
            before = (traveller, carriage)
            traveller.advance(by: step)
            carriage.advance(by: step, traveller)
        }
        let time = plan.time + elapsed
        noteTruth(time)
        let speeding = (traveller.speed - before.traveller.speed) / step
        let turning = traveller.speed * traveller.turnRate
        let acceleration = along(
            speeding + carriage.shaking.x,
            right: turning + carriage.shaking.y,
            up: carriage.shaking.z
        )
        let imu = sensors.imu(
            at: time,
            carriage.attitude,
            since: before.carriage.attitude,
            step: step,
            acceleration: acceleration,
            &random
        )
        waiting.append(.field(sensors.magneticField(at: time, carriage.attitude, &random)))
        waiting.append(.imu(imu))
        if tick.isMultiple(of: plan.rate) {
            if let fix = receiver.fix(at: time, elapsed: elapsed, of: traveller, &random) {
                waiting.append(.fix(fix))
            }
        }
        tick += 1
    }

    /// A vector of the world from its parts along the traveller's way, to its right and up.
    private func along(_ along: Double, right: Double, up: Double) -> Vector {
        let (sine, cosine) = (sin(traveller.course), cos(traveller.course))
        return Vector(x: along * sine + right * cosine, y: along * cosine - right * sine, z: up)
    }

    private mutating func noteTruth(_ time: Double) {
        let place = frame.place(east: traveller.position.east, north: traveller.position.north)
        truth.time = time
        truth.latitude = place.latitude
        truth.longitude = place.longitude
        truth.east = traveller.position.east
        truth.north = traveller.position.north
        truth.speed = traveller.speed
        truth.course = traveller.course.compassDegrees
        truth.trueHeading = carriage.attitude.trueHeading ?? truth.trueHeading
        truth.isBlind = receiver.isBlind(at: time - plan.time)
    }
}
