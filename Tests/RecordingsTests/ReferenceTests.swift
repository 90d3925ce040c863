import Foundation
import Messages
import Recordings
import Testing

/// The folder of reference recordings, where there is one.
private let reference: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let folder =
        ProcessInfo.processInfo.environment["BINNACLE_TEST_DATA"].map { URL(filePath: $0) }
        ?? package.deletingLastPathComponent().appending(path: "shared/data")
    return FileManager.default.fileExists(atPath: folder.appending(path: "drive").path) ? folder : nil
}()

@Suite(
    "Reference recordings",
    .timeLimit(.minutes(1)),
    .enabled(if: reference != nil, "no reference data: set BINNACLE_TEST_DATA to their folder")
)
struct ReferenceTests {
    private func read(_ path: String, chunk: Int = 65536) throws -> [RecordedMessage] {
        let folder = try #require(reference)
        return try messages([UInt8](Data(contentsOf: folder.appending(path: path))), chunk: chunk)
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
        let folder = try #require(reference).appending(path: "nmea")
        let logs = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".log")
        }
        #expect(logs.count == 51)
        for log in logs.sorted() {
            let found = try read("nmea/\(log)")
            #expect(try read("nmea/\(log)", chunk: 77) == found, "\(log)")
        }
    }
}
