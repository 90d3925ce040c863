import Foundation
import Messages
import Recordings
import Testing

@testable import Simulation

// One after the other, so that they leave the others time.
@Suite("City walk", .serialized, .timeLimit(.minutes(5)))
struct TripTests {
    private typealias Sample = (message: RecordedMessage, truth: TripTruth)

    private func walk(_ plan: TripPlan) throws -> [Sample] {
        var walk = try Trip(plan)
        var samples: [Sample] = []
        while let message = walk.next() { samples.append((message, walk.truth)) }
        return samples
    }

    private func plan(seed: UInt64, duration: Double = 600, rate: Int = 50) -> TripPlan {
        var plan = TripPlan()
        plan.seed = seed
        plan.duration = duration
        plan.rate = rate
        return plan
    }

    @Test("A seed makes a walk, always the same")
    func reproducible() throws {
        let one = try walk(plan(seed: 7, duration: 90)).map(\.message)
        #expect(try walk(plan(seed: 7, duration: 90)).map(\.message) == one)
        #expect(try walk(plan(seed: 8, duration: 90)).map(\.message) != one)
    }

    @Test("Fixes come once a second and samples at the rate, in order", arguments: [25, 50])
    func rates(rate: Int) throws {
        let samples = try walk(plan(seed: 1, rate: rate))
        #expect(samples.count { $0.message.kind == .fix } == 601)
        #expect(samples.count { $0.message.kind == .field } == 600 * rate + 1)
        #expect(samples.count { $0.message.kind == .imu } == 600 * rate + 1)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.message.time <= $1.message.time })
        #expect(samples.allSatisfy { $0.message.time == $0.truth.time })
    }

    @Test(
        "It leads more than 150 m away and back to where it began",
        arguments: [1, 2, 3, 42, 999] as [UInt64]
    )
    func outAndBack(seed: UInt64) throws {
        let truths = try walk(plan(seed: seed, rate: 25)).map(\.truth)
        let distances = truths.map { hypot($0.east, $0.north) }
        #expect(try #require(distances.max()) > 150)
        #expect(try #require(distances.last) < 3)
        #expect(try #require(truths.last).speed < 0.01)
        // On the way at an ordinary pace, and standing now and then beside the beginning and the end.
        let walking = truths.map(\.speed).filter { $0 > 0.3 }
        let mean = walking.reduce(0, +) / Double(walking.count)
        #expect((1.2...1.6).contains(mean), "\(mean)")
        #expect(try #require(walking.max()) < 2)
    }

    @Test("A longer walk makes more laps, a shorter one smaller ones", arguments: [60, 200, 1800])
    func durations(duration: Double) throws {
        let truths = try walk(plan(seed: 3, duration: duration, rate: 10)).map(\.truth)
        #expect(try #require(truths.last).time - plan(seed: 3).time == duration)
        #expect(try hypot(#require(truths.last).east, #require(truths.last).north) < 3)
        #expect(truths.allSatisfy { hypot($0.east, $0.north) < 400 })
    }

    @Test("The track is smooth: neither course nor speed steps")
    func smooth() throws {
        let truths = try walk(plan(seed: 4)).filter { $0.message.kind == .imu }.map(\.truth)
        for (one, other) in zip(truths, truths.dropFirst()) {
            let turned = abs(remainder(other.course - one.course, 360))
            #expect(turned <= Motion(.cityWalk).turn * 0.02 * 180 / .pi + 1e-9)
            #expect(abs(other.speed - one.speed) <= 0.8 * 0.02 + 1e-9)
        }
    }

    @Test("A fix is as good as it says", arguments: [11, 12, 13, 14] as [UInt64])
    func honest(seed: UInt64) throws {
        let samples = try walk(plan(seed: seed, duration: 7200, rate: 1))
        let frame = LocalFrame(latitude: plan(seed: seed).latitude, longitude: plan(seed: seed).longitude)
        let metre = frame.place(east: 1, north: 1)
        let (perEast, perNorth) = (
            metre.longitude - plan(seed: 1).longitude, metre.latitude - plan(seed: 1).latitude
        )
        var (inside, all, fast, course, courses) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (message, truth) in samples {
            guard case .fix(let fix) = message else { continue }
            all += 1
            let error = hypot(
                (fix.longitude - truth.longitude) / perEast,
                (fix.latitude - truth.latitude) / perNorth
            )
            if error <= fix.horizontalAccuracy ?? 0 { inside += 1 }
            if abs((fix.speed ?? 0) - truth.speed) <= fix.speedAccuracy ?? 0 { fast += 1 }
            if let said = fix.course, let accuracy = fix.courseAccuracy {
                courses += 1
                if abs(remainder(said - truth.course, 360)) <= accuracy { course += 1 }
            }
        }
        // Errors correlated over 40 s leave about 90 independent ones in two hours: 68 % ± 5 %, thrice that is allowed.
        #expect(abs(inside / all - 0.68) < 0.15, "\(inside / all)")
        #expect(abs(course / courses - 0.683) < 0.05, "\(course / courses)")
        #expect(abs(fast / all - 0.683) < 0.08, "\(fast / all)")
    }

