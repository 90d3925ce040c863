import Foundation
import Navigation
import Testing

@Suite("The heading estimator", .timeLimit(.minutes(5)))
struct HeadingEstimatorTests {
    /// Noon of 1 January 2026.
    static let start = 1_767_268_800.0
    static let irons = [
        Vector3.zero, Vector3(x: 4, y: -3, z: 5), Vector3(x: 30, y: -25, z: 20),
        Vector3(x: 150, y: -80, z: 50),
    ]

    @Test(
        "With a rate of turn, a walk is valid nearly from its start, whatever the hard iron",
        arguments: irons
    )
    func walkWithGyro(iron: Vector3) throws {
        var estimator = HeadingEstimator()
        var walker = Walker()
        walker.iron = iron
        let result = walker.walk(60, into: &estimator)
        // The strongest is three times the earth's field; the swing of a walk's steps tells it within seven seconds.
        #expect(result.share >= (iron.length > 100 ? 0.88 : 0.95))
        #expect(try #require(result.firstValid) < 7)
        #expect(result.rms < 4)
        #expect(result.outsideShare < 0.05)
        let best = try #require(estimator.calibration.best)
        #expect(best.method == .rotation)
        #expect(best.isCalibrated)
        #expect((best.offset - iron).length < 1)
    }

    @Test("Without a fix, turns alone find the hard iron, and the heading is magnetic", arguments: irons)
    func walkWithoutFix(iron: Vector3) throws {
        var estimator = HeadingEstimator()
        var walker = Walker()
        walker.iron = iron
        walker.hasFix = false
        let result = walker.walk(30, into: &estimator)
        #expect(result.share >= 0.8)
        #expect(result.outsideShare < 0.05)
        let last = try #require(result.last)
        #expect(last.magneticHeading != nil)
        #expect(last.trueHeading == nil)
        #expect(last.declination == nil)
        #expect(last.note?.hasPrefix("no fix yet") == true)
    }

    @Test("Without a rate of turn, the sphere finds the hard iron", arguments: irons.prefix(3))
    func walkWithoutGyro(iron: Vector3) throws {
        var estimator = HeadingEstimator()
        var walker = Walker()
        walker.iron = iron
        walker.hasGyro = false
        let result = walker.walk(60, into: &estimator)
        #expect(result.share >= 0.85)
        #expect(result.outsideShare < 0.05)
        let best = try #require(estimator.calibration.best)
        #expect(best.method == .sphere)
        #expect((best.offset - iron).length < 2)
    }

    @Test("A compass without hard iron is valid at once where the place is known, with a wide bound")
    func fresh() throws {
        var estimator = HeadingEstimator()
        let estimate = try #require(still(&estimator, latitude: 52.5))
        #expect(estimate.invalidity == nil)
        let heading = try #require(estimate.trueHeading)
        #expect(abs(Angle.turn(from: 70, to: heading)) < 1)
        #expect(try #require(estimate.accuracy) > 5)
    }

    @Test("True heading less magnetic heading is the model's declination at the fix")
    func declination() throws {
        for (latitude, time) in [(52.5, 1_767_268_800.0), (-33, 1_750_000_000), (40, 1_600_000_000)] {
            var estimator = HeadingEstimator()
            let estimate = try #require(still(&estimator, latitude: latitude, time: time))
            let year = MagneticModel.decimalYear(unixSeconds: time)
            let model = try #require(MagneticModel.forDate(year: year))
            let expected = model.field(latitude: latitude, longitude: 13.4, altitude: 35, year: year)
                .declination
            #expect(estimate.declination == expected)
            let (magnetic, geographic) = (
                try #require(estimate.magneticHeading), try #require(estimate.trueHeading)
            )
            #expect(abs(Angle.turn(from: magnetic, to: geographic) - expected) < 1e-9)
            #expect(estimate.note == nil)
        }
    }

