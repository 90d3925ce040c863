import GPSD
import Messages
import NMEA
import Receivers
import Testing

@Suite("gpsd's reports", .timeLimit(.minutes(1)))
struct GPSDDecoderTests {
    private static let start = 1_774_267_200.0

    /// A report of the position at a second of a cycle.
    private static func position(_ second: Int, device: String? = "/dev/a", _ more: String = "") -> String {
        let name = device.map { #""device":"\#($0)","# } ?? ""
        return
            #"{"class":"TPV",\#(name)"mode":3,"time":"2026-03-23T12:00:0\#(second).000Z","lat":51.5,"lon":5.5,"altHAE":53.5,"altMSL":10.5,"speed":5.144,"track":100.0,"magtrack":101.7,"eph":2.7,"epv":3.0\#(more)}"#
    }

    private static func events(
        _ lines: [String],
        device: String? = nil,
        chunk: Int = .max,
        end: String = "\r\n"
    ) -> (events: [GPSDDecoder.Event], counters: ReceiverCounters) {
        var decoder = GPSDDecoder(device: device)
        var events: [GPSDDecoder.Event] = []
        let bytes = Array(lines.map { $0 + end }.joined().utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(chunk))
            decoder.push(piece.span, receivedAt: start) { events.append($0) }
            rest = rest.dropFirst(piece.count)
        }
        decoder.flush { events.append($0) }
        return (events, decoder.counters)
    }

