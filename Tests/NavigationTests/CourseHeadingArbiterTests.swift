import Navigation
import Testing

@Suite("Course against heading", .timeLimit(.minutes(5)))
struct CourseHeadingArbiterTests {
    @Test("Before anything is known there is no direction, and the reason is said")
    func nothing() {
        var arbiter = CourseHeadingArbiter()
        let decision = arbiter.decide(at: 0)
        #expect(decision.direction == nil)
        #expect(decision.source == nil)
        #expect(decision.accuracy == nil)
        #expect(decision.reason == "no fix yet; no compass yet")
        #expect(decision.time == nil)
    }

    @Test("In fast motion a good course is the direction, however good the heading")
    func fast() {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(magnetic: 10, true: 14, accuracy: 2, time: 5, arrival: 0)
        arbiter.add(course: 90, accuracy: 12, speed: 3, speedAccuracy: 0.5, time: 6, arrival: 0)
        let decision = arbiter.decide(at: 0.1)
        #expect(decision.direction == 90)
        #expect(decision.source == .course)
        #expect(decision.reference == .trueNorth)
        #expect(decision.accuracy == 12)
        #expect(decision.speed == 3)
        #expect(decision.time == 6)
    }

    @Test("The course is no better than the speed allows", arguments: [nil, 0.1] as [Double?])
    func floor(reported: Double?) throws {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(course: 90, accuracy: reported, speed: 2, speedAccuracy: 1, time: 6, arrival: 0)
        let accuracy = try #require(arbiter.decide(at: 0).accuracy)
        #expect(abs(accuracy - 30) < 1e-9)
    }

    @Test(
        "There is no course below 1 m/s, and none without a speed",
        arguments: [nil, 0, 0.99, -1, .nan, .infinity] as [Double?]
    )
    func slow(speed: Double?) {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(course: 90, accuracy: 1, speed: speed, speedAccuracy: 0.01, time: 6, arrival: 0)
        #expect(arbiter.decide(at: 0).source == nil)
        arbiter.add(magnetic: 10, true: nil, accuracy: 50, time: 7, arrival: 0)
        let decision = arbiter.decide(at: 0)
        #expect(decision.source == .heading)
        #expect(decision.direction == 10)
        #expect(decision.reference == .magneticNorth)
    }

    @Test("The course is never used below 1 m/s, even when it is in use")
    func slowingDown() {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(course: 90, accuracy: 1, speed: 1, speedAccuracy: 0.1, time: 6, arrival: 0)
        #expect(arbiter.decide(at: 0).source == .course)
        arbiter.add(course: 90, accuracy: 1, speed: 0.999, speedAccuracy: 0.1, time: 7, arrival: 1)
        #expect(arbiter.decide(at: 1).source == nil)
    }

    @Test("Accuracies are compared at 68 %: a heading of 39.2 degrees at 95 % is one of 20")
    func comparison() {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(magnetic: 10, true: 14, accuracy: 39.2, time: 5, arrival: 0)
        arbiter.add(course: 90, accuracy: 19, speed: 1.5, speedAccuracy: 0.1, time: 6, arrival: 0)
        #expect(arbiter.decide(at: 0).source == .course)
        var limits = ArbitrationLimits()
        limits.hold = 0
        var other = CourseHeadingArbiter(limits: limits)
        other.add(magnetic: 10, true: 14, accuracy: 39.2, time: 5, arrival: 0)
        let heading = other.decide(at: 0)
        #expect(heading.accuracy.map { abs($0 - 20) < 1e-9 } == true)
        #expect(heading.reference == .trueNorth)
        #expect(heading.direction == 14)
        // In use, the heading is kept until the course is clearly better.
        other.add(course: 90, accuracy: 15, speed: 1.5, speedAccuracy: 0.1, time: 6, arrival: 0)
        #expect(other.decide(at: 0).source == .heading)
        other.add(course: 90, accuracy: 13.9, speed: 1.5, speedAccuracy: 0.1, time: 6, arrival: 0)
        #expect(other.decide(at: 0).source == .course)
        other.add(course: 90, accuracy: 25, speed: 1.5, speedAccuracy: 0.1, time: 6, arrival: 0)
        #expect(other.decide(at: 0).source == .course)
    }

    @Test("A speed that hovers about a limit does not change the source to and fro")
    func hovering() {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(magnetic: 10, true: 14, accuracy: 10, time: 5, arrival: 0)
        _ = arbiter.decide(at: 0)
        var changes = 0
        var last: DirectionDecision.Source?
        for index in 0..<100 {
            let now = Double(index) * 0.02
            let speed = index.isMultiple(of: 2) ? 3.05 : 2.95
            arbiter.add(course: 90, accuracy: 12, speed: speed, speedAccuracy: 0.2, time: now, arrival: now)
            let source = arbiter.decide(at: now).source
            if source != last { changes += 1 }
            last = source
        }
        #expect(changes == 1)
    }

    @Test("Nothing old is used, by the clock of arrivals")
    func old() {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(course: 90, accuracy: 12, speed: 5, speedAccuracy: 0.5, time: 6, arrival: 100)
        arbiter.add(magnetic: 10, true: 14, accuracy: 10, time: 6, arrival: 101)
        #expect(arbiter.decide(at: 103).source == .course)
        let heading = arbiter.decide(at: 103.5)
        #expect(heading.source == .heading)
        #expect(heading.speed == nil)
        let nothing = arbiter.decide(at: 104.5)
        #expect(nothing.source == nil)
        #expect(nothing.reason == "the last fix is old; the last heading is old")
    }

    @Test("A fix without a course takes the course away, an invalid heading the heading")
    func lost() {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(course: 90, accuracy: 12, speed: 5, speedAccuracy: 0.5, time: 6, arrival: 0)
        arbiter.add(magnetic: nil, true: nil, accuracy: nil, problem: "interference", time: 6, arrival: 0)
        #expect(arbiter.decide(at: 0).source == .course)
        arbiter.add(course: nil, accuracy: nil, speed: 5, speedAccuracy: nil, time: 7, arrival: 1)
        let decision = arbiter.decide(at: 1)
        #expect(decision.source == nil)
        #expect(decision.reason == "the course is not known; no heading: interference")
        #expect(decision.speed == 5)
    }

    @Test("A fix that is too uncertain in motion does not take the direction away for two seconds")
    func uncertainFix() {
        var arbiter = CourseHeadingArbiter()
        arbiter.add(course: 90, accuracy: 5, speed: 6, speedAccuracy: 0.5, time: 10, arrival: 10)
        #expect(arbiter.decide(at: 10).direction == 90)
        arbiter.add(course: 140, accuracy: 80, speed: 5, speedAccuracy: 0.5, time: 11, arrival: 11)
        let decision = arbiter.decide(at: 11)
        #expect(decision.direction == 90)
        #expect(decision.time == 10)
        #expect(decision.accuracy == 30)
        #expect(decision.isHeld)
        #expect(!decision.isSwitch)
        arbiter.add(course: 140, accuracy: 80, speed: 5, speedAccuracy: 0.5, time: 12.5, arrival: 12.5)
        let later = arbiter.decide(at: 12.5)
        #expect(later.direction == nil)
        #expect(later.reason == "the course is too uncertain; no compass yet")
        // What has been given up does not come back but with a good course.
        arbiter.add(course: 140, accuracy: 80, speed: 5, speedAccuracy: 0.5, time: 11.5, arrival: 13)
        #expect(arbiter.decide(at: 13).direction == nil)
    }
}
