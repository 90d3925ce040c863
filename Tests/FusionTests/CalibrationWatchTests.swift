import Foundation
import Messages
import Navigation
import Platform
import Testing

@testable import FusionPlugin

@Suite("The fusion's calibration", .timeLimit(.minutes(5)))
struct CalibrationWatchTests {
    static let start = 1_767_225_600.0
    static let iron = Vector3(x: 24, y: -18, z: 12)

    /// Feeds some seconds of a device that is at rest or turned about, and returns what the engine had to say.
    private func feed(
        _ engine: inout FusionEngine,
        _ times: ClosedRange<Int>,
        isTurned: Bool,
        from source: String = "mag",
        iron: Vector3 = Self.iron,
        bend: Double = 0,
        reach: Double = 1
    ) -> (failures: [Failure.Code], notes: [String], headings: Int) {
        var (failures, notes, headings) = ([Failure.Code](), [String](), 0)
        for index in (times.lowerBound * 50)..<(times.upperBound * 50) {
            let t = Double(index) / 50
            let angle = isTurned ? 1.5 * reach * sin(1.3 * t) : 0
            let roll = isTurned ? 0.8 * reach * sin(0.9 * t) : 0
            // Turned about z, then rolled about y; the rates by the same two angles.
            let (ca, sa, cr, sr) = (cos(angle), sin(angle), cos(roll), sin(roll))
            func device(_ x: Double, _ y: Double, _ z: Double) -> Vector {
                let (u, v) = (ca * x + sa * y, -sa * x + ca * y)
                return Vector(x: cr * u - sr * z, y: v, z: sr * u + cr * z)
            }
            let spin = isTurned ? 1.5 * reach * 1.3 * cos(1.3 * t) : 0
            let tip = isTurned ? 0.8 * reach * 0.9 * cos(0.9 * t) : 0
            let jitter = 0.001 * Double(index % 7)
            var imu = IMU(time: Self.start + t)
            let up = device(0, 0, 9.81)
            imu.acceleration = Vector(x: up.x + jitter, y: up.y - jitter, z: up.z + jitter)
            imu.rotationRate = Vector(x: -sr * spin + jitter, y: tip - jitter, z: cr * spin + jitter)
            _ = engine.add(imu, from: source, arrival: t)
            let field = device(0, 18, -45)
            let sample = Vector(
                x: field.x + bend * field.y + iron.x + 20 * jitter,
                y: field.y + bend * field.x + iron.y - 20 * jitter,
                z: field.z + iron.z + 20 * jitter
            )
            let output = engine.add(
                MagneticField(time: Self.start + t, field: sample),
                from: source,
                arrival: t
            )
            failures += output.failures.map(\.code)
            notes += output.notes
            if output.heading?.magneticHeading != nil { headings += 1 }
        }
        return (failures, notes, headings)
    }

    @Test("Motion is asked for once, and no more as soon as the compass is calibrated")
    func asking() throws {
        var engine = FusionEngine(FusionParameters(), start: 0)
        let resting = feed(&engine, 0...20, isTurned: false)
        #expect(resting.failures == [.calibrationNeeded])
        #expect(engine.calibrationStatus(at: 0).state == .uncalibrated)
        #expect(engine.calibrationStatus(at: 0).needsMotion)
        let turning = feed(&engine, 20...40, isTurned: true)
        #expect(turning.failures.isEmpty)
        #expect(turning.notes.contains("the compass is calibrated: no more turning is needed"))
        #expect(turning.headings > 600)
        let status = engine.calibrationStatus(at: 0)
        #expect(status.state == .calibrated)
        #expect(!status.needsMotion)
        #expect(abs(try #require(status.x) - Self.iron.x) < 2)
        #expect(try #require(status.uncertainty) < 2)
    }

    @Test("A guided run tells its progress and its end; one that is stopped leaves what was before")
    func guidedRun() throws {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = feed(&engine, 0...30, isTurned: true)
        let before = engine.calibrationStatus(at: 0)
        #expect(before.progress == nil)
        engine.startCalibration()
        #expect(engine.calibrationStatus(at: 0).progress == 0)
        #expect(engine.calibrationStatus(at: 0).state == .uncalibrated)
        engine.stopCalibration()
        #expect(engine.calibrationStatus(at: 0).x == nil || engine.calibrationStatus(at: 0).x == before.x)
        engine.startCalibration()
        let run = feed(&engine, 30...70, isTurned: true)
        #expect(run.notes.contains { $0.hasPrefix("calibration: ") && $0.contains("keep turning") })
        #expect(run.notes.contains("calibration: complete"))
        #expect(engine.calibrationStatus(at: 0).progress == nil)
        engine.resetCalibration()
        #expect(engine.calibrationStatus(at: 0).needsMotion)
    }

