import Glibc
import Messages
import Navigation
import Recordings
import Simulation
import Testing

@testable import FusionPlugin

@Suite("The fusion in tunnels, on ferries, at the poles and the date line", .timeLimit(.minutes(5)))
struct JourneyTests {
    private func fix(_ t: Double, _ latitude: Double, _ longitude: Double, speed: Double, course: Double)
        -> Fix
    {
        var fix = Fix(time: HandheldDevice.start + t, latitude: latitude, longitude: longitude)
        (fix.speed, fix.speedAccuracy, fix.horizontalAccuracy) = (speed, 0.2, 4)
        if speed > 0.5 { (fix.course, fix.courseAccuracy) = (course, 3) }
        return fix
    }

    @Test(
        "In a tunnel the course is given up when it is old, and taken again behind it",
        arguments: [1, 2, 3]
    )
    func tunnel(seed: UInt64) throws {
        var plan = TripPlan()
        (plan.kind, plan.seed, plan.rate, plan.duration) = (.freewayDrive, seed, 10, 240)
        var parameters = FusionParameters()
        parameters.profile = .vehicle
        var engine = FusionEngine(parameters, start: plan.time)
        var trip = try Trip(plan)
        var (lastFix, wasBlind, behind, tunnels, dark) = (plan.time, false, 0, 0, 0)
        while let message = trip.next() {
            let now = message.time
            var outputs = [engine.tick(at: now)]
            switch message {
            case .fix(let fix):
                outputs.append(engine.add(fix, from: "car", isLastValue: false, arrival: now))
                lastFix = now
                behind += 1
            case .imu(let imu): outputs.append(engine.add(imu, from: "car", arrival: now))
            case .field(let field): outputs.append(engine.add(field, from: "car", arrival: now))
            case .heading(let heading): outputs.append(engine.add(heading, from: "car", arrival: now))
            }
            if trip.truth.isBlind, !wasBlind { tunnels += 1 }
            if wasBlind, !trip.truth.isBlind { behind = 0 }
            wasBlind = trip.truth.isBlind
            for direction in outputs.compactMap(\.direction) {
                if now - lastFix > parameters.silence + 0.2 {
                    dark += 1
                    #expect(direction.source != .course)
                    if direction.source == nil {
                        #expect(direction.reason?.hasPrefix("the last fix is old; ") == true)
                        #expect(direction.direction == nil)
                    }
                } else if tunnels > 0, !wasBlind, behind > 1, trip.truth.speed > 5 {
                    #expect(direction.source == .course)
                }
            }
        }
        #expect(tunnels >= 1)
        #expect(dark > 0)
    }