    @Test(
        "Outside the model's years the magnetic heading goes on, and the reason is said",
        arguments: [2019, 2031]
    )
    func outsideYears(year: Int) throws {
        var estimator = HeadingEstimator()
        let time = Double(year - 1970) * 365.2425 * 86_400 + 100 * 86_400
        let estimate = try #require(still(&estimator, latitude: 52.5, time: time))
        #expect(estimate.magneticHeading != nil)
        #expect(estimate.trueHeading == nil)
        #expect(estimate.declination == nil)
        #expect(estimate.note?.contains("no magnetic model for \(year)") == true)
    }

    @Test("In the blackout zone there is no true heading, and the reason is said")
    func blackout() throws {
        var estimator = HeadingEstimator(widestAccuracy: 180)
        let estimate = try #require(still(&estimator, latitude: 86, longitude: 150))
        #expect(estimate.trueHeading == nil)
        #expect(estimate.note?.contains("blackout") == true)
    }

    @Test("Below 6000 nT the accuracy widens")
    func caution() throws {
        var (here, there) = (HeadingEstimator(widestAccuracy: 180), HeadingEstimator(widestAccuracy: 180))
        let normal = try #require(still(&here, latitude: 52.5))
        let caution = try #require(still(&there, latitude: 80, longitude: -60))
        #expect(caution.trueHeading != nil)
        #expect(try #require(caution.accuracy) > 2 * #require(normal.accuracy))
    }

    @Test("A hard iron that nothing has shown yet is uncalibrated")
    func uncalibrated() throws {
        var estimator = HeadingEstimator()
        let estimate = try #require(still(&estimator, latitude: 52.5, iron: Vector3(x: 30, y: -25, z: 20)))
        #expect(estimate.invalidity == .uncalibrated)
        #expect(estimate.magneticHeading == nil)
        #expect(estimate.accuracy == nil)
    }

    @Test("A field that stays wrong after calibration is interference")
    func interference() throws {
        var estimator = HeadingEstimator()
        let walker = Walker()
        _ = walker.walk(30, into: &estimator)
        // A field that turns with the world, not with the device: stronger and flatter than the earth's here.
        var noise = Noise(seed: 5)
        var last: HeadingEstimate?
        for index in 0..<1000 {
            let t = Double(index) / 50
            let now = walker.attitude(t)
            let time = 1_767_225_600 + 30 + t
            let rate = now.rate(to: walker.attitude(t + 0.001), in: 0.001)
            estimator.add(
                acceleration: now.device(Vector3(x: 0, y: 0, z: 9.81)),
                rotationRate: rate,
                time: time
            )
            let field = now.device(Vector3(x: 30, y: 10, z: -20)) + noise.vector(0.3)
            last = estimator.add(field: field, time: time) ?? last
        }
        #expect(last?.invalidity == .interference)
    }