    @Test("What is found is kept once, in a file that is read again, and held after a restart")
    func keeping() throws {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = feed(&engine, 0...40, isTurned: true)
        let kept = engine.calibrationToKeep(time: 1000)
        let store = try #require(kept)
        let record = try #require(store["mag"])
        #expect(store.calibrations == [record])
        #expect((record.iron - Self.iron).length < 2)
        let again = engine.calibrationToKeep(time: 1001)
        #expect(again == nil)
        let folder = FileManager.default.temporaryDirectory.appending(path: "calibration-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/state/fusion.calibration.json"
        #expect(try CalibrationStore.read(path) == nil)
        try store.write(path)
        #expect(try CalibrationStore.read(path) == store)
        try store.write(path)
        var next = FusionEngine(FusionParameters(), kept: store, start: 0)
        let begun = feed(&next, 0...20, isTurned: true)
        #expect(begun.notes.contains("the calibration of mag that was kept is used"))
        #expect(next.calibrationStatus(at: 1060).magnetometer == "mag")
        #expect(next.calibrationStatus(at: 1060).age == 60)
        #expect(next.calibrationStatus(at: 1060).state == .confirmed)
    }

    @Test("Soft iron that is found is told and kept, and held after a restart")
    func keepingSoftIron() throws {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = feed(&engine, 0...60, isTurned: true, bend: 0.06, reach: 1.5)
        let status = engine.calibrationStatus(at: 0)
        #expect(status.state == .calibrated)
        #expect(abs(try #require(status.softIron).xy - 0.06) < 0.01)
        #expect(try #require(status.softIronError) < 3)
        let kept = engine.calibrationToKeep(time: 1000)
        let store = try #require(kept)
        let record = try #require(store["mag"])
        #expect(record.softIron == status.softIron)
        #expect((record.iron - Self.iron).length < 2)
        let path = FileManager.default.temporaryDirectory.appending(path: "calibration-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try store.write(path)
        let read = try CalibrationStore.read(path)
        #expect(read == store)
        var next = FusionEngine(FusionParameters(), kept: try #require(read), start: 0)
        _ = feed(&next, 0...1, isTurned: false, bend: 0.06)
        #expect(next.calibrationStatus(at: 1060).softIron == record.softIron)
        _ = feed(&next, 1...25, isTurned: true, bend: 0.06, reach: 1.5)
        #expect(next.calibrationStatus(at: 1060).state == .confirmed)
        #expect(next.calibrationStatus(at: 1060).softIron == record.softIron)
        next.resetCalibration()
        #expect(next.calibrationStatus(at: 1060).softIron == nil)
    }

    @Test("A file of the form before that, which had no soft iron, is read")
    func formerForm() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "calibration-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try SmallFile.replace(path, by: Array(Self.record(version: 2).utf8))
        let store = try #require(try CalibrationStore.read(path))
        #expect(store.version == CalibrationStore.currentVersion)
        #expect(store["mag"]?.iron == Vector3(x: 1, y: 2, z: 3))
        #expect(store["mag"]?.softIron == nil)
    }

    @Test("The calibration of one magnetometer is not taken for another's, and each has its own again")
    func anotherMagnetometer() throws {
        var first = FusionEngine(FusionParameters(), start: 0)
        _ = feed(&first, 0...40, isTurned: true)
        let kept = first.calibrationToKeep(time: 1000)
        let store = try #require(kept)
        // Another rig, or the same with another sensor: its hard iron is the opposite one.
        var engine = FusionEngine(FusionParameters(), kept: store, start: 0)
        let begun = feed(&engine, 0...40, isTurned: true, from: "other", iron: -1 * Self.iron)
        #expect(!begun.notes.contains { $0.contains("that was kept") })
        let status = engine.calibrationStatus(at: 1060)
        #expect(status.magnetometer == "other")
        #expect(status.age == nil)
        #expect(status.state == .calibrated)
        let keptThen = engine.calibrationToKeep(time: 2000)
        let both = try #require(keptThen)
        #expect(both.calibrations.map(\.magnetometer) == ["mag", "other"])
        let other = try #require(both["other"])
        #expect((other.iron + Self.iron).length < 2)
        // The other one falls silent, and the first one is back.
        engine.startCalibration()
        let back = feed(&engine, 45...60, isTurned: true)
        #expect(back.notes.contains("calibration: given up, as another magnetometer is used"))
        #expect(engine.calibrationStatus(at: 1060).age == 60)
        #expect(engine.calibrationStatus(at: 1060).state == .confirmed)
    }

    @Test("Who begins anew begins without what was kept, also after a restart")
    func forgetting() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = feed(&engine, 0...40, isTurned: true)
        let kept = engine.calibrationToKeep(time: 1000)
        #expect(kept?.calibrations.count == 1)
        engine.resetCalibration()
        let rest = engine.calibrationToKeep(time: 1001)
        #expect(rest?.calibrations == [])
        let again = engine.calibrationToKeep(time: 1002)
        #expect(again == nil)
    }

    @Test("Of more magnetometers than a rig has the oldest calibrations are let go")
    func capacity() {
        var store = CalibrationStore()
        for index in 0..<20 {
            store.keep(.init(magnetometer: "m\(index)", time: 1, x: 1, y: 2, z: 3, uncertainty: 0.5))
        }
        #expect(store.calibrations.count == CalibrationStore.capacity)
        #expect(store["m3"] == nil)
        #expect(store["m19"]?.iron == Vector3(x: 1, y: 2, z: 3))
    }

    @Test(
        "A file that holds no calibration is refused with a reason",
        arguments: [
            ("", "no calibration"), ("{", "no calibration"), ("{}", "version"), ("[1]", "no calibration"),
            (#"{"version":1,"time":1,"x":1,"y":2,"z":3,"uncertainty":1}"#, "of which magnetometer"),
            (#"{"version":4,"calibrations":[]}"#, "form 4"), (#"{"version":2}"#, "calibrations"),
            (record(x: "1e9"), "no device has"), (record(uncertainty: "-1"), "no device has"),
            (record(softIron: #"{"xx":0.2,"yy":0.2,"xy":0,"xz":0,"yz":0}"#), "soft iron that no device has"),
            (record(softIron: "{}"), "xx"),
            (String(repeating: " ", count: 20_000), "large"),
        ]
    )
    func damaged(text: String, reason: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "calibration-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try SmallFile.replace(path, by: Array(text.utf8))
        let error = #expect(throws: (any Error).self) { try CalibrationStore.read(path) }
        #expect(error.map { "\($0)".contains(reason) } == true, "\(String(describing: error))")
    }

    private static func record(
        version: Int = CalibrationStore.currentVersion,
        x: String = "1",
        uncertainty: String = "1",
        softIron: String? = nil
    ) -> String {
        let soft = softIron.map { ",\"softIron\":\($0)" } ?? ""
        let numbers = "\"x\":\(x),\"y\":2,\"z\":3,\"uncertainty\":\(uncertainty)\(soft)"
        return "{\"version\":\(version),\"calibrations\":[{\"magnetometer\":\"mag\",\"time\":1,\(numbers)}]}"
    }

    @Test("The file is where the XDG specification says")
    func standardPath() {
        func path(_ values: [String: String]) -> String? {
            CalibrationStore.standardPath(for: "fusion") { values[$0] }
        }
        #expect(path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/binnacle/fusion.calibration.json")
        #expect(
            path(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/binnacle/fusion.calibration.json"
        )
        #expect(path([:]) == nil)
    }

    @Test("Headings are published when they have changed enough; the direction goes on")
    func filtered() {
        var parameters = FusionParameters()
        parameters.headingFilter = 15
        var engine = FusionEngine(parameters, start: 0)
        _ = feed(&engine, 0...20, isTurned: true)
        let turning = feed(&engine, 20...40, isTurned: true)
        #expect(turning.headings > 20)
        #expect(turning.headings < 400)
    }

    @Test("A stuck magnetometer is a failure, said once")
    func stuck() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        var failures: [String] = []
        for index in 0..<500 {
            let t = Double(index) / 50
            let sample = MagneticField(time: Self.start + t, field: Vector(x: 1, y: 18, z: -45))
            failures += engine.add(sample, from: "mag", arrival: t).failures.map(\.message)
        }
        #expect(failures.filter { $0.contains("stuck") }.count == 1)
    }
}
