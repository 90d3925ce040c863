import Messages
import Recordings
import TestSupport
import Testing

@Suite(
    "Reference recordings",
    .timeLimit(.minutes(1)),
    .enabled(if: ReferenceData.has("drive"), Comment(rawValue: ReferenceData.missing))
)
struct ReferenceTests {
    private func read(_ path: String, chunk: Int = 65536) throws -> [RecordedMessage] {
        try messages(try ReferenceData.bytes(path), chunk: chunk)
    }

    @Test(
        "A drive gives a fix a row, and motion and field where there are some",
        arguments: [("drive-a", 291, 56), ("drive-b", 900, 0)]
    )
    func drive(name: String, motion: Int, courseless: Int) throws {
        let found = try read("drive/\(name).csv")
        let fixes = found.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
        #expect(fixes.count == 900)
        #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $1.time - $0.time == 1 })
        #expect(fixes.count { $0.course == nil } == courseless)
        #expect(fixes.allSatisfy { $0.speed != nil && $0.horizontalAccuracy != nil && $0.altitude != nil })
        #expect(found.count { $0.kind == .field } == motion)
        #expect(found.count { $0.kind == .imu } == motion)
        #expect(try read("drive/\(name).csv", chunk: 999) == found)
    }

    @Test("The accelerometer of a drive shows gravity upward", arguments: ["drive-a", "drive-b"])
    func gravity(name: String) throws {
        var sum = 0.0
        var count = 0.0
        for case .imu(let imu) in try read("drive/\(name).csv") {
            let force = try #require(imu.acceleration)
            sum += (force.x * force.x + force.y * force.y + force.z * force.z).squareRoot()
            count += 1
            // Both phones stood upright in a holder.
            #expect(force.y > 6)
        }
        #expect(abs(sum / count - 9.81) < 0.2)
    }

    @Test("Every log is read as one, the same in chunks of any size")
    func logs() throws {
        let logs = ReferenceData.names(in: "nmea", endingIn: ".log")
        #expect(logs.count == 51)
        for log in logs {
            let found = try read("nmea/\(log).log")
            #expect(try read("nmea/\(log).log", chunk: 77) == found, "\(log)")
        }
    }
}
