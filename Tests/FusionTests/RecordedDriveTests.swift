import Messages
import Navigation
import Recordings
import TestSupport
import Testing

@testable import FusionPlugin

@Suite(
    "The fusion on recorded drives",
    .timeLimit(.minutes(5)),
    .enabled(if: ReferenceData.has("drive"), Comment(rawValue: ReferenceData.missing))
)
struct RecordedDriveTests {
    /// What came of a drive.
    private struct Outcome: CustomStringConvertible {
        /// Directions at more than 3 m/s, and those of them that are the course.
        var fast = 0
        var byCourse = 0
        /// Changes from the course to the heading or back.
        var switches = 0
        /// Those, and how often there was no direction any more, or one again.
        var changes = 0
        /// How often the car came to stand, or set off.
        var stopsAndStarts = 0
        var headings = 0
        /// Headings that are told as valid, and those at speed that are off the course by more than their accuracy and
        /// what a phone may be turned in its holder.
        var valid = 0
        var wrong = 0

        var description: String {
            "\(byCourse) of \(fast) directions above 3 m/s are the course; \(switches) switches of \(changes) "
                + "changes at \(stopsAndStarts) stops and starts; of \(headings) headings \(valid) are valid, \(wrong) of them wrong"
        }
    }

    /// A phone in its holder points ahead to this many degrees.
    private static let holder = 45.0

    private func outcome(of name: String, profile: ArbitrationLimits.Profile) throws -> Outcome {
        var rest = try ReferenceData.bytes("drive/\(name).csv")
        var recording = Recording {
            defer { rest = [] }
            return rest
        }
        var parameters = FusionParameters()
        parameters.profile = profile
        var outcome = Outcome()
        var engine: FusionEngine?
        var (isMoving, last, source, hasDirection) = (
            false, Direction.Source?.none, Direction.Source?.none, false
        )
        var (course, speed) = (Double?.none, 0.0)
        while let message = try recording.next() {
            let now = message.time
            var fusion = engine ?? FusionEngine(parameters, start: now)
            var outputs = [fusion.tick(at: now)]
            switch message {
            case .fix(let fix):
                (course, speed) = (fix.course, fix.speed ?? 0)
                // Two limits, so that what rolls about one of them does not count.
                if isMoving ? speed < 0.5 : speed > 3 {
                    isMoving.toggle()
                    outcome.stopsAndStarts += 1
                }
                outputs.append(fusion.add(fix, from: "drive", isLastValue: false, arrival: now))
            case .imu(let imu): outputs.append(fusion.add(imu, from: "drive", arrival: now))
            case .field(let field): outputs.append(fusion.add(field, from: "drive", arrival: now))
            case .heading(let heading): outputs.append(fusion.add(heading, from: "drive", arrival: now))
            }
            engine = fusion
            for output in outputs {
                if let direction = output.direction {
                    if let speed = direction.speed, speed > 3 {
                        outcome.fast += 1
                        if direction.source == .course { outcome.byCourse += 1 }
                    }
                    if hasDirection, direction.source != last { outcome.changes += 1 }
                    (last, hasDirection) = (direction.source, true)
                    if let new = direction.source {
                        if let source, new != source { outcome.switches += 1 }
                        source = new
                    }
                }
                guard let heading = output.heading else { continue }
                outcome.headings += 1
                guard let angle = heading.trueHeading ?? heading.magneticHeading else { continue }
                outcome.valid += 1
                guard speed > 3, let course else { continue }
                let error = abs(Angle.turn(from: course, to: angle))
                if error > Self.holder + (heading.headingAccuracy ?? 0) { outcome.wrong += 1 }
            }
        }
        return outcome
    }

    @Test(
        "At speed the direction is the course, it changes with stops and starts alone, and no wrong heading is told",
        arguments: ["drive-a", "drive-b"],
        [ArbitrationLimits.Profile.pedestrian, .vehicle]
    )
    func drive(name: String, profile: ArbitrationLimits.Profile) throws {
        let outcome = try outcome(of: name, profile: profile)
        print("\(name), \(profile.rawValue): \(outcome)")
        #expect(outcome.fast > 400, "\(outcome)")
        #expect(Double(outcome.byCourse) >= 0.99 * Double(outcome.fast), "\(outcome)")
        // A car's own profile holds the course where it stands; a pedestrian's has no direction there without a compass.
        let changes = profile == .vehicle ? outcome.changes : outcome.switches
        #expect(Double(changes) <= 1.5 * Double(outcome.stopsAndStarts), "\(outcome)")
        #expect(outcome.wrong == 0, "\(outcome)")
    }
}
