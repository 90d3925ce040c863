import Foundation
import Testing

@testable import Navigation

@Suite("The soft iron", .timeLimit(.minutes(5)))
struct SoftIronTests {
    static let iron = Vector3(x: 30, y: -25, z: 20)
    static let soft = SoftIron(xx: 0.06, yy: -0.05, xy: -0.04, xz: 0.03, yz: 0.05)

    /// The root mean square error of the headings after some seconds, degrees, and the share of them within their bound.
    private func outcome(
        _ tumbler: Tumbler,
        seconds: Double,
        after: Double
    ) -> (estimator: HeadingEstimator, rms: Double, coverage: Double) {
        var (tumbler, estimator) = (tumbler, HeadingEstimator())
        var (squares, count, inside) = (0.0, 0, 0)
        tumbler.run(seconds, into: &estimator) { step in
            guard step.time > after, let error = step.error, let bound = step.estimate.accuracy else {
                return
            }
            squares += error * error
            count += 1
            if error <= bound { inside += 1 }
        }
        let number = Double(max(1, count))
        return (estimator, (squares / number).squareRoot(), Double(inside) / number)
    }

    @Test("Turns about all axes tell it to a hundredth, and the hard iron beside it", arguments: [50.0, 100])
    func estimation(rate: Double) throws {
        var tumbler = Tumbler()
        (tumbler.rate, tumbler.iron, tumbler.softIron) = (rate, { _ in Self.iron }, Self.soft)
        let (estimator, rms, coverage) = outcome(tumbler, seconds: 60, after: 30)
        let calibration = estimator.calibration
        #expect(calibration.hasFoundSoftIron)
        #expect(!calibration.agrees)
        #expect(!calibration.needsMotion)
        #expect(calibration.softIron.difference(from: Self.soft) < 0.01, "\(calibration.softIron)")
        let best = try #require(calibration.best)
        #expect((best.offset - Self.iron).length < 1, "\(best.offset)")
        #expect(try #require(calibration.softIronError) < 3)
        #expect(rms < 1.5)
        #expect(coverage > 0.95)
    }

    @Test(
        "A device that has none is not given any, also where the field of the room goes with how it is held"
    )
    func none() {
        for room in [0.0, 0.5] {
            var tumbler = Tumbler()
            tumbler.iron = { _ in Self.iron }
            tumbler.room = {
                Vector3(x: room * sin(0.9 * $0), y: room * cos(0.7 * $0), z: room * sin(1.1 * $0))
            }
            var (estimator, found) = (HeadingEstimator(), false)
            tumbler.run(60, into: &estimator) { found = found || $0.estimator.calibration.hasFoundSoftIron }
            #expect(!found, "with \(room) µT of the room")
            #expect(estimator.calibration.softIron == .none)
        }
    }

    @Test("With too few directions it is left alone")
    func uncovered() {
        var tumbler = Tumbler()
        (tumbler.iron, tumbler.softIron) = ({ _ in Self.iron }, Self.soft)
        tumbler.turning = { (50 + 15 * sin(0.9 * $0), 10 * sin(0.7 * $0), 10 * sin(1.1 * $0)) }
        var (estimator, found) = (HeadingEstimator(), false)
        tumbler.run(60, into: &estimator) { found = found || $0.estimator.calibration.hasFoundSoftIron }
        #expect(!found)
        #expect(estimator.calibration.softIron == .none)
    }

    @Test(
        "One that only turns about the vertical learns what bends its heading, in many places but not in one"
    )
    func turntable() throws {
        var tumbler = Tumbler()
        (tumbler.rate, tumbler.iron, tumbler.softIron) = (20, { _ in Self.iron }, Self.soft)
        // Never quite level, as nothing is that moves.
        tumbler.turning = { (20 * $0, 1.5 * sin(0.7 * $0), 1.5 * sin(1.1 * $0)) }
        tumbler.earth = Vector3(x: 0, y: 27, z: 15)
        let (resting, before, _) = outcome(tumbler, seconds: 400, after: 300)
        #expect(!resting.calibration.hasFoundSoftIron)
        tumbler.latitude = { 5 * $0 / 111_000 }
        let (moving, after, coverage) = outcome(tumbler, seconds: 400, after: 300)
        let found = moving.calibration.softIron
        #expect(moving.calibration.hasFoundSoftIron)
        // The coefficients of its quadrantal deviation; what turns about the vertical do not tell need not be right.
        #expect(abs((found.xx - found.yy) - (Self.soft.xx - Self.soft.yy)) < 0.03)
        #expect(abs(found.xy - Self.soft.xy) < 0.015)
        #expect(after < 0.7 * before, "\(after) after \(before)")
        #expect(coverage > 0.95)
    }

    @Test("What was found in a run before is allowed for from the start, and confirmed")
    func reference() {
        var tumbler = Tumbler()
        (tumbler.iron, tumbler.softIron) = ({ _ in Self.iron }, Self.soft)
        var estimator = HeadingEstimator()
        estimator.recalibrate(from: HardIronCalibration(reference: Self.iron, softReference: Self.soft))
        #expect(estimator.calibration.softIron == Self.soft)
        var worst = 0.0
        tumbler.run(40, into: &estimator) { if $0.time > 8 { worst = max(worst, $0.error ?? 180) } }
        #expect(estimator.calibration.agrees)
        #expect(!estimator.calibration.hasFoundSoftIron)
        #expect(worst < 3)
    }

    @Test("Of a reference that is not so, turns tell what is")
    func wrongReference() {
        var tumbler = Tumbler()
        tumbler.iron = { _ in Self.iron }
        var estimator = HeadingEstimator()
        estimator.recalibrate(from: HardIronCalibration(reference: Self.iron, softReference: Self.soft))
        tumbler.run(60, into: &estimator) { _ in }
        #expect(estimator.calibration.hasFoundSoftIron)
        #expect(estimator.calibration.softIron.difference(from: .none) < 0.01)
    }

    @Test("It has five numbers, and no trace")
    func elements() {
        let weights = Self.soft.weights
        #expect(SoftIron(weights).difference(from: Self.soft) < 1e-12)
        #expect(abs(Self.soft.matrix.trace - 3) < 1e-12)
        let field = Vector3(x: 7, y: 20, z: -40)
        var bent = field
        for index in 0..<5 { bent = bent + weights[index] * SoftIron.bend(index, field) }
        #expect((bent - Self.soft.matrix * field).length < 1e-12)
        #expect((Self.soft.straight * bent - field).length < 1e-12)
        #expect(Self.soft.isPlausible)
        #expect(!SoftIron(xx: 0.4, yy: 0, xy: 0, xz: 0, yz: 0).isPlausible)
    }
}
