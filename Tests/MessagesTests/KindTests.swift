import Messages
import TestSupport
import Testing

@Suite("Kinds", .timeLimit(.minutes(1)))
struct KindTests {
    private func same<Kind: Message & Equatable>(_ message: Kind) throws {
        #expect(try read(Kind.self, try json(message)) == message)
    }

    @Test("a fix survives the way over the bus bit for bit", arguments: 0..<2000)
    func fix(seed: Int) throws {
        var random = Seeded(seed: UInt64(seed))
        var fix = Fix(
            time: random.number(0..<3e9),
            latitude: random.number(-90..<90),
            longitude: random.number(-180..<180)
        )
        fix.altitude = random.maybe { $0.number(-500..<9000) }
        fix.ellipsoidalAltitude = random.maybe { $0.number(-500..<9000) }
        fix.horizontalAccuracy = random.maybe { $0.number(0..<1000) }
        fix.verticalAccuracy = random.maybe { $0.number(0..<1000) }
        fix.course = random.maybe { $0.number(0..<360) }
        fix.courseAccuracy = random.maybe { $0.number(0..<180) }
        fix.speed = random.maybe { $0.number(0..<100) }
        fix.speedAccuracy = random.maybe { $0.number(0..<10) }
        fix.technology = random.maybe { $0.pick(Fix.Technology.self) } ?? nil
        fix.mode = random.maybe { Int.random(in: 2...3, using: &$0) }
        fix.satellites = random.maybe { Int.random(in: 0..<60, using: &$0) }
        fix.hdop = random.maybe { $0.number(0..<100) }
        fix.vdop = random.maybe { $0.number(0..<100) }
        fix.pdop = random.maybe { $0.number(0..<100) }
        fix.rtk = random.maybe { $0.pick(Fix.RTK.self) } ?? nil
        fix.source = random.maybe { $0.text() }
        try same(fix)
    }

    @Test("a heading survives the way over the bus bit for bit", arguments: 0..<500)
    func heading(seed: Int) throws {
        var random = Seeded(seed: UInt64(seed))
        var heading = Heading(time: random.number(0..<3e9))
        heading.magneticHeading = random.maybe { $0.number(0..<360) }
        heading.trueHeading = random.maybe { $0.number(0..<360) }
        heading.headingAccuracy = random.maybe { $0.number(0..<180) }
        heading.declination = random.maybe { $0.number(-180..<180) }
        heading.fieldStrength = random.maybe { $0.number(0..<100) }
        heading.dip = random.maybe { $0.number(-90..<90) }
        heading.field = random.maybe { vector(&$0) }
        heading.roll = random.maybe { $0.number(-180..<180) }
        heading.pitch = random.maybe { $0.number(-90..<90) }
        heading.turnRate = random.maybe { $0.number(-30..<30) }
        heading.invalid = random.maybe { $0.pick(Heading.Invalidity.self) } ?? nil
        heading.note = random.maybe { $0.text() }
        try same(heading)
    }

    @Test("all other kinds survive the way over the bus bit for bit", arguments: 0..<500)
    func others(seed: Int) throws {
        var random = Seeded(seed: UInt64(seed))
        let time = random.number(0..<3e9)
        try same(MagneticField(time: time, field: vector(&random)))
        try same(IMU(time: time, acceleration: random.maybe(vector), rotationRate: random.maybe(vector)))
        try same(Clock(time: time, rate: random.maybe { $0.number(0..<1000) }, jump: .random(using: &random)))
        try same(Log(time: time, level: random.pick(Log.Level.self) ?? .info, message: random.text()))
        try same(Sentence(time: time, text: random.text()))
        try same(Failure(time: time, code: Failure.Code(rawValue: random.text()), message: random.text()))
        try same(LocationServices(time: time, enabled: seed.isMultiple(of: 2)))
        try same(Region(time: time, region: random.text(), state: random.pick(Region.State.self) ?? .unknown))
        var direction = Direction(time: time)
        direction.direction = random.maybe { $0.number(0..<360) }
        direction.accuracy = random.maybe { $0.number(0..<180) }
        direction.source = random.maybe { $0.pick(Direction.Source.self) } ?? nil
        direction.reference = random.maybe { $0.pick(Direction.Reference.self) } ?? nil
        direction.speed = random.maybe { $0.number(0..<50) }
        direction.held = random.maybe { .random(using: &$0) }
        direction.reason = random.maybe { $0.text() }
        try same(direction)
        var pin = Pin(
            time: time,
            id: random.text(),
            latitude: random.number(-90..<90),
            longitude: random.number(-180..<180)
        )
        pin.label = random.maybe { $0.text() }
        pin.altitude = random.maybe { $0.number(-500..<9000) }
        pin.horizontalAccuracy = random.maybe { $0.number(0..<100) }
        try same(pin)
        var arrow = Arrow(time: time, pin: random.text(), distance: random.number(0..<2e7), visible: true)
        arrow.bearing = random.maybe { $0.number(0..<360) }
        arrow.relative = random.maybe { $0.number(-180..<180) }
        try same(arrow)
        try same(status(time, &random))
        try same(sky(time, &random))
    }

