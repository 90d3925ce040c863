import Glibc
import Messages
import Platform
import TestSupport
import Testing

@testable import GPSPlugin

@Suite("Receivers", .timeLimit(.minutes(1)))
struct ReceiverTests {
    private static let line = "$HEHDT,12.5,T*19\r\n"

    @Test("a FIFO is read again after its writer has gone") func pipe() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("gps")
        try #require(mkfifo(path, 0o600) == 0)
        let run = try Running(.pipe(path))
        defer { run.receiver.stop() }
        for _ in 0..<2 {
            var writer: OwnedDescriptor? = try await NamedPipe.openForWriting(path)
            try writer?.write(Array(Self.line.utf8))
            #expect(await run.text(of: Self.line.utf8.count) == Self.line)
            writer = nil
            await run.wait { if case .paused = $0 { true } else { false } }
        }
    }

    @Test("a pseudo-terminal is read raw, and its loss and return are told") func terminal() async throws {
        let folder = try TemporaryFolder()
        let link = folder.file("gps")
        let first = try Terminal()
        try #require(symlink(first.path, link) == 0)
        let run = try Running(.serial(link, baud: 4800))
        defer { run.receiver.stop() }
        await run.wait { if case .opened = $0 { true } else { false } }
        // Cooked, the terminal would turn CR into LF and keep a line until its end.
        Self.write("$GP\r", to: first.master)
        #expect(await run.text(of: 4) == "$GP\r")
        first.hangUp()
        await run.wait { if case .failed(let failure) = $0 { failure.code == .deviceLost } else { false } }
        unlink(link)
        let second = try Terminal()
        try #require(symlink(second.path, link) == 0)
        await run.wait { if case .opened = $0 { true } else { false } }
        Self.write(Self.line, to: second.master)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
        second.hangUp()
    }

    @Test("datagrams are joined to a stream") func datagrams() async throws {
        let port = try Self.freePort(CInt(SOCK_DGRAM.rawValue))
        let run = try Running(.udp(host: "127.0.0.1", port: port))
        defer { run.receiver.stop() }
        await run.wait { if case .opened = $0 { true } else { false } }
        let sender = try Endpoint(CInt(SOCK_DGRAM.rawValue))
        try #require(sender.connect(to: port))
        Self.write(String(Self.line.prefix(5)), to: sender.descriptor)
        Self.write(String(Self.line.dropFirst(5)), to: sender.descriptor)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
    }

    @Test("a port in use is told with what to do, and taken when it is free") func portInUse() async throws {
        let holder = try Endpoint(CInt(SOCK_DGRAM.rawValue))
        let port = try holder.bind()
        let run = try Running(.udp(host: "127.0.0.1", port: port))
        defer { run.receiver.stop() }
        await run.wait {
            if case .failed(let failure) = $0 { failure.description.contains("in use") } else { false }
        }
        holder.shut()
        await run.wait { if case .opened = $0 { true } else { false } }
    }

    @Test("a server that closes is connected to again") func server() async throws {
        let listener = try Endpoint(CInt(SOCK_STREAM.rawValue))
        let port = try listener.bind()
        try #require(listen(listener.descriptor, 1) == 0)
        let run = try Running(.tcp(host: "127.0.0.1", port: port))
        defer { run.receiver.stop() }
        for _ in 0..<2 {
            let client = accept(listener.descriptor, nil, nil)
            try #require(client >= 0)
            Self.write(Self.line, to: client)
            #expect(await run.text(of: Self.line.utf8.count) == Self.line)
            close(client)
            await run.wait {
                if case .failed(let failure) = $0 { failure.code == .deviceLost } else { false }
            }
        }
    }

    @Test("a cancelled task ends a blocked read at once") func cancellation() async throws {
        let terminal = try Terminal()
        let (reports, continuation) = AsyncStream.makeStream(of: Bool.self)
        let receiver = try Receiver(.serial(terminal.path, baud: nil)) { report in
            if case .opened = report { continuation.yield(true) }
        }
        let task = Task { try await receiver.read() }
        for await _ in reports { break }
        task.cancel()
        // Nothing is ever written to the terminal: a read that went on would never end, and the suite's limit would.
        try await task.value
        terminal.hangUp()
    }

    private static func write(_ text: String, to descriptor: CInt) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    private static func freePort(_ type: CInt) throws -> UInt16 {
        let endpoint = try Endpoint(type)
        return try endpoint.bind()
    }
}

/// A receiver on its thread, and what it has told that was not looked at yet.
private final class Running {
    let receiver: Receiver
    private var reports: AsyncStream<Receiver.Report>.Iterator

    init(_ source: Source) throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Receiver.Report.self)
        let receiver = try Receiver(source) { continuation.yield($0) }
        self.receiver = receiver
        reports = stream.makeAsyncIterator()
        try Thread.start(named: "receiver") { receiver.run() }
    }

    /// Passes over reports up to one that is as wanted.
    func wait(for isWanted: (Receiver.Report) -> Bool) async {
        while let report = await reports.next(isolation: #isolation) {
            if isWanted(report) { return }
        }
    }

    /// The text of the next bytes.
    func text(of count: Int) async -> String {
        var bytes: [UInt8] = []
        while bytes.count < count, let report = await reports.next(isolation: #isolation) {
            if case .bytes(let chunk, _) = report { bytes += chunk }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A pseudo-terminal, its master's end held here.
private final class Terminal {
    let path: String
    private(set) var master: CInt

    init() throws {
        // What posix_openpt, unlockpt (TIOCSPTLCK) and ptsname (TIOCGPTN) do, which Swift's Glibc lacks.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: CInt = 0
        var number: CInt = 0
        try #require(master >= 0 && ioctl(master, 0x4004_5431, &locked) == 0)
        try #require(ioctl(master, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
    }

    deinit { hangUp() }

    func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }
}

/// A socket on the loopback interface.
private final class Endpoint {
    private(set) var descriptor: CInt

    init(_ type: CInt) throws {
        descriptor = socket(AF_INET, type | CInt(SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
    }

    deinit { shut() }

    func shut() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Binds to a free port and returns it.
    func bind() throws -> UInt16 {
        var address = Self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Glibc.bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
            }
        }
        try #require(status == 0)
        return UInt16(bigEndian: address.sin_port)
    }

    func connect(to port: UInt16) -> Bool {
        var address = Self.address(port: port)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