    private static func fixes(_ lines: [String], device: String? = nil) -> [Fix] {
        events(lines, device: device).events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    @Test("a position with its sky and its deviations is one fix") func fix() throws {
        let sky =
            #"{"class":"SKY","device":"/dev/a","hdop":0.56,"vdop":0.88,"pdop":1.04,"nSat":2,"uSat":1,"satellites":[{"PRN":404,"el":1.0,"az":262.0,"ss":0.0,"used":false,"gnssid":3,"svid":4},{"PRN":33,"el":20.0,"az":360.0,"ss":27.0,"used":true,"gnssid":1,"svid":120}]}"#
        let errors =
            #"{"class":"GST","device":"/dev/a","time":"2026-03-23T12:00:01.000Z","lat":0.046,"lon":0.041,"alt":0.057}"#
        let found = Self.events([sky, errors, Self.position(1, #","status":4"#)]).events
        try #require(found.count == 2)
        guard case .fix(let fix) = found[0], case .sky(let view) = found[1] else {
            Issue.record("\(found)")
            return
        }
        #expect(fix.time == Self.start + 1)
        #expect(fix.latitude == 51.5 && fix.longitude == 5.5)
        #expect(fix.altitude == 10.5 && fix.ellipsoidalAltitude == 53.5)
        #expect(fix.technology == .gnss && fix.rtk == .float && fix.mode == 3)
        #expect(fix.satellites == 1 && fix.hdop == 0.56 && fix.vdop == 0.88 && fix.pdop == 1.04)
        // √((0.046² + 0.041²) / 2) × 1.5152
        #expect(abs((fix.horizontalAccuracy ?? 0) - 0.066018) < 1e-5)
        #expect(fix.verticalAccuracy == 0.057)
        #expect(fix.course == 100 && fix.speed == 5.144)
        #expect(view.time == Self.start + 1)
        #expect(view.satellites.map(\.constellation) == [.beidou, .sbas])
        #expect(view.satellites.map(\.id) == [4, 120])
        #expect(view.satellites.map(\.signal) == [nil, 27])
        #expect(view.satellites.map(\.azimuth) == [262, 0])
        #expect(view.satellites.map(\.used) == [false, true])
    }

    @Test(
        "what is absent stays absent, and what makes no sense is none",
        arguments: [
            #"{"class":"TPV","mode":1,"time":"2026-03-23T12:00:01.000Z"}"#,
            #"{"class":"TPV","mode":0}"#,
            #"{"class":"TPV","mode":3,"lat":51.5,"lon":5.5}"#,
            #"{"class":"TPV","mode":3,"time":"2026-03-23T12:00:01.000Z","lat":51.5}"#,
            #"{"class":"TPV","mode":3,"time":"2026-03-23T12:00:01.000Z","lat":91,"lon":5.5}"#,
            #"{"class":"TPV","mode":3,"time":"2026-03-23T12:00:01.000Z","lat":0,"lon":0}"#,
            #"{"class":"TPV","mode":3,"time":"2026-13-23T12:00:01.000Z","lat":51.5,"lon":5.5}"#,
            #"{"class":"TPV","mode":"3","time":"2026-03-23T12:00:01.000Z","lat":51.5,"lon":5.5}"#,
            #"{"class":"TPV","mode":3,"time":"2026-03-23T12:00:01.000Z","lat":"51.5","lon":5.5}"#,
        ]
    )
    func none(line: String) { #expect(Self.fixes([line]).isEmpty) }

    @Test("of a bare position nothing else is known") func bare() throws {
        let line =
            #"{"class":"TPV","mode":2,"time":"2026-03-23T12:00:01Z","lat":-51.5,"lon":180,"alt":3,"epv":2,"epd":5}"#
        let fix = try #require(Self.fixes([line]).first)
        var bare = Fix(time: Self.start + 1, latitude: -51.5, longitude: 180)
        bare.mode = 2
        bare.technology = .gnss
        #expect(fix == bare)
    }

    @Test(
        "how a position came about is told",
        arguments: [(1, Fix.Technology.gnss), (5, .deadReckoning), (8, .simulated), (7, .gnss)]
    )
    func technology(status: Int, technology: Fix.Technology) {
        #expect(Self.fixes([Self.position(1, #","status":\#(status)"#)]).first?.technology == technology)
    }

    @Test("0 satellites of a fix that satellites gave are unknown", arguments: [(1, nil), (5, 0)])
    func noSatellites(status: Int, count: Int?) throws {
        let sky = #"{"class":"SKY","device":"/dev/a","uSat":0,"satellites":[]}"#
        let fix = try #require(Self.fixes([sky, Self.position(1, #","status":\#(status)"#)]).first)
        #expect(fix.satellites == count)
    }

    @Test("a time is told once, and after three epochs as soon as it is complete") func once() {
        var decoder = GPSDDecoder()
        var counts: [Int] = []
        for second in 0..<8 {
            for part in ["", #","epd":1.5"#] {
                var count = 0
                let line = Array((Self.position(second, part) + "\n").utf8)
                decoder.push(line.span, receivedAt: Self.start) { if case .fix = $0 { count += 1 } }
                counts.append(count)
            }
        }
        // Three epochs are closed by the next, and from then on the second report closes its own.
        #expect(counts == [0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1])
    }

    @Test("the track of the magnet and gpsd's own heading are not mixed up") func attitude() throws {
        let line =
            #"{"class":"ATT","device":"/dev/a","heading":12.5,"mheading":355.0,"roll":-3.25,"pitch":1.1,"rot":-120}"#
        let found = Self.events([Self.position(1), line]).events
        let heading = try #require(
            found.compactMap { if case .heading(let heading) = $0 { heading } else { nil } }.first
        )
        #expect(heading.time == Self.start + 1)
        #expect(heading.trueHeading == 12.5 && heading.magneticHeading == 355)
        #expect(heading.roll == -3.25 && heading.pitch == 1.1 && heading.turnRate == -2)
    }

    @Test("an attitude without a time has that of the newest position and what has elapsed since")
    func attitudeTime() {
        var decoder = GPSDDecoder()
        var times: [Double] = []
        func push(_ line: String, _ now: Double) {
            let bytes = Array((line + "\n").utf8)
            decoder.push(bytes.span, receivedAt: now) {
                if case .heading(let heading) = $0 { times.append(heading.time) }
            }
        }
        push(Self.position(1), Self.start + 100)
        for tick in 0..<30 {
            push(
                #"{"class":"ATT","device":"/dev/a","mheading":\#(tick).5}"#,
                Self.start + 100 + Double(tick) / 10
            )
        }
        #expect(times.count == 30)
        for (tick, time) in times.enumerated() {
            #expect(abs(time - Self.start - 1 - Double(tick) / 10) < 1e-6)
        }
    }

    @Test("of several devices one is followed, and another when it is gone") func devices() {
        let lines = [
            Self.position(1), Self.position(2, device: "/dev/b"),
            #"{"class":"DEVICE","path":"/dev/a","activated":0}"#, Self.position(3, device: "/dev/b"),
        ]
        let found = Self.events(lines)
        #expect(Self.fixes(lines).map(\.time) == [Self.start + 1, Self.start + 3])
        #expect(found.events.contains(.remark(.lost("/dev/a"))))
        #expect(Self.fixes(lines, device: "/dev/b").map(\.time) == [Self.start + 2, Self.start + 3])
        #expect(found.counters.nmea.fixes == 2)
    }

    @Test("nothing counts of another protocol than 3") func refusal() {
        let lines = [
            #"{"class":"VERSION","release":"4","proto_major":4}"#, #"{"class":"DEVICES","devices":[]}"#,
            Self.position(1), Self.position(2), #"{"class":"ATT","device":"/dev/a","heading":12.5}"#,
        ]
        let found = Self.events(lines)
        #expect(found.events == [.remark(.otherProtocol(4))])
        #expect(found.counters.nmea.skipped == 4)
    }

    @Test("a device that was missing is told when it is there, however that is said") func found() {
        let none = #"{"class":"DEVICES","devices":[]}"#
        for line in [
            #"{"class":"DEVICES","devices":[{"path":"/dev/a"}]}"#,
            #"{"class":"DEVICE","path":"/dev/a","activated":"2026-11-30T11:57:03.978Z"}"#,
            #"{"class":"TPV","device":"/dev/a","mode":1}"#,
        ] {
            #expect(Self.events([none, line]).events == [.remark(.noDevice), .remark(.opened("/dev/a"))])
        }
    }

    @Test(
        "what gpsd says of itself is passed on",
        arguments: [
            (
                #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"#, nil,
                GPSDDecoder.Remark.release("3.22")
            ),
            (#"{"class":"VERSION","release":"9","proto_major":4}"#, nil, .otherProtocol(4)),
            (#"{"class":"DEVICES","devices":[]}"#, nil, .noDevice),
            (#"{"class":"DEVICES","devices":[{"path":"/dev/a"}]}"#, "/dev/b", .unknownDevice(["/dev/a"])),
            (
                #"{"class":"DEVICE","path":"/dev/a","activated":"2026-11-30T11:57:03.978Z"}"#, nil,
                .opened("/dev/a")
            ),
            (
                #"{"class":"ERROR","message":"Unrecognized request 'X'"}"#, nil,
                .refusal("Unrecognized request 'X'")
            ),
            ("SSH-2.0-OpenSSH_9.2\nSSH\nSSH", nil, .notGPSD),
        ] as [(String, String?, GPSDDecoder.Remark)]
    )
    func remarks(line: String, device: String?, remark: GPSDDecoder.Remark) {
        #expect(Self.events([line], device: device).events == [.remark(remark)])
    }

    @Test("any split gives the same, and a line without end is passed over") func splits() {
        let lines = [
            #"{"class":"VERSION","release":"3.22","proto_major":3}"#, Self.position(1), "", "{",
            Self.position(2),
            String(repeating: "x", count: 70_000), Self.position(3), #"{"class":"PPS"}"#,
        ]
        let whole = Self.events(lines)
        #expect(whole.events.count == 4)
        #expect(whole.counters.nmea.malformed == 2)
        #expect(whole.counters.nmea.skipped == 1)
        for chunk in [1, 2, 7, 1000] {
            let cut = Self.events(lines, chunk: chunk)
            #expect(cut.events == whole.events)
            #expect(cut.counters == whole.counters)
        }
    }

    @Test("the request names the device") func request() {
        #expect(
            String(decoding: GPSDDecoder.request(device: "/dev/a"), as: UTF8.self)
                == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/a\"};\n"
        )
    }

    @Test("a date of the last 1024 weeks is put right") func rollover() {
        let line = #"{"class":"TPV","mode":2,"time":"2006-08-07T12:00:01.000Z","lat":51.5,"lon":5.5}"#
        #expect(Self.fixes([line]).map(\.time) == [Self.start + 1])
    }
}
