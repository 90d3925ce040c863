internal import Messages
internal import Testing

@testable internal import ReturnArrowPlugin

@Suite("Arrows", .timeLimit(.minutes(1)))
struct ArrowTableTests {
    var table = ArrowTable()
    let jetty: Topic

    init() throws {
        jetty = try Topic("pin/pins/p1")
    }

    /// A fix some metres north of 54 degrees.
    func fix(_ metres: Double, time: Double = 1) -> Fix {
        Fix(time: time, latitude: 54 + metres / 111_300, longitude: 10)
    }

    func pin(_ id: String = "p1", latitude: Double = 54, longitude: Double = 10) -> Pin {
        Pin(time: 0, id: id, latitude: latitude, longitude: longitude)
    }

    /// A heading.
    func direction(_ degrees: Double?, _ reference: Direction.Reference? = .trueNorth) -> Direction {
        var direction = Direction(time: 1)
        direction.direction = degrees
        direction.reference = reference
        direction.source = degrees == nil ? nil : .heading
        return direction
    }

    /// A course.
    func direction(_ degrees: Double, at time: Double) -> Direction {
        var direction = Direction(time: time)
        direction.direction = degrees
        direction.reference = .trueNorth
        direction.source = .course
        return direction
    }

    @Test("go from each fix to each pin, once, at the fix's time")
    mutating func areOneEach() throws {
        let buoy = try Topic("pin/pins/p2")
        _ = table.receive(pin(), on: jetty, at: 0)
        _ = table.receive(pin("p2", latitude: 55), on: buoy, at: 0)
        for time in [7.5, 8.5, 2.5] {
            let arrows = table.receive(fix(100, time: time), since: time, at: time)
            #expect(arrows.map(\.instance) == ["p1", "p2"])
            #expect(arrows.map(\.arrow.pin) == ["p1", "p2"])
            #expect(arrows.allSatisfy { $0.arrow.time == time })
            #expect(arrows[0].arrow.bearing == 180)
            #expect(arrows[1].arrow.bearing == 0)
        }
    }

    @Test("have no bearing at the pin itself")
    mutating func haveNoBearing() {
        _ = table.receive(pin(), on: jetty, at: 0)
        _ = table.receive(direction(10), since: 0, at: 0)
        let arrow = table.receive(fix(0), since: 0, at: 0).first?.arrow
        #expect(arrow == Arrow(time: 1, pin: "p1", distance: 0, visible: false))
    }

    @Test("come at once to a pin that is new or elsewhere, and not to one that was said again")
    mutating func comeAtOnce() {
        #expect(table.receive(pin(), on: jetty, at: 0) == nil)
        _ = table.receive(fix(100), since: 0, at: 0)
        #expect(table.receive(pin(), on: jetty, at: 1) == nil)
        #expect(table.receive(pin(latitude: 54.1), on: jetty, at: 1)?.arrow.time == 1)
        #expect(table.receive(pin(latitude: 54.2), on: jetty, at: 11) == nil)
    }

    @Test("are erased with their pin")
    mutating func areErased() {
        _ = table.receive(pin(), on: jetty, at: 0)
        #expect(table.removePin(on: jetty) == "p1")
        #expect(table.removePin(on: jetty) == nil)
        #expect(table.receive(fix(100), since: 0, at: 0).isEmpty)
    }

    @Test("to pins of one name in two stores have two names")
    mutating func haveTwoNames() throws {
        let other = try Topic("pin/beacons/p1")
        _ = table.receive(pin(), on: jetty, at: 0)
        _ = table.receive(pin(), on: other, at: 0)
        #expect(table.receive(fix(100), since: 0, at: 0).map(\.instance) == ["p1", "beacons/p1"])
        #expect(table.removePin(on: other) == "beacons/p1")
    }

    @Test("do not come from a fix that the bus had kept for too long")
    mutating func areFresh() {
        _ = table.receive(pin(), on: jetty, at: 100)
        #expect(table.receive(fix(100), since: 89, at: 100).isEmpty)
        #expect(table.receive(fix(100), since: 91, at: 100).count == 1)
        table.loseFix()
        #expect(table.receive(pin(latitude: 55), on: jetty, at: 100) == nil)
    }

    @Test("become visible at 50 m, and are hidden again below 45 m")
    mutating func doNotFlicker() {
        _ = table.receive(pin(), on: jetty, at: 0)
        let visible = [49, 51, 49, 46, 44, 46, 49, 51].map {
            table.receive(fix($0), since: 0, at: 0)[0].arrow.visible
        }
        #expect(visible == [false, true, true, true, false, false, false, true])
    }