    @Test("A device that stands upright has the heading that its back faces; a bare vertical axis has none")
    func upright() throws {
        var estimator = HeadingEstimator()
        let estimate = try #require(still(&estimator, latitude: 52.5, elevation: 85))
        #expect(abs(Angle.turn(from: 70, to: try #require(estimate.trueHeading))) < 2)
        var bare = HeadingEstimator(axis: try #require(HeadingAxis(name: "0,0,1")))
        #expect(try #require(still(&bare, latitude: 52.5, elevation: 0)).invalidity == .tilted)
    }

    @Test("Without acceleration the device is taken to lie level, and the bound is wider")
    func level() throws {
        var (with, without) = (HeadingEstimator(widestAccuracy: 180), HeadingEstimator(widestAccuracy: 180))
        let known = try #require(still(&with, latitude: 20, elevation: 0))
        let assumed = try #require(still(&without, latitude: 20, elevation: 0, hasAcceleration: false))
        #expect(!known.isLevelAssumed)
        #expect(assumed.isLevelAssumed)
        #expect(abs(Angle.turn(from: 70, to: try #require(assumed.trueHeading))) < 1)
        #expect(try #require(assumed.accuracy) > #require(known.accuracy))
    }

    @Test("Without samples of the field there is no heading")
    func noField() {
        let estimate = HeadingEstimator().withoutField(time: 12)
        #expect(estimate.invalidity == .noField)
        #expect(estimate.magneticHeading == nil)
    }

    @Test("A jump back in time starts the filters anew and keeps what was learnt")
    func jump() throws {
        var estimator = HeadingEstimator()
        var walker = Walker()
        walker.iron = Vector3(x: 12, y: -9, z: 8)
        _ = walker.walk(30, into: &estimator)
        let again = walker.walk(10, into: &estimator)
        #expect(again.count == 500)
        #expect(again.share == 1)
        #expect(again.outsideShare < 0.05)
        #expect(estimator.ignored == 0)
    }

    @Test("A late or repeated sample is passed over and counted")
    func late() {
        var estimator = HeadingEstimator()
        let field = Vector3(x: 0, y: 20, z: -40)
        #expect(estimator.add(field: field, time: 10) != nil)
        #expect(estimator.add(field: field, time: 10) == nil)
        #expect(estimator.add(field: field, time: 9.5) == nil)
        #expect(estimator.add(field: field, time: 10.1) != nil)
        #expect(estimator.ignored == 2)
    }

    @Test("Numbers that no sensor can mean are passed over and counted")
    func absurd() {
        var estimator = HeadingEstimator()
        let wrong = [Double.nan, .infinity, 1e300, -.greatestFiniteMagnitude]
        for value in wrong {
            #expect(estimator.add(field: Vector3(x: value, y: 0, z: 1), time: 1) == nil)
            estimator.add(acceleration: Vector3(x: 0, y: value, z: 0), rotationRate: nil, time: 1)
            estimator.add(acceleration: nil, rotationRate: Vector3(x: 0, y: 0, z: value), time: 1)
            estimator.add(latitude: value, longitude: 0, altitude: nil, time: 1)
            estimator.add(latitude: 0, longitude: 0, altitude: nil, time: value)
        }
        #expect(estimator.add(field: .zero, time: 1) == nil)
        #expect(estimator.add(field: Vector3(x: 0, y: 20, z: -40), time: .nan) == nil)
        #expect(estimator.ignored == 5 * wrong.count + 2)
        estimator.add(latitude: 0, longitude: 0, altitude: .nan, time: 1)
        #expect(estimator.add(field: Vector3(x: 0, y: 20, z: -40), time: 1e18) != nil)
        #expect(estimator.add(field: Vector3(x: 0, y: 20, z: -40), time: -1e18) != nil)
    }

    /// A device that has lain still for five seconds, its y axis 70 degrees from true north.
    private func still(
        _ estimator: inout HeadingEstimator,
        latitude: Double,
        longitude: Double = 13.4,
        time: Double = start,
        iron: Vector3 = .zero,
        elevation: Double = 20,
        hasAcceleration: Bool = true
    ) -> HeadingEstimate? {
        let attitude = Attitude(heading: 70, elevation: elevation, roll: 0)
        let year = MagneticModel.decimalYear(unixSeconds: time)
        let model = MagneticModel.forDate(year: year) ?? (year < 2020 ? .wmm2020 : .wmm2025)
        let earth = model.field(latitude: latitude, longitude: longitude, altitude: 35, year: year)
        let field = attitude.device(0.001 * Vector3(x: earth.y, y: earth.x, z: -earth.z))
        estimator.add(latitude: latitude, longitude: longitude, altitude: 35, time: time)
        var noise = Noise(seed: 3)
        var last: HeadingEstimate?
        for index in 0..<100 {
            let now = time + Double(index) / 20
            if hasAcceleration {
                estimator.add(
                    acceleration: attitude.device(Vector3(x: 0, y: 0, z: 9.81)) + noise.vector(0.02),
                    rotationRate: nil,
                    time: now
                )
            }
            last = estimator.add(field: field + iron + noise.vector(0.1), time: now)
        }
        return last
    }
}
