import Messages
import Navigation
import Recordings
import Simulation
import Testing

@testable import FusionPlugin

@Suite("The fusion on simulated trips", .timeLimit(.minutes(5)))
struct TripTests {
    /// What came of a trip.
    private struct Outcome {
        var fixes = 0
        var headings = 0
        var valid = 0
        /// Of the valid headings, those that are within their bound.
        var inside = 0
        /// Whether at most a tenth of all headings are beyond their bound.
        var isHonest: Bool { Double(valid - inside) <= 0.1 * Double(headings) }
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

        static let all: [Conditions] = [
            Conditions(kind: .cityWalk, rate: 50, latitude: 0),
            Conditions(kind: .cityWalk, handling: .varied, rate: 20, latitude: 52.5163),
            Conditions(kind: .cityRun, rate: 20, latitude: 65),
            Conditions(kind: .cityRun, handling: .varied, rate: 20, latitude: 52.5163),
            Conditions(kind: .cityBicycleRide, rate: 20, latitude: 0),
            Conditions(kind: .freewayDrive, rate: 20, latitude: 52.5163),
            Conditions(kind: .customLocation, rate: 20, latitude: 52.5163),
        ]
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

    @Test("On any trip at most a tenth of the headings are beyond their bound", arguments: Conditions.all)
    func honesty(conditions: Conditions) throws {
        var plan = TripPlan()
        plan.kind = conditions.kind
        plan.handling = conditions.handling
        plan.rate = conditions.rate
        plan.latitude = conditions.latitude
        plan.duration = 120
        let outcome = try outcome(of: plan)
        #expect(outcome.isHonest, "\(outcome)")
    }
}