    private func vector(_ random: inout Seeded) -> Vector {
        Vector(x: random.number(-100..<100), y: random.number(-100..<100), z: random.number(-100..<100))
    }

    private func status(_ time: Double, _ random: inout Seeded) -> Status {
        var status = Status(time: time, state: random.pick(Status.State.self) ?? .ready)
        status.note = random.maybe { $0.text() }
        status.pid = random.maybe { Int.random(in: 0..<Int.max, using: &$0) }
        status.uptime = random.maybe { $0.number(0..<1e8) }
        status.published = random.maybe { Int.random(in: 0..<12, using: &$0) }
        status.received = random.maybe { Int.random(in: 0..<1_000_000, using: &$0) }
        status.dropped = random.maybe { Int.random(in: 0..<10, using: &$0) }
        status.lost = random.maybe { _ in 0 }
        status.queued = random.maybe { _ in 64 }
        status.memory = random.maybe { _ in Int.max }
        return status
    }

    private func sky(_ time: Double, _ random: inout Seeded) -> Sky {
        let satellites = (0..<Int.random(in: 0..<20, using: &random)).map { id in
            var satellite = Satellite(constellation: .galileo, id: id)
            satellite.elevation = random.maybe { $0.number(-90..<90) }
            satellite.azimuth = random.maybe { $0.number(0..<360) }
            satellite.signal = random.maybe { $0.number(0..<60) }
            satellite.used = random.maybe { Bool.random(using: &$0) }
            return satellite
        }
        return Sky(time: time, satellites: satellites)
    }

    @Test("keys are written in a fixed order, without spaces") func order() throws {
        var fix = Fix(time: 1.5, latitude: -0.0, longitude: 180)
        (fix.course, fix.technology, fix.mode) = (0, .deadReckoning, 2)
        #expect(
            try json(fix)
                == #"{"time":1.5,"latitude":-0.0,"longitude":180.0,"course":0.0,"technology":"dead-reckoning","mode":2}"#
        )
        #expect(try json(IMU(time: 2)) == #"{"time":2.0}"#)
        #expect(try json(Sky(time: 2, satellites: [])) == #"{"time":2.0,"satellites":[]}"#)
    }

    @Test("what is not finite is left out when written") func nonFinite() throws {
        var fix = Fix(time: .nan, latitude: .infinity, longitude: 1)
        fix.speed = .nan
        #expect(try json(fix) == #"{"longitude":1.0}"#)
        #expect(try json(Clock(time: .nan, jump: true)) == #"{"jump":true}"#)
        let half = Vector(x: 1, y: .nan, z: 3)
        #expect(try json(IMU(time: 1, acceleration: half)) == #"{"time":1.0}"#)
        var heading = Heading(time: 1)
        heading.field = half
        #expect(try json(heading) == #"{"time":1.0}"#)
        #expect(try json(MagneticField(time: .nan, field: half)) == "{}")
    }

    @Test("a payload is appended to what a buffer holds") func appending() throws {
        var buffer: [UInt8] = [1, 2]
        Clock(time: 3).encode(into: &buffer)
        #expect(buffer == [1, 2] + [UInt8](#"{"time":3.0,"jump":false}"#.utf8))
    }

    @Test("bytes are passed on as they are") func bytes() throws {
        let bytes = Bytes([0, 0x7C, 0xFF])
        var buffer: [UInt8] = []
        bytes.encode(into: &buffer)
        #expect(buffer == [0, 0x7C, 0xFF])
        #expect(Bytes(decoding: buffer.span) == bytes)
    }
}
