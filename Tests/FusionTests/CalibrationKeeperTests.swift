import Foundation
import Messages
import Testing

@testable import FusionPlugin

@Suite("The keeping of calibrations", .timeLimit(.minutes(5)))
struct CalibrationKeeperTests {
    private func store(_ x: Double) -> CalibrationStore {
        var store = CalibrationStore()
        store.keep(CalibrationRecord(magnetometer: "mag", time: 1000, x: x, y: 2, z: 3, uncertainty: 0.4))
        return store
    }

    @Test(
        "What could not be written is tried again at a calm pace, said once, and written when the place is mended"
    )
    func again() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keeper-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A file where the folder should be.
        try Data([0x78]).write(to: URL(filePath: folder))
        let path = "\(folder)/fusion.calibration.json"
        var keeper = CalibrationKeeper(path: path)
        #expect(keeper.keep(nil, at: 0) == nil)
        let first = keeper.keep(store(1), at: 1)
        let line = try #require(first)
        #expect(line.isWarning && line.text.hasPrefix("the calibration is not kept: "), "\(line)")
        for second in 2..<100 { #expect(keeper.keep(nil, at: Double(second)) == nil) }
        // A newer one is what is written then.
        #expect(keeper.keep(store(5), at: 100) == nil)
        try FileManager.default.removeItem(atPath: folder)
        var told: [(time: Int, line: CalibrationKeeper.Line)] = []
        for second in 101..<130 {
            if let line = keeper.keep(nil, at: Double(second)) { told.append((second, line)) }
        }
        #expect(told.count == 1 && told[0].time <= 110 && !told[0].line.isWarning, "\(told)")
        #expect(try CalibrationStore.read(path) == store(5))
        // Mended, the next one is written at once and without a word; and broken again, that is said again.
        #expect(keeper.keep(store(7), at: 131) == nil)
        #expect(try CalibrationStore.read(path) == store(7))
        try FileManager.default.removeItem(atPath: folder)
        try Data([0x78]).write(to: URL(filePath: folder))
        #expect(keeper.keep(store(9), at: 132)?.isWarning == true)
    }
}
