import Glibc
import Platform
import TestSupport
import Testing

@testable import GPSPlugin

@Suite("Serial ports", .timeLimit(.minutes(1)))
struct SerialLineTests {
    private static let line = "$HEHDT,12.5,T*19\r\n"

    /// What a receiver sends that is set to a speed: sentences to who listens at it, and noise to all others.
    private final class Sender: Sendable {
        private let isStopped = Lock(false)
        private let done: Wakeup

        init(_ terminal: Terminal, speed: Int) throws {
            done = try Wakeup()
            let (isStopped, done, master) = (isStopped, done, terminal.master)
            try Thread.start(named: "sender") {
                var random = Seeded(seed: 7)
                while !isStopped.withLock({ $0 }) {
                    var settings = termios()
                    guard tcgetattr(master, &settings) == 0 else { break }
                    let isRight = SerialSetting(settings)?.speed == speed
                    let noise = (0..<60).map { _ in UInt8(truncatingIfNeeded: random.next()) | 0x80 }
                    let bytes = isRight ? Array((line + line).utf8) : noise
                    // No more than the terminal has room for, while nobody reads.
                    var waiting: CInt = 0
                    if ioctl(master, UInt(TIOCOUTQ), &waiting) != 0 || waiting < 1000 {
                        _ = write(master, bytes, bytes.count)
                    }
                    usleep(20_000)
                }
                done.ring()
            }
        }

        func stop() {
            isStopped.withLock { $0 = true }
            done.wait()
        }
    }

    private static func isNote(_ report: Receiver.Report, _ words: String) -> Bool {
        if case .note(let text) = report { text.contains(words) } else { false }
    }

    private static func isFailure(_ report: Receiver.Report, _ words: String) -> Bool {
        if case .failed(let failure) = report { failure.description.contains(words) } else { false }
    }

    @Test(
        "the speed is found, and remembered when the receiver comes back",
        arguments: [4800, 115_200, 460_800]
    )
    func speed(speed: Int) async throws {
        let folder = try TemporaryFolder()
        let link = folder.file("gps")
        let first = try Terminal()
        try #require(symlink(first.path, link) == 0)
        let run = try Running(.serial(.path(link), speed: nil, framing: nil))
        defer { run.receiver.stop() }
        let sender = try Sender(first, speed: speed)
        await run.wait { Self.isNote($0, "a receiver at \(speed) baud 8N1") }
        sender.stop()
        // Unplugged, and back under another name: the link by the device's own name leads to it.
        unlink(link)
        first.hangUp()
        await run.wait { Self.isFailure($0, link) }
        let second = try Terminal()
        try #require(symlink(second.path, link) == 0)
        await run.wait { if case .opened = $0 { true } else { false } }
        #expect(second.setting == SerialSetting(speed: speed))
    }

    @Test("of several ports the one with a receiver is read, wherever it comes back") func automatic()
        async throws
    {
        let folder = try TemporaryFolder()
        let (silent, receiver) = (try Terminal(), try Terminal())
        // Its number would be another test's as soon as it is let go of.
        defer { silent.hangUp() }
        try #require(symlink(silent.path, folder.file("ttyACM0")) == 0)
        try #require(symlink(receiver.path, folder.file("ttyUSB0")) == 0)
        let run = try Running(.serial(.automatic(folder: folder.path), speed: 9600, framing: nil))
        defer { run.receiver.stop() }
        await run.wait { if case .opened(folder.file("ttyACM0")) = $0 { true } else { false } }
        // A fixed speed leaves nothing to find out: the port that says nothing is left all the same.
        await run.wait { if case .opened(folder.file("ttyUSB0")) = $0 { true } else { false } }
        // What it said once may have been dropped when the ports take turns once more.
        let sender = try Sender(receiver, speed: 9600)
        #expect(await run.text(of: 20 * Self.line.utf8.count).contains(Self.line))
        sender.stop()
        unlink(folder.file("ttyUSB0"))
        unlink(folder.file("ttyACM0"))
        receiver.hangUp()
        await run.wait { Self.isFailure($0, "no serial port is in \(folder.path)") }
        let other = try Terminal()
        defer { other.hangUp() }
        try #require(symlink(other.path, folder.file("ttyUSB3")) == 0)
        await run.wait { if case .opened(folder.file("ttyUSB3")) = $0 { true } else { false } }
    }

    @Test("what came while a port was closed is not read when it is opened again", arguments: [1, 1500])
    func stale(lines: Int) throws {
        let terminal = try Terminal()
        defer { terminal.hangUp() }
        var line = try #require(
            SerialLine(.serial(.path(terminal.path), speed: 9600, framing: nil))
        )
        // Raw from now on.
        do { _ = try line.open(proofs: 0).descriptor }
        _ = fcntl(terminal.master, F_SETFL, O_NONBLOCK)
        for _ in 0..<lines { terminal.write(Array(Self.line.utf8)) }
        var connection = try line.open(proofs: 0)
        let fresh = Array("$HEHDT,99.5,T*1A\r\n".utf8)
        terminal.write(fresh)
        let bell = try Wakeup()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        guard case .bytes(let count) = try connection.read(into: &buffer, or: bell, within: 10_000) else {
            Issue.record("nothing came")
            return
        }
        #expect(String(decoding: buffer[..<count], as: UTF8.self) == String(decoding: fresh, as: UTF8.self))
    }

    @Test("a pattern means what it matches when it is opened") func pattern() throws {
        let folder = try TemporaryFolder()
        let ports = SerialPorts("\(folder.path)/ttyUSB*")
        #expect(ports.paths().isEmpty)
        for name in ["ttyUSB1", "ttyUSB0", "ttyACM0"] { _ = try folder.write([], to: name) }
        #expect(ports.paths() == [folder.file("ttyUSB0"), folder.file("ttyUSB1")])
    }

    @Test("a port is known by its own name once, and links that lead nowhere are none") func names() throws {
        let folder = try TemporaryFolder()
        try Directory.create(folder.file("serial/by-id"), mode: 0o700)
        _ = try folder.write([], to: "ttyACM0")
        try #require(symlink("../../ttyACM0", folder.file("serial/by-id/usb-receiver")) == 0)
        try #require(symlink("../../ttyACM1", folder.file("serial/by-id/usb-gone")) == 0)
        #expect(
            SerialPorts.automatic(folder: folder.path).paths() == [folder.file("serial/by-id/usb-receiver")]
        )
    }

    @Test("a port that another program has is told, and taken when it is free") func inUse() async throws {
        let terminal = try Terminal()
        defer { terminal.hangUp() }
        let other = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
        let run = try Running(.serial(.path(terminal.path), speed: 9600, framing: nil))
        defer { run.receiver.stop() }
        await run.wait { Self.isFailure($0, "another program uses it") }
        flock(other, LOCK_UN)
        await run.wait { if case .opened = $0 { true } else { false } }
        close(other)
    }

    @Test("a port that another program has asked for alone is told, root or not") func exclusive()
        async throws
    {
        let terminal = try Terminal()
        defer { terminal.hangUp() }
        let other = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(other >= 0 && ioctl(other, UInt(TIOCEXCL)) == 0)
        let run = try Running(.serial(.path(terminal.path), speed: 9600, framing: nil))
        defer { run.receiver.stop() }
        await run.wait { Self.isFailure($0, "another program uses it") }
        try #require(ioctl(other, UInt(TIOCNXCL)) == 0)
        await run.wait { if case .opened = $0 { true } else { false } }
        close(other)
    }
}