    @Test(
        "On a ferry a passenger may point the device anywhere: the compass is not held to be bad for it",
        arguments: [1.5, 8]
    )
    func ferry(speed: Double) throws {
        var device = HandheldDevice(earth: HandheldDevice.earth(latitude: 59, longitude: 10))
        device.heading = { 90 + 120 * sin(0.15 * $0) }
        device.iron = Vector(x: 15, y: -10, z: 20)
        device.swingFirst()
        var engine = FusionEngine(FusionParameters(), start: 0)
        var (headings, valid, inside, switches, source) = (0, 0, 0, 0, Direction.Source?.none)
        var notes: [String] = []
        device.feed(&engine, 0..<120) { t in
            // It sails when the compass is calibrated.
            fix(t, 59, 10 + 1e-4 * max(0, t - 20), speed: t < 20 ? 0 : speed, course: 90)
        } _: { t, output in
            notes += output.notes
            guard t > 25 else { return }
            if let direction = output.direction {
                #expect(direction.source != nil)
                if speed > 3 { #expect(direction.source == .course && direction.direction == 90) }
                if let source, direction.source != source { switches += 1 }
                source = direction.source
            }
            guard let heading = output.heading else { return }
            headings += 1
            guard let told = heading.trueHeading, let bound = heading.headingAccuracy else { return }
            valid += 1
            if abs(Angle.turn(from: device.heading(t), to: told)) <= bound { inside += 1 }
        }
        #expect(headings > 4000)
        #expect(valid == headings)
        #expect(Double(inside) >= 0.95 * Double(valid))
        #expect(switches <= 1)
        #expect(!notes.contains { $0.contains("contradicts") })
    }

    @Test("A device that is fixed to what moves, or whose compass no gyro vouches for, is not believed so")
    func contradiction() {
        for (profile, hasGyro) in [(ArbitrationLimits.Profile.vehicle, true), (.pedestrian, false)] {
            var device = HandheldDevice(earth: HandheldDevice.earth(latitude: 59, longitude: 10))
            device.heading = { _ in 200 }
            device.swingFirst()
            var parameters = FusionParameters()
            parameters.profile = profile
            var engine = FusionEngine(parameters, start: 0)
            var notes: [String] = []
            for index in 0..<2000 {
                let t = Double(index) / 50
                let place = fix(t, 59, 10, speed: t < 20 ? 0 : 8, course: 90)
                if index.isMultiple(of: 50) {
                    notes += engine.add(place, from: "gps", isLastValue: false, arrival: t).notes
                }
                var imu = device.imu(t)
                if !hasGyro { imu.rotationRate = nil }
                _ = engine.add(imu, from: "mag", arrival: t)
                notes += engine.add(device.field(t), from: "mag", arrival: t).notes
            }
            #expect(notes.contains { $0.contains("contradicts the course") }, "\(profile)")
        }
    }

    @Test("Over the south pole headings and course turn with the meridian, and the way back leads over it")
    func pole() throws {
        // 56 m before the pole on the meridian of Greenwich, and as far behind it on that of 180 degrees.
        var device = HandheldDevice(earth: HandheldDevice.earth(latitude: -89.9995, longitude: 0))
        device.heading = { _ in 140 }
        device.swingFirst()
        var engine = FusionEngine(FusionParameters(), start: 0)
        var (before, after) = ((heading: 0.0, bound: 0.0), Double.nan)
        var courses: [Double?] = []
        device.feed(&engine, 0..<30) { t in
            t < 25
                ? fix(t, -89.9995, 0, speed: 1.5, course: 180) : fix(t, -89.9995, 180, speed: 1.5, course: 0)
        } _: { t, output in
            if let heading = output.heading?.trueHeading, let bound = output.heading?.headingAccuracy {
                if t < 24.9 { before = (heading, bound) } else if t > 25 { after = heading }
            }
            if let direction = output.direction, direction.source == .course {
                courses.append(direction.direction)
            }
        }
        #expect(abs(Angle.turn(from: 140, to: before.heading)) <= before.bound)
        #expect(abs(abs(Angle.turn(from: before.heading, to: after)) - 180) < 1)
        #expect(courses.allSatisfy { $0 == 180 || $0 == 0 })
        var way = ReturnPath(to: Coordinate(latitude: -89.9995, longitude: 0))
        let here = way.step(from: Coordinate(latitude: -89.9995, longitude: 180))
        let step = try #require(here)
        // A degree of latitude at the poles is 111.694 km (WGS84).
        #expect(abs(step.distance - 2 * 0.0005 * 111_694) < 0.1)
        let bearing = try #require(step.bearing)
        #expect(abs(Angle.turn(from: 180, to: bearing)) < 1e-6)
    }

    @Test(
        "At the north pole, where the horizontal field is too weak, there is no true heading, and it is said why"
    )
    func blackout() {
        var device = HandheldDevice(earth: HandheldDevice.earth(latitude: 89.9995, longitude: 0))
        device.swingFirst()
        var engine = FusionEngine(FusionParameters(), start: 0)
        var (headings, notes) = (0, Set<String>())
        device.feed(&engine, 0..<20) {
            fix($0, 89.9995, 0, speed: 0, course: 0)
        } _: { _, output in
            guard let heading = output.heading else { return }
            headings += 1
            #expect(heading.trueHeading == nil)
            if let note = heading.note { notes.insert(note) }
        }
        #expect(headings == 1000)
        #expect(notes.contains { $0.contains("2000 nT") })
    }

    @Test("Across the date line headings, declination and the way back go on without a jump")
    func dateLine() throws {
        var plan = TripPlan()
        (plan.latitude, plan.longitude, plan.rate, plan.duration, plan.seed) = (-17, 180, 20, 120, 2)
        var engine = FusionEngine(FusionParameters(), start: plan.time)
        var trip = try Trip(plan)
        var (valid, inside, last, sides) = (0, 0, Double?.none, Set<Bool>())
        var way = ReturnPath(to: Coordinate(latitude: -17, longitude: -180))
        while let message = trip.next() {
            let output: FusionOutput
            switch message {
            case .fix(let fix):
                output = engine.add(fix, from: "walk", isLastValue: false, arrival: fix.time)
                sides.insert(fix.longitude < 0)
                let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
                let step = way.step(from: place)
                #expect(step.map { $0.distance < 400 } == true)
            case .imu(let imu): output = engine.add(imu, from: "walk", arrival: imu.time)
            case .field(let field): output = engine.add(field, from: "walk", arrival: field.time)
            case .heading(let heading): output = engine.add(heading, from: "walk", arrival: heading.time)
            }
            guard let heading = output.heading else { continue }
            if let declination = heading.declination {
                #expect(abs(declination - (last ?? declination)) < 0.01)
                last = declination
            }
            guard let told = heading.trueHeading, let bound = heading.headingAccuracy else { continue }
            valid += 1
            if abs(Angle.turn(from: trip.truth.trueHeading, to: told)) <= bound { inside += 1 }
        }
        #expect(sides.count == 2)
        #expect(valid > 2000)
        #expect(Double(inside) >= 0.93 * Double(valid))
    }

    @Test(
        "A device that swings about north is told between 0 and 360 degrees, smoothed or not",
        arguments: [0, 0.5]
    )
    func north(smoothing: Double) {
        var device = HandheldDevice(earth: HandheldDevice.earth(latitude: 52.5, longitude: 13.4))
        device.heading = { 8 * sin(0.4 * $0) }
        device.swingFirst()
        var parameters = FusionParameters()
        parameters.smoothing = smoothing
        var engine = FusionEngine(parameters, start: 0)
        var (count, low, high) = (0, 0, 0)
        device.feed(&engine, 0..<60) {
            fix($0, 52.5, 13.4, speed: 0, course: 0)
        } _: { t, output in
            guard t > 20, let heading = output.heading, let told = heading.trueHeading else { return }
            count += 1
            if told < 90 { low += 1 } else if told > 270 { high += 1 }
            #expect((0..<360).contains(told))
            #expect((0..<360).contains(heading.magneticHeading ?? -1))
            // The low-pass lags by as much as it turns in its time constant: 3.2 degrees a second.
            let allowed = (heading.headingAccuracy ?? 0) + 3.2 * smoothing
            #expect(abs(Angle.turn(from: device.heading(t), to: told)) <= allowed)
            #expect(output.direction?.direction == told)
        }
        #expect(count > 1900)
        #expect(low > 500 && high > 500 && low + high == count)
    }
}
