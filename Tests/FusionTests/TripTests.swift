import Messages
import Navigation
import Recordings
import Simulation
import Testing

@testable import FusionPlugin

// One after the other, so that they leave the others time.
@Suite("The fusion on simulated trips", .serialized, .timeLimit(.minutes(5)))
struct TripTests {
    /// What came of a trip.
    private struct Outcome {
        var fixes = 0
        var headings = 0
        var valid = 0
        /// Of the valid headings, those that are within their bound.
        var inside = 0
        /// The share of the valid headings that are within their bound.
        var coverage: Double { Double(inside) / Double(max(1, valid)) }
    }

    /// A trip that is measured; the place is Berlin's meridian at a latitude.
    struct Conditions: Sendable, CustomTestStringConvertible {
        var kind: TripKind
        var handling = TripPlan.Handling.steady
        var rate: Int
        var latitude: Double

        var testDescription: String {
            "\(kind.rawValue), \(handling.rawValue), \(rate) samples a second, latitude \(latitude)"
        }

        /// Each kind and handling at each latitude, with the rates in turn, and some at a high rate.
        static let all: [Conditions] = {
            let trips: [(TripKind, TripPlan.Handling)] = [
                (.cityWalk, .steady), (.cityWalk, .varied), (.cityRun, .steady), (.cityRun, .varied),
                (.cityBicycleRide, .steady), (.freewayDrive, .steady),
            ]
            var all = [Conditions(kind: .cityRun, handling: .varied, rate: 100, latitude: 45)]
            for (index, trip) in trips.enumerated() {
                for (offset, latitude) in [0.0, 45, 65].enumerated() {
                    let rate = (index + offset).isMultiple(of: 2) ? 20 : 50
                    all.append(.init(kind: trip.0, handling: trip.1, rate: rate, latitude: latitude))
                }
            }
            return all
        }()
    }

    private func outcome(of plan: TripPlan) throws -> Outcome {
        var trip = try Trip(plan)
        var engine = FusionEngine(FusionParameters(), start: plan.time)
        var outcome = Outcome()
        while let message = trip.next() {
            let output =
                switch message {
                case .fix(let fix): engine.add(fix, from: "walk", isLastValue: false, arrival: fix.time)
                case .imu(let imu): engine.add(imu, from: "walk", arrival: imu.time)
                case .field(let field): engine.add(field, from: "walk", arrival: field.time)
                case .heading(let heading): engine.add(heading, from: "walk", arrival: heading.time)
                }
            if output.fix != nil { outcome.fixes += 1 }
            guard let heading = output.heading else { continue }
            outcome.headings += 1
            guard let told = heading.trueHeading, let bound = heading.headingAccuracy else { continue }
            outcome.valid += 1
            if abs(Angle.turn(from: trip.truth.trueHeading, to: told)) <= bound { outcome.inside += 1 }
        }
        return outcome
    }

    @Test(
        "On a walk, at least 95 % of the headings are valid, and 95 % of these within their bound",
        arguments: [1, 7]
    )
    func walk(seed: UInt64) throws {
        var plan = TripPlan()
        plan.seed = seed
        plan.duration = 120
        plan.rate = 20
        let outcome = try outcome(of: plan)
        #expect(outcome.fixes == 121)
        #expect(outcome.headings == 2401)
        #expect(Double(outcome.valid) >= 0.95 * Double(outcome.headings))
        #expect(Double(outcome.inside) >= 0.95 * Double(outcome.valid))
    }

    @Test("On any trip at least 93 % of the headings are within their bound", arguments: Conditions.all)
    func honesty(conditions: Conditions) throws {
        var sum = Outcome()
        for seed in [1, 2] as [UInt64] {
            var plan = TripPlan()
            plan.kind = conditions.kind
            plan.handling = conditions.handling
            plan.rate = conditions.rate
            plan.latitude = conditions.latitude
            plan.seed = seed
            plan.duration = 120
            let outcome = try outcome(of: plan)
            #expect(outcome.headings == 120 * plan.rate + 1)
            sum.headings += outcome.headings
            sum.valid += outcome.valid
            sum.inside += outcome.inside
        }
        // In a car, whose iron bends the field by a tenth, there may be none at a high latitude.
        if conditions.kind == .freewayDrive, conditions.latitude < 60 {
            #expect(Double(sum.valid) > 0.4 * Double(sum.headings), "\(sum)")
        } else if conditions.latitude < 60 {
            #expect(Double(sum.valid) > 0.6 * Double(sum.headings), "\(sum)")
        }
        #expect(sum.valid == 0 || sum.coverage >= 0.93, "\(sum)")
    }

    /// A trip longer than two minutes: kind, handling, samples a second, latitude, seconds and seed.
    struct LongTrip: Sendable, CustomTestStringConvertible {
        var kind: TripKind
        var handling = TripPlan.Handling.steady
        var rate = 20
        var latitude: Double
        var duration: Double
        var seed: UInt64

        var testDescription: String {
            "\(kind.rawValue), \(handling.rawValue), \(rate) samples a second, latitude \(latitude), \(Int(duration)) s, seed \(seed)"
        }
    }

    @Test(
        "Swung and pocketed, in a car and on a bicycle at least 93 % are within their bound on longer trips",
        arguments: [
            LongTrip(kind: .cityWalk, handling: .varied, latitude: 0, duration: 360, seed: 11),
            LongTrip(kind: .cityRun, handling: .varied, latitude: 45, duration: 360, seed: 11),
            LongTrip(kind: .cityRun, handling: .varied, rate: 50, latitude: 65, duration: 240, seed: 13),
            LongTrip(kind: .cityBicycleRide, latitude: 0, duration: 120, seed: 15),
            LongTrip(kind: .freewayDrive, latitude: 45, duration: 600, seed: 1),
            LongTrip(kind: .freewayDrive, rate: 50, latitude: 65, duration: 300, seed: 13),
        ]
    )
    func longTrip(trip: LongTrip) throws {
        var plan = TripPlan()
        (plan.kind, plan.handling, plan.rate) = (trip.kind, trip.handling, trip.rate)
        (plan.latitude, plan.duration, plan.seed) = (trip.latitude, trip.duration, trip.seed)
        let outcome = try outcome(of: plan)
        #expect(Double(outcome.valid) > 0.4 * Double(outcome.headings), "\(outcome)")
        #expect(outcome.coverage >= 0.93, "\(outcome)")
    }

    @Test(
        "On a long ride the soft iron is learnt, and nearly all headings are within their bound",
        arguments: [4, 6]
    )
    func longRide(seed: UInt64) throws {
        var plan = TripPlan()
        plan.kind = .cityBicycleRide
        (plan.latitude, plan.seed, plan.duration, plan.rate) = (0, seed, 1800, 20)
        let outcome = try outcome(of: plan)
        #expect(Double(outcome.valid) > 0.9 * Double(outcome.headings), "\(outcome)")
        #expect(outcome.coverage > 0.97, "\(outcome)")
    }

    @Test("At a location nothing turns, and no heading is told that is not known", arguments: [20, 50])
    func table(rate: Int) throws {
        var plan = TripPlan()
        plan.kind = .customLocation
        plan.duration = 60
        plan.rate = rate
        let outcome = try outcome(of: plan)
        #expect(outcome.headings == 60 * rate + 1)
        #expect(outcome.inside == outcome.valid)
    }
}
