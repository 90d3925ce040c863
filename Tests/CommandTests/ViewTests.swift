import Messages
import Testing

@testable import Command

/// 2026-11-30 12:03:45 UTC.
private let noon = 1_796_040_225.0

/// A monotonic moment so many seconds before ``now``.
private func ago(_ seconds: Double) -> Int64 { now - Int64(seconds * 1e9) }

private let now: Int64 = 1_000_000_000_000

private func walking() -> ViewState {
    var state = ViewState(bus: "ipc:///run/binnacle")
    var fix = Fix(time: noon, latitude: 51.477811, longitude: -0.001475)
    fix.horizontalAccuracy = 4.2
    fix.altitude = 46.2
    fix.verticalAccuracy = 7.14
    fix.course = 87.34
    fix.courseAccuracy = 2.1
    fix.speed = 1.42
    fix.source = "gps"
    state.fix = Seen(fix, topic: "fix/fusion", moment: ago(0.4))
    var heading = Heading(time: noon)
    heading.magneticHeading = 87
    heading.trueHeading = 88.1
    heading.headingAccuracy = 6
    state.heading = Seen(heading, topic: "heading/fusion", moment: ago(0.1))
    var direction = Direction(time: noon)
    direction.direction = 87.3
    direction.accuracy = 2.1
    direction.source = .course
    direction.reference = .trueNorth
    direction.reason = "walking fast enough for the course"
    state.direction = Seen(direction, topic: "direction/fusion", moment: ago(0.1))
    var pin = Pin(time: noon, id: "p1", latitude: 51.4778, longitude: 0)
    pin.label = "Over Here!"
    state.pins["p1"] = Seen(pin, topic: "pin/pins/p1", moment: ago(100))
    var arrow = Arrow(time: noon, pin: "p1", distance: 1234.5, bearing: 357.3, visible: true)
    arrow.relative = -90
    state.arrows["p1"] = Seen(arrow, topic: "arrow/return-arrow/p1", moment: ago(0.2))
    state.nodes["fusion"] = Seen(Status(time: noon, state: .ready), topic: "status/fusion", moment: ago(0.5))
    state.nodes["gps"] = Seen(Status(time: noon, state: .ready), topic: "status/gps", moment: ago(0.5))
    return state
}

private func text(_ state: ViewState, _ columns: Int = 80, _ rows: Int = 30, unicode: Bool = true) -> String {
    ViewRenderer(state: state, now: now, time: noon)
        .lines(for: ViewScreen(columns: columns, rows: rows, unicode: unicode))
        .map(\.text)
        .joined(separator: "\n")
}