    @Test(
        "tell the turn from the direction, in [-180, 180)",
        arguments: [(180, 0), (170, 10), (190, -10), (0, -180), (350, -170), (10, 170)] as [(Double, Double)]
    )
    mutating func tellTheTurn(course: Double, turn: Double) throws {
        _ = table.receive(pin(), on: jetty, at: 0)
        _ = table.receive(direction(course), since: 0, at: 0)
        let arrow = try #require(table.receive(fix(100), since: 0, at: 0).first?.arrow)
        #expect(try abs(#require(arrow.relative) - turn) < 1e-9)
    }

    @Test("tell no turn from a direction that is unknown, magnetic or old")
    mutating func tellNoTurn() {
        _ = table.receive(pin(), on: jetty, at: 0)
        let unusable: [(Direction?, Double)] = [
            (nil, 10), (direction(nil), 10), (direction(5, .magneticNorth), 10), (direction(5, nil), 10),
            (direction(5), 4.9),
        ]
        for (direction, since) in unusable {
            _ = table.receive(direction, since: since, at: 10)
            #expect(table.receive(fix(100), since: 10, at: 10)[0].arrow.relative == nil)
        }
        _ = table.receive(direction(5), since: 5, at: 10)
        #expect(table.receive(fix(100), since: 10, at: 10)[0].arrow.relative != nil)
    }

    @Test("follow the heading ten times a second at most")
    mutating func followTheHeading() {
        _ = table.receive(pin(), on: jetty, at: 0)
        _ = table.receive(fix(100, time: 42), since: 0, at: 0)
        #expect(table.receive(direction(90), since: 0.05, at: 0.05).isEmpty)
        let arrows = table.due(at: 0.1)
        #expect(arrows.map(\.arrow.relative) == [90])
        #expect(arrows.map(\.arrow.time) == [42])
        #expect(table.due(at: 0.3).isEmpty)
        #expect(table.receive(direction(90.05), since: 0.4, at: 0.4).isEmpty)
        #expect(table.receive(direction(89.8), since: 0.5, at: 0.5).count == 1)
    }

    @Test("turn by the course of their own fix, however fast fixes come and whichever of the two comes first")
    mutating func turnByTheirCourse() {
        _ = table.receive(pin(), on: jetty, at: 0)
        for index in 0..<200 {
            let (time, now) = (Double(index), Double(index) * 0.01)
            let course = Double(index * 37 % 360)
            var turns: [ArrowTable.Addressed] = []
            if index.isMultiple(of: 2) {
                // The arrows of the fix before keep their turn.
                #expect(table.receive(direction(course, at: time), since: now, at: now).isEmpty)
                turns = table.receive(fix(100, time: time), since: now, at: now)
            } else {
                _ = table.receive(fix(100, time: time), since: now, at: now)
                turns = table.receive(direction(course, at: time), since: now, at: now)
            }
            // South, 180 degrees, seen from the course.
            let error = { (relative: Double) in (relative - (180 - course)).remainder(dividingBy: 360) }
            #expect(turns.map(\.arrow.time) == [time])
            #expect(turns.allSatisfy { abs($0.arrow.relative.map(error) ?? 360) < 1e-9 })
        }
    }

    @Test("follow a course that has no fix of its own here, ten times a second at most")
    mutating func followTheCourse() {
        _ = table.receive(pin(), on: jetty, at: 0)
        _ = table.receive(fix(100, time: 42), since: 0, at: 0)
        #expect(table.receive(direction(90, at: 43), since: 0.5, at: 0.5).isEmpty)
        #expect(table.due(at: 0.5).map(\.arrow.relative) == [90])
        #expect(table.receive(direction(80, at: 44), since: 0.55, at: 0.55).isEmpty)
        #expect(table.due(at: 0.55).isEmpty)
    }

    @Test("lose their turn when the direction ends, and stop when the fix is old")
    mutating func loseTheirTurn() {
        _ = table.receive(pin(), on: jetty, at: 0)
        _ = table.receive(direction(90), since: 0, at: 0)
        #expect(table.receive(fix(100), since: 0, at: 0)[0].arrow.relative == 90)
        #expect(table.due(at: 5).isEmpty)
        #expect(table.due(at: 5.1).map(\.arrow.relative) == [nil])
        #expect(table.receive(direction(80), since: 10.5, at: 10.5).isEmpty)
    }

    @Test("are lost with their fix, once, when it is old")
    mutating func areLost() {
        _ = table.receive(pin(), on: jetty, at: 0)
        #expect(table.loseOldFix(at: 0) == false)
        _ = table.receive(fix(100), since: 0, at: 0)
        #expect(table.loseOldFix(at: 10) == false)
        #expect(table.loseOldFix(at: 10.1) == true)
        #expect(table.loseOldFix(at: 10.2) == false)
        #expect(table.receive(direction(80), since: 10.3, at: 10.3).isEmpty)
        #expect(table.receive(fix(100), since: 11, at: 11).count == 1)
    }
}
