import Glibc
import Messages
import Navigation
import Testing

@testable import FusionPlugin

@Suite("The smoothing of compasses' own headings", .timeLimit(.minutes(5)))
struct SmoothingTests {
    static let start = 1_767_225_600.0

    private func engine(_ smoothing: Double) -> FusionEngine {
        var parameters = FusionParameters()
        parameters.smoothing = smoothing
        return FusionEngine(parameters, start: 0)
    }

    private func heading(_ t: Double, magnetic: Double? = nil, true geographic: Double? = nil) -> Heading {
        var heading = Heading(time: Self.start + t)
        heading.magneticHeading = magnetic
        heading.trueHeading = geographic
        return heading
    }

    @Test(
        "A step across north is followed by the time constant, the short way, with a declination and without"
    )
    func step() throws {
        for hasFix in [false, true] {
            var engine = engine(2)
            if hasFix {
                let fix = Fix(time: Self.start, latitude: 52.5, longitude: 13.4)
                _ = engine.add(fix, from: "gps", isLastValue: false, arrival: 0)
            }
            _ = engine.add(heading(0, magnetic: 350), from: "compass", arrival: 0)
            var last: Heading?
            for tenth in 1...20 {
                let t = Double(tenth) / 10
                last = engine.add(heading(t, magnetic: 10), from: "compass", arrival: t).heading
                let expected = 350 + 20 * (1 - exp(-t / 2))
                let told = try #require(last?.magneticHeading)
                #expect(abs(Angle.turn(from: expected, to: told)) < 1e-6)
            }
            let told = try #require(last)
            #expect((told.trueHeading != nil) == hasFix)
            if let geographic = told.trueHeading, let declination = told.declination {
                let sum = Angle.normalized((told.magneticHeading ?? .nan) + declination)
                #expect(abs(Angle.turn(from: sum, to: geographic)) < 1e-9)
            }
        }
    }

    @Test("A gyrocompass is smoothed too, and one that tells both keeps the angle between them")
    func both() throws {
        var gyrocompass = engine(2)
        _ = gyrocompass.add(heading(0, true: 10), from: "gyro", arrival: 0)
        let told = gyrocompass.add(heading(2, true: 350), from: "gyro", arrival: 2).heading?.trueHeading
        let expected = 10 - 20 * (1 - exp(-1.0))
        #expect(abs(Angle.turn(from: expected, to: try #require(told))) < 1e-6)
        var compass = engine(2)
        _ = compass.add(heading(0, magnetic: 10, true: 13), from: "gps", arrival: 0)
        let both = try #require(
            compass.add(heading(2, magnetic: 30, true: 33), from: "gps", arrival: 2).heading
        )
        let smooth = 10 + 20 * (1 - exp(-1.0))
        #expect(abs(try #require(both.magneticHeading) - smooth) < 1e-6)
        #expect(abs(try #require(both.trueHeading) - smooth - 3) < 1e-6)
    }

    @Test("Another compass, or one that had no heading, begins anew; without smoothing nothing changes")
    func anew() {
        var engine = engine(60)
        _ = engine.add(heading(0, magnetic: 10), from: "first", arrival: 0)
        #expect(
            engine.add(heading(20, magnetic: 200), from: "second", arrival: 20).heading?.magneticHeading
                == 200
        )
        _ = engine.add(heading(21), from: "second", arrival: 21)
        #expect(
            engine.add(heading(22, magnetic: 90), from: "second", arrival: 22).heading?.magneticHeading == 90
        )
        var plain = self.engine(0)
        _ = plain.add(heading(0, magnetic: 10), from: "first", arrival: 0)
        #expect(
            plain.add(heading(1, magnetic: 200), from: "first", arrival: 1).heading?.magneticHeading == 200
        )
    }
}
