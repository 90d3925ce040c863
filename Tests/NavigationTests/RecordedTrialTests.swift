import Foundation
import TestSupport
import Testing

@testable import Navigation

@Suite(
    "The heading on recordings with an optical reference",
    .timeLimit(.minutes(5)),
    .enabled(if: ReferenceData.has("imu"), Comment(rawValue: ReferenceData.missing))
)
struct RecordedTrialTests {
    static let none = Vector3.zero
    static let added = Vector3(x: 30, y: -25, z: 20)

    /// Names begin with these numbers; vibration, a magnet in the room, and magnets on the board.
    @Test(
        "While moving the heading is within a few degrees, cold, with hard iron and without",
        arguments: ["24", "28", "32", "36"],
        [none, added]
    )
    func recorded(number: String, iron: Vector3) throws {
        let name = try #require(
            ReferenceData.names(in: "imu", endingIn: ".csv.gz").first { $0.hasPrefix(number) }
        )
        var estimator = HeadingEstimator()
        var (squares, count, moving, outside) = (0.0, 0, 0, 0)
        for row in try Self.rows("imu/\(name).csv.gz") {
            let time = 1_767_225_600 + row[0]
            estimator.add(
                acceleration: Vector3(x: row[4], y: row[5], z: row[6]),
                rotationRate: Vector3(x: row[1], y: row[2], z: row[3]),
                time: time
            )
            let field = Vector3(x: row[7], y: row[8], z: row[9]) + iron
            let estimate = estimator.add(field: field, time: time)
            guard row[14] == 1, row[10...13].allSatisfy(\.isFinite) else { continue }
            moving += 1
            guard let estimate, let q = estimate.orientation, let bound = estimate.accuracy else { continue }
            // The twist about the vertical of the reference times the conjugate of the estimate.
            let (w, x, y, z) = (row[10], row[11], row[12], row[13])
            let real = w * q.w + x * q.x + y * q.y + z * q.z
            let vertical = z * q.w - w * q.z - x * q.y + y * q.x
            let error = abs(Angle.signed(2 * atan2(vertical, real) * 180 / .pi))
            squares += error * error
            count += 1
            if error > bound { outside += 1 }
        }
        #expect(Double(count) > 0.9 * Double(moving))
        #expect((squares / Double(count)).squareRoot() < 4)
        #expect(Double(outside) < 0.05 * Double(count))
    }

    private static func rows(_ name: String) throws -> [[Double]] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", ReferenceData.path(name)]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        }
    }
}