    @Test("Who stands has no course")
    func standing() throws {
        for (message, truth) in try walk(plan(seed: 5, rate: 10)) {
            guard case .fix(let fix) = message else { continue }
            if truth.speed == 0 { #expect(fix.course == nil) }
            if truth.speed > 1.1 { #expect(fix.course != nil) }
            #expect((fix.course == nil) == (fix.courseAccuracy == nil))
            #expect(fix.technology == .simulated)
        }
    }

    @Test("Less the hard iron the field has the earth's strength, and gravity is up")
    func field() throws {
        let strength = 49.9
        var (count, specific) = (0.0, 0.0)
        for (message, truth) in try walk(plan(seed: 6)) {
            switch message {
            case .field(let field):
                let (x, y, z) = (
                    field.field.x - truth.hardIron.x, field.field.y - truth.hardIron.y,
                    field.field.z - truth.hardIron.z
                )
                // WMM2025 for Berlin, 2025.47; six times the noise of 0.3 µT.
                #expect(abs((x * x + y * y + z * z).squareRoot() - strength) < 2)
            case .imu(let imu):
                guard let force = imu.acceleration else { continue }
                specific += (force.x * force.x + force.y * force.y + force.z * force.z).squareRoot()
                count += 1
            case .fix, .heading: break
            }
        }
        #expect(abs(specific / count - 9.81) < 0.1)
    }

    @Test("A compass that knows the hard iron points where the device does")
    func compass() throws {
        // Low-passed acceleration is good enough for up, as long as the steps average out.
        var up = Vector(x: 0, y: 0, z: 0)
        var errors: [Double] = []
        // WMM2025 for Berlin, 2025.47.
        let declination = 5.1
        for (message, truth) in try walk(plan(seed: 9)) {
            switch message {
            case .imu(let imu):
                guard let force = imu.acceleration, let rate = imu.rotationRate else { continue }
                // Turn the old estimate with the device, then draw it to the new sample: a complementary filter.
                let turned = up - rate.cross(up) * 0.02
                up = turned * 0.98 + force * 0.02
            case .field(let field):
                guard truth.time > 1_750_500_005 else { continue }
                let east = (field.field - truth.hardIron).cross(up)
                let north = up.cross(east)
                let length = (east.dot(east) * up.dot(up)).squareRoot()
                let heading = atan2(east.y * up.dot(up).squareRoot(), north.y) * 180 / .pi
                if length > 0 { errors.append(remainder(heading + declination - truth.trueHeading, 360)) }
            case .fix, .heading: break
            }
        }
        let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
        #expect(rms < 4, "\(rms)")
    }

    @Test("The gyroscope turns as the device does", arguments: [10, 20, 30] as [UInt64])
    func gyroscope(seed: UInt64) throws {
        let samples = try walk(plan(seed: seed)).filter { (20..<40).contains($0.truth.time - 1_750_500_000) }
        var (turned, up) = (0.0, Vector(x: 0, y: 0, z: 0))
        for case (.imu(let imu), _) in samples {
            guard let force = imu.acceleration, let rate = imu.rotationRate else { continue }
            up = up * 0.98 + force * 0.02
            turned -= rate.dot(up) / up.dot(up).squareRoot() * 0.02 * 180 / .pi
        }
        let (first, last) = (try #require(samples.first), try #require(samples.last))
        let expected = remainder(last.truth.trueHeading - first.truth.trueHeading, 360)
        // A bias of three deviations, 0.009 rad/s, makes 10 degrees in 20 s.
        #expect(abs(remainder(turned - expected, 360)) < 12, "\(turned) for \(expected)")
    }

    @Test(
        "A plan that makes no walk names the parameter",
        arguments: [
            ("latitude", 89), ("latitude", .nan), ("longitude", 181), ("altitude", .infinity),
            ("duration", 10),
            ("duration", 1e12), ("time", -1), ("time", 0), ("time", 1e300), ("rate", 0), ("rate", 1000),
        ] as [(String, Double)]
    )
    func refused(name: String, value: Double) {
        var plan = TripPlan()
        switch name {
        case "latitude": plan.latitude = value
        case "longitude": plan.longitude = value
        case "altitude": plan.altitude = value
        case "duration": plan.duration = value
        case "time": plan.time = value
        default: plan.rate = Int(value)
        }
        let error = #expect(throws: SimulationError.self) { try Trip(plan) }
        #expect(error?.parameter == name)
    }

    @Test("A walk across the date line stays on the map")
    func dateLine() throws {
        var plan = plan(seed: 2, rate: 1)
        plan.longitude = 180
        for case (.fix(let fix), _) in try walk(plan) { #expect((-180...180).contains(fix.longitude)) }
    }
}

extension Vector {
    fileprivate func cross(_ other: Vector) -> Vector {
        Vector(
            x: y * other.z - z * other.y,
            y: z * other.x - x * other.z,
            z: x * other.y - y * other.x
        )
    }
}