@Suite("Terminal view", .timeLimit(.minutes(1)))
struct ViewTests {
    @Test("everything that is known is shown") func full() {
        #expect(
            text(walking()) == """
                binnacle  ipc:///run/binnacle                                       12:03:45 UTC

                position   51.477811° N  0.001475° W ± 4.2 m   from gps
                altitude   46.2 m ± 7.1 m
                course     87.3° true ± 2.1°
                speed      1.42 m/s   5.1 km/h
                heading    88.1° true   87.0° magnetic ± 6.0° (95 %)
                direction  87.3° true ± 2.1°   from the course
                           walking fast enough for the course

                pin        Over Here!
                distance   1.23 km
                bearing    357.3° true
                turn       90° to the left

                              ⣀⣴⡇
                           ⢀⣴⣾⣿⣿⣧⣤⣤⣤⣤⣤⡄
                           ⠈⠻⢿⣿⣿⡟⠛⠛⠛⠛⠛⠃
                              ⠉⠻⡇


                nodes      fusion, gps
                """
        )
    }

    @Test("without UTF-8 everything is said in ASCII") func ascii() {
        let ascii = text(walking(), unicode: false)
        #expect(
            ascii.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).prefix(18).joined(
                separator: "\n"
            )
                == """
                position   51.477811 deg N  0.001475 deg W +- 4.2 m   from gps
                altitude   46.2 m +- 7.1 m
                course     87.3 deg true +- 2.1 deg
                speed      1.42 m/s   5.1 km/h
                heading    88.1 deg true   87.0 deg magnetic +- 6.0 deg (95 %)
                direction  87.3 deg true +- 2.1 deg   from the course
                           walking fast enough for the course

                pin        Over Here!
                distance   1.23 km
                bearing    357.3 deg true
                turn       90 deg to the left

                              /|
                             / |______
                             \\  ______|
                              \\|

                """
        )
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("before anything has come the view says so") func empty() {
        #expect(
            text(ViewState(bus: "tcp://127.0.0.1:7750"), 40, 24) == """
                binnacle  tcp://127.0.0.1:7750

                position   not known yet
                altitude   not known yet
                course     not known yet
                speed      not known yet
                heading    not known yet
                direction  not known yet

                pin        none: drop one with 'binnacl…

                nodes      none heard of yet
                """
        )
    }

    @Test("what a message leaves out is unknown") func unknown() {
        var state = ViewState(bus: "b")
        state.fix = Seen(Fix(time: noon, latitude: -1, longitude: 2), topic: "fix/gps", moment: now)
        state.heading = Seen(Heading(time: noon), topic: "heading/fusion", moment: now)
        state.direction = Seen(Direction(time: noon), topic: "direction/fusion", moment: now)
        let lines = text(state).split(separator: "\n")
        #expect(
            lines.dropFirst().prefix(6).joined(separator: "\n") == """
                position   1.000000° S  2.000000° E
                altitude   unknown
                course     unknown
                speed      unknown
                heading    unknown
                direction  unknown
                """
        )
    }

    @Test("values that are old are called stale, with their age") func stale() {
        var state = walking()
        state.fix = state.fix.map { Seen($0.value, topic: $0.topic, moment: ago(7.2)) }
        state.heading = state.heading.map { Seen($0.value, topic: $0.topic, moment: ago(200)) }
        state.arrows["p1"] = state.arrow.map { Seen($0.value, topic: $0.topic, moment: ago(10_000)) }
        let lines = text(state, 100)
        #expect(lines.contains("position   51.477811° N  0.001475° W ± 4.2 m   from gps   stale, 7 s\n"))
        #expect(lines.contains("± 6.0° (95 %)   stale, 3 min\n"))
        #expect(lines.contains("distance   1.23 km   stale, 3 h\n"))
    }

    @Test("the way is as old as the position, and nobody is near the pin by an old one") func oldWay() {
        var state = walking()
        state.fix = state.fix.map { Seen($0.value, topic: $0.topic, moment: ago(7.2)) }
        #expect(
            text(state).contains(
                """
                distance   1.23 km   stale, 7 s
                bearing    357.3° true
                turn       90° to the left   stale, 7 s
                """
            )
        )
        #expect(text(state, 60, 4).contains("pin        1.23 km: Over Here!   stale, 7 s\n"))
        let arrow = Arrow(time: noon, pin: "p1", distance: 12.34, bearing: 1, visible: false)
        state.arrows["p1"] = Seen(arrow, topic: "arrow/return-arrow/p1", moment: now)
        #expect(text(state).contains("turn       unknown   stale, 7 s\n"))
        #expect(text(state, 60, 4).contains("pin        12.3 m: Over Here!   stale, 7 s\n"))
    }

    @Test("near the pin there is no arrow") func here() {
        var state = walking()
        let arrow = Arrow(time: noon, pin: "p1", distance: 12.34, bearing: 1, visible: false)
        state.arrows["p1"] = Seen(arrow, topic: "arrow/return-arrow/p1", moment: now)
        #expect(
            text(state).hasSuffix(
                """
                pin        Over Here!
                distance   12.3 m
                bearing    1.0° true
                turn       near the pin

                nodes      fusion, gps
                """
            )
        )
    }

    @Test("without a true direction there is a bearing and no turn") func noTurn() {
        var state = walking()
        let arrow = Arrow(time: noon, pin: "p1", distance: 743.2, bearing: 1, visible: true)
        state.arrows["p1"] = Seen(arrow, topic: "arrow/return-arrow/p1", moment: now)
        #expect(
            text(state).contains(
                "distance   743 m\nbearing    1.0° true\nturn       unknown without a true direction\n\n"
            )
        )
    }

    @Test("of several pins the newest is shown, and none after it was erased") func pins() {
        var state = walking()
        var pin = Pin(time: noon + 1, id: "p2", latitude: 1, longitude: 1)
        pin.label = "bo\u{1B}[31mat\n"
        state.pins["p2"] = Seen(pin, topic: "pin/pins/p2", moment: now)
        #expect(text(state).contains("pin        bo [31mat \ndistance   not known yet\n"))
        state.erase(pinOn: "pin/pins/p2")
        #expect(text(state).contains("pin        Over Here!\n"))
        state.erase(pinOn: "pin/pins/p1")
        #expect(text(state).contains("pin        none: drop one with 'binnacle pin drop'\n"))
        #expect(state.arrows.isEmpty)
    }

    @Test("an invalid heading says why, a magnetic one why it is not true") func invalid() {
        var heading = Heading(time: noon)
        heading.invalid = .interference
        #expect(Phrase.heading(heading) == "none: the field is not the earth's, move away from iron")
        heading = Heading(time: noon)
        heading.magneticHeading = 359.96
        heading.note = "no fix"
        #expect(Phrase.heading(heading) == "0.0° magnetic   no true heading: no fix")
    }

    @Test("what has failed is shown below") func trouble() {
        var state = walking()
        var degraded = Status(time: noon, state: .degraded)
        degraded.note = "no data for 5 s"
        state.nodes["gps"] = Seen(degraded, topic: "status/gps", moment: now)
        state.nodes["pins"] = Seen(Status(time: noon, state: .gone), topic: "status/pins", moment: ago(90))
        state.nodes["arrow"] = Seen(Status(time: noon, state: .ready), topic: "status/arrow", moment: ago(8))
        for (index, node) in ["a", "b", "c", "d"].enumerated() {
            let failure = Failure(time: noon, code: .deviceLost, message: "lost \(node)")
            state.failures[node] = Seen(failure, topic: "failure/\(node)", moment: ago(Double(index)))
        }
        let old = Failure(time: noon, code: .denied, message: "long ago")
        state.failures["e"] = Seen(old, topic: "failure/e", moment: ago(61))
        state.warning = Seen(
            Log(time: noon, level: .error, message: "no such device"),
            topic: "log/gps",
            moment: ago(3)
        )
        state.lost = 12
        #expect(
            text(state, 80, 40).hasSuffix(
                """
                nodes      arrow silent for 8 s, fusion, gps degraded: no data for 5 s, pins go…
                failed     a: device-lost: lost a (0 s ago)
                failed     b: device-lost: lost b (1 s ago)
                failed     c: device-lost: lost c (2 s ago)
                error      gps: no such device (3 s ago)
                lost       12 messages did not arrive here
                """
            )
        )
    }

    @Test("a low screen loses its gaps first, then the dial, then the rest", arguments: 0...40) func low(
        rows: Int
    ) {
        let lines = text(walking(), 80, rows).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= max(rows, 1))
        #expect(text(walking(), 80, rows).contains("⣿") == (rows >= 19))
        if rows >= 3 { #expect(lines.last == "nodes      fusion, gps") }
    }

    @Test("the smallest screens show the way in a line") func tiny() {
        #expect(
            text(walking(), 30, 4) == """
                binnacle  ipc:///run/binnacle
                pin        1.23 km, 90° to th…
                position   51.477811° N  0.00…
                nodes      fusion, gps
                """
        )
        #expect(text(walking(), 1, 1) == "b")
        #expect(text(walking(), 0, 5) == "")
    }

    @Test("no line is wider than the screen", arguments: [1, 2, 3, 10, 39, 40, 41, 79, 200]) func widths(
        columns: Int
    ) {
        for unicode in [true, false] {
            let screen = ViewScreen(columns: columns, rows: 30, unicode: unicode)
            for line in ViewRenderer(state: walking(), now: now, time: noon).lines(for: screen) {
                #expect(line.width <= columns)
            }
        }
    }

    @Test("an age is never negative, however the moments lie") func ages() {
        let early = Seen(1, topic: "t", moment: now)
        #expect(early.age(at: now - 5) == 0)
        #expect(Seen(1, topic: "t", moment: .min).age(at: .max) == 0)
        #expect(early.age(at: now + 1_500_000_000) == 1.5)
    }

    @Test("an output that is no terminal gets a line of text") func summary() {
        #expect(
            walking().text(now: now, unicode: true)
                == "51.477811° N  0.001475° W ± 4.2 m   from gps  |  87.3° true ± 2.1°   from the course  |  "
                + "Over Here!: 1.23 km, 90° to the left"
        )
        #expect(ViewState(bus: "b").text(now: now, unicode: true) == "no fix yet")
    }

    /// Times and lengths of which no date, no whole number and no duration can be made.
    @Test("numbers without measure are told as they are", arguments: [1e308, -1e308, 1e19, 9.3e15])
    func absurd(number: Double) throws {
        var state = walking()
        var fix = Fix(time: number, latitude: 51, longitude: -0.5)
        (fix.altitude, fix.horizontalAccuracy, fix.speed) = (number, number.magnitude, number.magnitude)
        (fix.satellites, fix.hdop) = (.max, number.magnitude)
        state.fix = Seen(fix, topic: "fix/fusion", moment: ago(0.4))
        var pin = Pin(time: number, id: "p2", latitude: 51, longitude: 0)
        (pin.altitude, pin.horizontalAccuracy) = (number, number.magnitude)
        state.pins = ["p2": Seen(pin, topic: "pin/pins/p2", moment: .min)]
        let arrow = Arrow(time: number, pin: "p2", distance: number.magnitude, bearing: 0, visible: true)
        state.arrows = ["p2": Seen(arrow, topic: "arrow/return-arrow/p2", moment: now)]
        var status = Status(time: number, state: .ready)
        (status.memory, status.publishRate, status.lost, status.uptime) = (
            .max, number.magnitude, .max, number
        )
        state.nodes["odd"] = Seen(status, topic: "status/odd", moment: .max)
        let json = try JSONValue.parse(state.json(now: now))
        #expect(json["fix"]?["payload"]?["time"]?.number == number)
        #expect(json["arrow"]?["payload"]?["distance"]?.number == number.magnitude)
        #expect(state.text(now: now, unicode: true).hasPrefix("51.000000° N  0.500000° W"))
        for details in [false, true] {
            state.showsDetails = details
            #expect(text(state).contains("51.000000° N"))
        }
    }

    @Test("the line of text says what is near, and what is stale") func summaryOfOld() {
        var state = walking()
        let arrow = Arrow(time: noon, pin: "p1", distance: 12.34, bearing: 1, visible: false)
        state.arrows["p1"] = Seen(arrow, topic: "arrow/return-arrow/p1", moment: now)
        #expect(state.text(now: now, unicode: true).hasSuffix("  |  Over Here!: 12.3 m, near the pin"))
        let later = now + 6_000_000_000
        state.nodes = [:]
        #expect(
            state.text(now: later, unicode: true)
                == "stale 51.477811° N  0.001475° W ± 4.2 m   from gps  |  "
                + "stale 87.3° true ± 2.1°   from the course  |  Over Here!: stale 12.3 m"
        )
    }

    @Test("the line of text is in ASCII without UTF-8") func asciiSummary() {
        var state = walking()
        var pin = Pin(time: noon, id: "p1", latitude: 51.4778, longitude: 0)
        pin.label = "Café"
        state.pins["p1"] = Seen(pin, topic: "pin/pins/p1", moment: now)
        #expect(
            state.text(now: now, unicode: false)
                == "51.477811 deg N  0.001475 deg W +- 4.2 m   from gps  |  "
                + "87.3 deg true +- 2.1 deg   from the course  |  Caf?: 1.23 km, 90 deg to the left"
        )
    }
}
