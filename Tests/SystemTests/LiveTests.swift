import Glibc
import Messages
import Platform
import Testing

@Suite("Real sensors", .serialized, .timeLimit(.minutes(5)))
struct LiveTests {
    @Test(
        "a receiver on a serial line and a magnetometer's samples give fixes and headings, until it is unplugged",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func live() async throws {
        let bus = try await Bus()
        let line = Lock<PseudoTerminal?>(try PseudoTerminal())
        // By a name of its own, as udev gives one, which is no more when the receiver is unplugged: the system gives the
        // terminal's own name to the next terminal, which then belongs to another test.
        let port = "\(bus.scratch.path)/receiver"
        #expect(symlink(try #require(line.withLock { $0?.path }), port) == 0)
        let pipe = "\(bus.scratch.path)/samples"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Open at both ends, so that neither end waits for the other.
        let samples = OwnedDescriptor(try SystemFile.open(pipe, O_RDWR))
        try samples.write(
            Array("magneticX,magneticY,magneticZ,accelerationX,accelerationY,accelerationZ\n".utf8)
        )
        let collector = try await bus.collector()
        let rig = try bus.start(
            "launch",
            "\(Source.root)/Config/live.yaml",
            "gps=\(port)",
            "magnetometer=\(pipe)"
        )
        let sensors = Task {
            var step = 0
            while !Task.isCancelled {
                let angle = Double(step) * 0.06
                line.withLock { $0?.write(Self.sentences(at: WallClock.seconds)) }
                try samples.write(Array("\(-19 * sin(angle)),\(19 * cos(angle)),-45,0,0,9.81\n".utf8))
                try await Task.sleep(for: .milliseconds(100))
                step += 1
            }
        }
        defer { sensors.cancel() }
        var tally = try await collector.tally()
        while tally["fix/fusion"] < 3 || tally["heading/fusion"] < 3 { tally = try await collector.tally() }

        // Closing the other end is what unplugging is.
        unlink(port)
        line.withLock { $0 = nil }
        try await rig.until { $0.said.contains("unplugged") || $0.complained.contains("unplugged") }
        tally = try await collector.tally()
        tally = try await collector.tally()
        while tally["heading/fusion"] < 3 { tally = try await collector.tally() }
        #expect(tally["fix/gps"] == 0)
        #expect(try await rig.stop(SIGINT).status == .code(0))
        let (messages, _) = try await bus.messages(of: collector)
        // On a busy machine the receiver may have been silent for a while before.
        let failure = messages.first { $0.topic == "failure/gps" && $0.payload["code"] == "device-lost" }
        #expect(failure?.payload["message"]?.text?.contains(port) == true)
        let fix = try #require(messages.first { $0.topic == "fix/fusion" }).payload
        #expect(abs((fix["latitude"]?.number ?? 0) - 52.5) < 1e-6)
        #expect(abs((fix["longitude"]?.number ?? 0) + 13.25) < 1e-6)
        #expect(abs((fix["time"]?.number ?? 0) - WallClock.seconds) < 60)
        sensors.cancel()
        _ = await sensors.result
        try await bus.end()
    }

    /// What a receiver says of a place at 52.5° N, 13.25° W.
    static func sentences(at time: Double) -> String {
        var seconds = time_t(time)
        var date = tm()
        gmtime_r(&seconds, &date)
        let tenths = Int((time - Double(seconds)) * 10)
        let clock = [date.tm_hour, date.tm_min, date.tm_sec].map(two).joined() + ".\(tenths)0"
        let day = [date.tm_mday, date.tm_mon + 1, date.tm_year % 100].map(two).joined()
        return sentence("GPGGA,\(clock),5230.00000,N,01315.00000,W,1,09,0.9,34.0,M,45.0,M,,")
            + sentence("GPRMC,\(clock),A,5230.00000,N,01315.00000,W,2.00,90.0,\(day),,,A")
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// With its checksum: the exclusive or of what is between the dollar and the star.
    private static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0) { $0 ^ $1 }
        let digits = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
    }
}

/// A serial line without a receiver: a program opens one end by its path, the test is the other.
final class PseudoTerminal: Sendable {
    /// The end that a program opens.
    let path: String
    private let master: OwnedDescriptor

    init() throws {
        // What posix_openpt, unlockpt and ptsname do, which Swift's Glibc does not have: TIOCSPTLCK and TIOCGPTN.
        let master = OwnedDescriptor(try SystemFile.open("/dev/ptmx", O_RDWR | O_NOCTTY))
        self.master = master
        var number: CInt = 0
        try SystemError.check("unlockpt") { ioctl(master.number, 0x4004_5431, &number) }
        try SystemError.check("ptsname") { ioctl(master.number, 0x8004_5430, &number) }
        path = "/dev/pts/\(number)"
        // Nothing is echoed while nobody has opened the other end.
        var settings = termios()
        try SystemError.check("tcgetattr") { tcgetattr(master.number, &settings) }
        cfmakeraw(&settings)
        try SystemError.check("tcsetattr") { tcsetattr(master.number, TCSANOW, &settings) }
        try master.setNonBlocking()
    }

    /// Whether a program has the other end open; also before the first has opened it.
    var isOpen: Bool {
        var item = pollfd(fd: master.number, events: 0, revents: 0)
        return poll(&item, 1, 0) == 0 || item.revents & Int16(POLLHUP) == 0
    }

    /// Sends text, as far as there is room for it.
    func write(_ text: String) { _ = try? master.write(Array(text.utf8)) }
}
