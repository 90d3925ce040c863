import Glibc
import Messages
import Navigation
import Testing

@testable import FusionPlugin

@Suite("The fusion", .timeLimit(.minutes(5)))
struct FusionEngineTests {
    /// 1 January 2026.
    static let start = 1_767_225_600.0

    private func fix(_ time: Double, accuracy: Double = 5, speed: Double? = nil, course: Double? = nil) -> Fix
    {
        var fix = Fix(time: Self.start + time, latitude: 52.5, longitude: 13.4)
        fix.horizontalAccuracy = accuracy
        fix.speed = speed
        fix.course = course
        return fix
    }

    private func field(_ time: Double) -> MagneticField {
        MagneticField(time: Self.start + time, field: Vector(x: 0, y: 18.9, z: -46))
    }

    private func rest(_ time: Double) -> IMU {
        IMU(time: Self.start + time, acceleration: Vector(x: 0, y: 0, z: 9.81))
    }

    @Test("Each fix of the chosen source goes out once, with its source and nothing changed")
    func fixes() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        for second in 0..<100 {
            let output = engine.add(
                fix(Double(second)),
                from: "gps",
                isLastValue: false,
                arrival: Double(second)
            )
            var expected = fix(Double(second))
            expected.source = "gps"
            #expect(output.fix == expected)
            #expect(output.direction != nil)
            let other = engine.add(
                fix(Double(second), accuracy: 4),
                from: "phone",
                isLastValue: false,
                arrival: Double(second)
            )
            #expect(other.fix == nil)
            #expect(other.direction == nil)
        }
    }

    @Test("When the chosen source goes silent another one is used, and the log says so")
    func fallback() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = engine.add(fix(0), from: "gps", isLastValue: false, arrival: 0)
        let output = engine.add(fix(4), from: "phone", isLastValue: false, arrival: 4)
        #expect(output.fix?.source == "phone")
        #expect(output.notes == ["fixes: gps is silent for 4.0 s: phone is used"])
    }

    @Test("What another fusion chose is not chosen again")
    func otherFusion() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        var chosen = fix(0)
        chosen.source = "gps"
        #expect(engine.add(chosen, from: "other", isLastValue: false, arrival: 0).fix == nil)
    }

    @Test("A last value gives the declination, but is no fix of now")
    func lastValue() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        let output = engine.add(fix(0), from: "gps", isLastValue: true, arrival: 0)
        #expect(output.fix == nil)
        #expect(output.direction == nil)
        _ = engine.add(rest(1), from: "mag", arrival: 1)
        #expect(engine.add(field(1), from: "mag", arrival: 1).heading?.declination != nil)
    }

    @Test("In motion the direction is the course; on the spot, the heading")
    func direction() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = engine.add(rest(0), from: "mag", arrival: 0)
        let moving = engine.add(
            fix(0, speed: 5, course: 200),
            from: "gps",
            isLastValue: false,
            arrival: 0
        )
        #expect(moving.direction?.direction == 200)
        #expect(moving.direction?.source == .course)
        #expect(moving.direction?.reference == .trueNorth)
        _ = engine.add(fix(1, speed: 0.2, course: 20), from: "gps", isLastValue: false, arrival: 1)
        let standing = engine.add(field(1), from: "mag", arrival: 1)
        #expect(standing.heading?.invalid == nil)
        #expect(standing.direction?.source == .heading)
        #expect(standing.direction?.direction == standing.heading?.trueHeading)
        #expect(standing.direction?.reason == "too slow for a course")
    }

    @Test("A heading without a fix is magnetic, and the reason is told once")
    func magnetic() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        var compass = Heading(time: Self.start)
        compass.magneticHeading = 90
        let first = engine.add(compass, from: "gps", arrival: 0)
        #expect(first.heading?.trueHeading == nil)
        #expect(first.heading?.note?.hasPrefix("no fix yet") == true)
        #expect(first.direction?.reference == .magneticNorth)
        #expect(first.notes.contains { $0.hasPrefix("no true heading: no fix yet") })
        compass.time += 1
        #expect(engine.add(compass, from: "gps", arrival: 1).notes.isEmpty)
    }

    @Test("A compass that works by itself counts while there is no magnetometer, and gets the declination")
    func compass() throws {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = engine.add(fix(0), from: "gps", isLastValue: false, arrival: 0)
        var compass = Heading(time: Self.start)
        compass.magneticHeading = 359
        let heading = try #require(engine.add(compass, from: "gps", arrival: 0).heading)
        let declination = try #require(heading.declination)
        #expect(heading.trueHeading == Angle.normalized(359 + declination))
        var gyrocompass = Heading(time: Self.start + 1)
        gyrocompass.trueHeading = 1
        let other = try #require(engine.add(gyrocompass, from: "gps", arrival: 1).heading)
        #expect(other.trueHeading == 1)
        #expect(other.magneticHeading == Angle.normalized(1 - declination))
        _ = engine.add(field(2), from: "mag", arrival: 2)
        compass.time += 3
        #expect(engine.add(compass, from: "gps", arrival: 3).heading == nil)
    }

    @Test("A heading that comes back from another fusion is not passed on again")
    func echo() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        var compass = Heading(time: Self.start)
        compass.magneticHeading = 90
        #expect(engine.add(compass, from: "gps", arrival: 0).heading != nil)
        #expect(engine.add(compass, from: "other", arrival: 10).heading == nil)
        // Nor when the other fusion's declination is another.
        var turned = compass
        (turned.declination, turned.trueHeading) = (4, 94)
        #expect(engine.add(turned, from: "other", arrival: 10.1).heading == nil)
        var empty = compass
        (empty.magneticHeading, empty.invalid) = (nil, .noField)
        #expect(engine.add(empty, from: "other", arrival: 10.2).heading == nil)
    }

    @Test("Headings of one time are all taken when they say something else, of one source and of another")
    func oneTime() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        var compass = Heading(time: Self.start)
        for (step, angle) in [90.0, 93, 96].enumerated() {
            compass.magneticHeading = angle
            let output = engine.add(compass, from: "gps", arrival: Double(step) / 10)
            #expect(output.heading?.magneticHeading == angle)
        }
        // The first is silent, and what another says of the same time counts.
        compass.magneticHeading = 120
        #expect(engine.add(compass, from: "other", arrival: 10).heading?.magneticHeading == 120)
    }

    @Test("Two fusions that hear each other do not go round with what a compass said last")
    func round() {
        var engines = [
            FusionEngine(FusionParameters(), start: 0), FusionEngine(FusionParameters(), start: 0),
        ]
        _ = engines[0].add(fix(0), from: "gps", isLastValue: false, arrival: 0)
        var compass = Heading(time: Self.start)
        compass.trueHeading = 90
        // Each hears the other alone from now on, one of them with a declination.
        var passed = engines[0].add(compass, from: "b", arrival: 0).heading
        var rounds = 0
        while let heading = passed, rounds < 10 {
            rounds += 1
            passed = engines[rounds % 2].add(heading, from: rounds % 2 == 0 ? "b" : "a", arrival: 0.1).heading
        }
        #expect(rounds == 2)
    }

    @Test("When location services are switched off, that is the failure, and not that there are no fixes")
    func switchedOff() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        #expect(engine.setLocation(enabled: true).failures.isEmpty)
        let failures = engine.setLocation(enabled: false).failures
        #expect(failures.map(\.code) == [.denied])
        #expect(failures.first?.message.contains("'binnacle location on'") == true)
        #expect(engine.setLocation(enabled: false).failures.isEmpty)
        #expect(engine.tick(at: 11).failures.isEmpty)
        #expect(!engine.isLocated)
    }

    @Test("When fixes stop, that is a failure, once; and when they come again, a note")
    func noFix() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        #expect(engine.tick(at: 9).failures.isEmpty)
        #expect(engine.tick(at: 11).failures.first?.code == .locationUnknown)
        #expect(!engine.isLocated)
        #expect(engine.tick(at: 12).failures.isEmpty)
        let output = engine.add(fix(13), from: "gps", isLastValue: false, arrival: 13)
        #expect(output.notes.contains("there are fixes again"))
        #expect(engine.isLocated)
        #expect(engine.tick(at: 23).failures.isEmpty)
        #expect(engine.tick(at: 24).failures.count == 1)
    }

    @Test("When fixes stop the direction by their course is withdrawn, once, with a compass and without")
    func oldCourse() throws {
        for hasCompass in [false, true] {
            var engine = FusionEngine(FusionParameters(), start: 0)
            for second in [0.0, 1, 2] {
                let moving = fix(second, speed: 5, course: 90)
                let output = engine.add(moving, from: "gps", isLastValue: false, arrival: second)
                #expect(output.direction?.direction == 90)
            }
            if hasCompass { _ = engine.add(field(2), from: "mag", arrival: 2) }
            #expect(engine.tick(at: 5).direction == nil)
            let withdrawn = try #require(engine.tick(at: 5.25).direction)
            #expect(withdrawn.direction == nil)
            #expect(withdrawn.source == nil)
            #expect(withdrawn.reason?.hasPrefix("the last fix is old; ") == true)
            #expect(abs(withdrawn.time - Self.start - 5.25) < 1e-6)
            #expect(engine.tick(at: 5.5).direction == nil)
            #expect(engine.tick(at: 13).direction == nil)
            let again = fix(14, speed: 5, course: 80)
            #expect(
                engine.add(again, from: "gps", isLastValue: false, arrival: 14).direction?.direction == 80
            )
            #expect(engine.tick(at: 17.5).direction?.reason?.hasPrefix("the last fix is old") == true)
        }
    }

    @Test("When the magnetometer stops, the heading becomes invalid at once and a failure later")
    func noField() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        _ = engine.add(rest(0), from: "mag", arrival: 0)
        _ = engine.add(field(0), from: "mag", arrival: 0)
        #expect(engine.tick(at: 2.9).heading == nil)
        let silent = engine.tick(at: 3.5)
        #expect(silent.heading?.invalid == .noField)
        #expect(silent.heading?.magneticHeading == nil)
        #expect(silent.heading.map { abs($0.time - Self.start - 3.5) < 1e-6 } == true)
        #expect(silent.direction?.direction == nil)
        #expect(engine.tick(at: 4).heading == nil)
        #expect(engine.tick(at: 15).failures.contains { $0.code == .headingFailure })
        #expect(engine.tick(at: 16).failures.isEmpty)
    }

    @Test("A rig without a compass misses no heading")
    func noCompass() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        for second in 0..<60 {
            _ = engine.add(fix(Double(second)), from: "gps", isLastValue: false, arrival: Double(second))
            let output = engine.tick(at: Double(second))
            #expect(output.failures.isEmpty)
            #expect(output.heading == nil)
        }
    }

    @Test("The inertial sensor that goes with the magnetometer is used, another one only for want of it")
    func motions() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        // A sensor's last digits never rest.
        let jitter = { (time: Double) in 0.02 * sin(37 * time) }
        let upright = { (time: Double) in
            IMU(
                time: Self.start + time,
                acceleration: Vector(x: jitter(time), y: 9.81 + jitter(time + 1), z: jitter(time + 2))
            )
        }
        let flat = { (time: Double) in
            IMU(
                time: Self.start + time,
                acceleration: Vector(x: jitter(time), y: jitter(time + 1), z: 9.81 + jitter(time + 2))
            )
        }
        let field = { (time: Double) in
            MagneticField(
                time: Self.start + time,
                field: Vector(x: jitter(time), y: 18.9 + jitter(time + 1), z: -46 + jitter(time + 2))
            )
        }
        for index in 1..<100 {
            let t = Double(index) * 0.1
            _ = engine.add(upright(t), from: "other", arrival: t)
            _ = engine.add(flat(t + 0.01), from: "mag", arrival: t + 0.01)
            let heading = engine.add(field(t + 0.02), from: "mag", arrival: t + 0.02).heading
            if t > 1 { #expect((heading?.dip ?? 0) > 50) }
        }
        for index in 100..<200 {
            let t = Double(index) * 0.1
            _ = engine.add(upright(t), from: "other", arrival: t)
            let heading = engine.add(field(t + 0.02), from: "mag", arrival: t + 0.02).heading
            if t > 16 { #expect((heading?.dip ?? 90) < 0) }
        }
    }
}
