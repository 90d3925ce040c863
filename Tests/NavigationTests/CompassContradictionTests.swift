import Navigation
import Testing

@Suite("Stops, starts and a compass that contradicts the course", .timeLimit(.minutes(5)))
struct CompassContradictionTests {
    /// An arbiter that is told of fixes and headings at 1 Hz, with the course at 90 degrees.
    private struct Drive {
        var arbiter: CourseHeadingArbiter
        var now = 0.0
        var switches = 0
        var last: DirectionDecision?

        init(_ profile: ArbitrationLimits.Profile) {
            arbiter = CourseHeadingArbiter(limits: ArbitrationLimits(profile))
        }

        mutating func go(seconds: Int, speed: Double, heading: Double?, accuracy: Double = 20) {
            for _ in 0..<seconds {
                arbiter.add(
                    course: speed > 0.5 ? 90 : nil,
                    accuracy: 5,
                    speed: speed,
                    speedAccuracy: 0.2,
                    time: now,
                    arrival: now
                )
                arbiter.add(magnetic: heading, true: heading, accuracy: accuracy, time: now, arrival: now)
                let decision = arbiter.decide(at: now)
                if decision.isSwitch { switches += 1 }
                last = decision
                now += 1
            }
        }
    }

    @Test("A compass that is off by more than 45 degrees for 2 s at 3 m/s is bad, also when all stops")
    func bad() {
        var drive = Drive(.pedestrian)
        drive.go(seconds: 2, speed: 5, heading: 136)
        #expect(!drive.arbiter.isCompassBad)
        drive.go(seconds: 1, speed: 5, heading: 136)
        #expect(drive.arbiter.isCompassBad)
        drive.go(seconds: 60, speed: 0, heading: 136)
        #expect(drive.last?.source == nil)
        #expect(drive.last?.reason == "too slow for a course; the compass contradicts the course")
    }

    @Test("It is good again once it has agreed for 2 s at speed, and not by agreeing while all stands")
    func good() {
        var drive = Drive(.pedestrian)
        drive.go(seconds: 5, speed: 5, heading: 300)
        drive.go(seconds: 60, speed: 0, heading: 91)
        #expect(drive.arbiter.isCompassBad)
        drive.go(seconds: 20, speed: 5, heading: 121)
        #expect(drive.arbiter.isCompassBad)
        drive.go(seconds: 3, speed: 5, heading: 91)
        #expect(!drive.arbiter.isCompassBad)
        drive.go(seconds: 5, speed: 0, heading: 91)
        #expect(drive.last?.source == .heading)
    }

    @Test(
        "Slow motion, a poor course, or an angle of 45 degrees speak against no compass",
        arguments: [(2.9, 200.0), (5, 135), (5, 45)]
    )
    func innocent(speed: Double, heading: Double) {
        var drive = Drive(.pedestrian)
        drive.go(seconds: 60, speed: speed, heading: heading)
        #expect(!drive.arbiter.isCompassBad)
    }

    @Test("A short contradiction, as in a curve, is passed over")
    func curve() {
        var drive = Drive(.vehicle)
        for _ in 0..<50 {
            drive.go(seconds: 1, speed: 10, heading: 200)
            drive.go(seconds: 3, speed: 10, heading: 100)
        }
        #expect(!drive.arbiter.isCompassBad)
    }

    @Test(
        "A vehicle that stands holds its last good course for two minutes, says so, and does not change its source"
    )
    func standstill() {
        var drive = Drive(.vehicle)
        drive.go(seconds: 10, speed: 10, heading: 95)
        drive.go(seconds: 100, speed: 0, heading: 97)
        #expect(drive.last?.source == .course)
        #expect(drive.last?.direction == 90)
        #expect(drive.last?.isHeld == true)
        #expect(drive.last?.time == 9)
        #expect(drive.last?.reason == "standing still: the last course is held")
        drive.go(seconds: 10, speed: 10, heading: 95)
        #expect(drive.last?.isHeld == false)
        #expect(drive.switches == 1)
        drive.go(seconds: 122, speed: 0, heading: 97)
        #expect(drive.last?.source == .heading)
        #expect(drive.switches == 2)
    }

    @Test(
        "What is held is given up where a good compass has turned by more than 45 degrees, or fixes stay away"
    )
    func turned() {
        var drive = Drive(.vehicle)
        drive.go(seconds: 10, speed: 10, heading: 95)
        drive.go(seconds: 5, speed: 0, heading: 139)
        #expect(drive.last?.isHeld == true)
        drive.go(seconds: 1, speed: 0, heading: 141)
        #expect(drive.last?.source == .heading)
        var blind = Drive(.vehicle)
        blind.go(seconds: 10, speed: 10, heading: nil)
        blind.go(seconds: 5, speed: 0, heading: nil)
        #expect(blind.last?.isHeld == true)
        #expect(blind.arbiter.decide(at: blind.now + 3).source == nil)
    }

    @Test("A walker's last course is not held")
    func walker() {
        var drive = Drive(.pedestrian)
        drive.go(seconds: 10, speed: 1.5, heading: 200, accuracy: 60)
        drive.go(seconds: 1, speed: 0, heading: 200, accuracy: 60)
        #expect(drive.last?.source == .heading)
    }

    @Test(
        "Each stop and each start changes the source once at most, whatever the speed does meanwhile",
        arguments: ArbitrationLimits.Profile.allCases
    )
    func flapping(profile: ArbitrationLimits.Profile) {
        var drive = Drive(profile)
        for _ in 0..<20 {
            drive.go(seconds: 20, speed: 6, heading: 95)
            // Rolling out, and creeping in a queue.
            for speed in [2.2, 1.4, 0.9, 1.1, 0.8, 1.05, 0.3] {
                drive.go(seconds: 1, speed: speed, heading: 95)
            }
            drive.go(seconds: 150, speed: 0, heading: 95)
            for speed in [0.6, 1.1, 0.9, 1.15, 1.6, 2.4] { drive.go(seconds: 1, speed: speed, heading: 95) }
        }
        #expect(drive.switches <= 1 + 2 * 20)
    }

    @Test("A source that can still be used is kept for the time of holding, by the measurements' own clock")
    func hold() {
        var limits = ArbitrationLimits()
        limits.hold = 5
        var arbiter = CourseHeadingArbiter(limits: limits)
        var changes: [Double] = []
        for tick in 0..<200 {
            let time = Double(tick) / 10
            // The better one changes each second; all of it arrives within a moment.
            let isCourseBetter = (tick / 10).isMultiple(of: 2)
            arbiter.add(
                course: 90,
                accuracy: isCourseBetter ? 5 : 40,
                speed: 2,
                speedAccuracy: 0.1,
                time: time,
                arrival: time / 1000
            )
            arbiter.add(magnetic: 80, true: 80, accuracy: 40, time: time, arrival: time / 1000)
            if arbiter.decide(at: time / 1000).isSwitch { changes.append(time) }
        }
        #expect(changes == [0, 5, 10, 15])
    }
}
