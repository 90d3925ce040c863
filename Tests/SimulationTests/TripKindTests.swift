import Glibc
import Messages
import Recordings
import Testing

@testable import Simulation

// One after the other, so that they leave the others time.
@Suite("Trips of all kinds", .serialized, .timeLimit(.minutes(5)))
struct TripKindTests {
    private typealias Sample = (message: RecordedMessage, truth: TripTruth)

    private func trip(_ kind: TripKind, seed: UInt64 = 5, _ change: (inout TripPlan) -> Void = { _ in })
        throws -> [Sample]
    {
        var plan = TripPlan()
        (plan.kind, plan.seed, plan.rate) = (kind, seed, 25)
        change(&plan)
        var trip = try Trip(plan)
        var samples: [Sample] = []
        while let message = trip.next() { samples.append((message, trip.truth)) }
        return samples
    }

    @Test(
        "Each goes as fast as its kind does, stops, and is back in time",
        arguments: [
            (TripKind.cityRun, 2.4...3.6, 300.0), (.cityBicycleRide, 4.0...7, 400),
            (.freewayDrive, 20...36, 2000),
        ]
    )
    func pace(kind: TripKind, paces: ClosedRange<Double>, reach: Double) throws {
        for seed in [1, 2, 3] as [UInt64] {
            let truths = try trip(kind, seed: seed).map(\.truth)
            let moving = truths.map(\.speed).filter { $0 > 1 }
            let mean = moving.reduce(0, +) / Double(moving.count)
            #expect(paces.contains(mean), "\(kind) \(seed): \(mean) m/s")
            #expect(try #require(truths.map { hypot($0.east, $0.north) }.max()) > reach)
            let last = try #require(truths.last)
            #expect(hypot(last.east, last.north) < 3 * Motion(kind).lookahead, "\(kind) \(seed): \(last)")
            #expect(last.speed < 0.1)
            let standing = truths.drop { $0.speed < 1 }.filter { $0.speed < 0.05 }
            #expect(!standing.isEmpty)
        }
    }

    @Test(
        "No curve presses harder than the kind's limit",
        arguments: [TripKind.cityBicycleRide, .freewayDrive]
    )
    func curves(kind: TripKind) throws {
        let truths = try trip(kind).filter { $0.message.kind == .imu }.map(\.truth)
        for (one, other) in zip(truths, truths.dropFirst()) {
            let rate = abs(remainder(other.course - one.course, 360)) * .pi / 180 * 25
            #expect(rate * one.speed <= Motion(kind).pressure * 1.3)
            #expect(abs(other.speed - one.speed) * 25 <= Motion(kind).acceleration + 1e-9)
        }
    }

    @Test("At a location nothing moves, and the device lies flat")
    func location() throws {
        let samples = try trip(.customLocation) { $0.duration = 120 }
        #expect(samples.allSatisfy { $0.truth.speed == 0 && $0.truth.east == 0 && $0.truth.north == 0 })
        #expect(Set(samples.map(\.truth.trueHeading)).count == 1)
        for case .imu(let imu) in samples.map(\.message) {
            #expect(abs((imu.acceleration?.z ?? 0) - 9.81) < 0.5)
        }
        #expect(samples.count { $0.message.kind == .fix } == 121)
    }

    @Test("In a tunnel there are no fixes, and the truth says so; between houses they are worse and say so")
    func shadows() throws {
        let drive = try trip(.freewayDrive) { $0.duration = 1200 }
        let times = Set(drive.filter { $0.message.kind == .fix }.map(\.message.time))
        let blind = drive.filter { $0.message.kind == .field && $0.truth.isBlind }
        #expect(blind.count > 25 * 20)
        #expect(blind.allSatisfy { !times.contains($0.message.time) })
        #expect(times.count + Int((Double(blind.count) / 25).rounded()) >= 1199)
        let run = try trip(.cityRun) { $0.duration = 1200 }
        let accuracies = run.compactMap { sample -> Double? in
            if case .fix(let fix) = sample.message { fix.horizontalAccuracy } else { nil }
        }
        #expect(accuracies.count { $0 > 8 } >= 15)
        #expect(run.allSatisfy { !$0.truth.isBlind })
    }

    @Test("Iron of a car bends the field as well as adding to it", arguments: [1, 2, 3] as [UInt64])
    func iron(seed: UInt64) throws {
        func strengths(_ kind: TripKind) throws -> ClosedRange<Double> {
            let lengths = try trip(kind, seed: seed).compactMap { sample -> Double? in
                guard case .field(let field) = sample.message else { return nil }
                let rest = field.field - sample.truth.hardIron
                return rest.dot(rest).squareRoot()
            }
            return try #require(lengths.min())...(#require(lengths.max()))
        }
        // Less the hard iron, the field of a walk is the earth's but for 0.3 µT of noise an axis.
        let (walk, drive) = (try strengths(.cityWalk), try strengths(.freewayDrive))
        #expect(walk.upperBound - walk.lowerBound < 4)
        #expect(drive.upperBound - drive.lowerBound > 5)
    }

    @Test("A device that is handled now swings, is pocketed and put down, without a jump")
    func handling() throws {
        let samples = try trip(.cityWalk) { $0.handling = .varied }
        var ups: [Double] = []
        for case .imu(let imu) in samples.map(\.message) {
            guard let acceleration = imu.acceleration, let rate = imu.rotationRate else { continue }
            let length = acceleration.dot(acceleration).squareRoot()
            ups.append(acceleration.y / length)
            #expect(rate.dot(rate).squareRoot() < 8)
        }
        // The top of the device above the horizon: near upright in the pocket, below it in a swinging hand, flat when put down.
        #expect(try #require(ups.max()) > 0.9)
        #expect(try #require(ups.min()) < -0.2)
        #expect(
            try trip(.cityWalk).map(\.message) == trip(.cityWalk) { $0.handling = .steady }.map(\.message)
        )
    }
}
