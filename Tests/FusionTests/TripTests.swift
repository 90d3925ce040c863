import Messages
import Navigation
import Recordings
import Simulation
import Testing

@testable import FusionPlugin

@Suite("The fusion on a simulated walk", .timeLimit(.minutes(1)))
struct TripTests {
    @Test("At least 95 % of the headings are valid, and 95 % of these within their bound", arguments: [1, 7])
    func walk(seed: UInt64) throws {
        var plan = TripPlan()
        plan.seed = seed
        plan.duration = 120
        plan.rate = 20
        let year = MagneticModel.decimalYear(unixSeconds: plan.time)
        let earth = MagneticModel.wmm2025.field(
            latitude: plan.latitude,
            longitude: plan.longitude,
            altitude: plan.altitude,
            year: year
        )
        var walk = try Trip(
            plan,
            field: Vector(x: earth.y / 1000, y: earth.x / 1000, z: -earth.z / 1000)
        )
        var engine = FusionEngine(FusionParameters(), start: plan.time)
        var (count, valid, inside, fixes) = (0, 0, 0, 0)
        while let message = walk.next() {
            let output =
                switch message {
                case .fix(let fix): engine.add(fix, from: "walk", isLastValue: false, arrival: fix.time)
                case .imu(let imu): engine.add(imu, from: "walk", arrival: imu.time)
                case .field(let field): engine.add(field, from: "walk", arrival: field.time)
                case .heading(let heading): engine.add(heading, from: "walk", arrival: heading.time)
                }
            if output.fix != nil { fixes += 1 }
            guard let heading = output.heading else { continue }
            count += 1
            guard let told = heading.trueHeading, let bound = heading.headingAccuracy else { continue }
            valid += 1
            if abs(Angle.turn(from: walk.truth.trueHeading, to: told)) <= bound { inside += 1 }
        }
        #expect(fixes == 121)
        #expect(count == 2401)
        #expect(Double(valid) >= 0.95 * Double(count))
        #expect(Double(inside) >= 0.95 * Double(valid))
    }
}
