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
        let run = try Running(.serial(.path(link), speed: 4800, framing: nil))
        defer { run.receiver.stop() }
        await run.wait { if case .opened = $0 { true } else { false } }
        // Cooked, the terminal would turn CR into LF and keep a line until its end.
        Self.write("$GP\r", to: first.master)
        #expect(await run.text(of: 4) == "$GP\r")
        // Another test may get the number of a terminal that has gone, and the link must not lead there.
        unlink(link)
        first.hangUp()
        await run.wait { if case .failed(let failure) = $0 { failure.code == .deviceLost } else { false } }
        let second = try Terminal()
        try #require(symlink(second.path, link) == 0)
        await run.wait { if case .opened = $0 { true } else { false } }
        Self.write(Self.line, to: second.master)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
        second.hangUp()
    }

    @Test("datagrams are joined to a stream") func datagrams() async throws {
        let port = try Self.freePort(CInt(SOCK_DGRAM.rawValue))
        let run = try Running(.udp(host: "127.0.0.1", port: port, interface: nil))
        defer { run.receiver.stop() }
        await run.wait { if case .opened = $0 { true } else { false } }
        let sender = try Endpoint(CInt(SOCK_DGRAM.rawValue))
        try #require(sender.connect(to: port))
        Self.write(String(Self.line.prefix(5)), to: sender.descriptor)
        Self.write(String(Self.line.dropFirst(5)), to: sender.descriptor)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
    }

    @Test("datagrams that the system has no room for are counted, every one") func overruns() async throws {
        let port = try Self.freePort(CInt(SOCK_DGRAM.rawValue))
        let (stream, continuation) = AsyncStream.makeStream(of: Receiver.Report.self)
        let bell = try Wakeup()
        let receiver = try Receiver(.udp(host: "127.0.0.1", port: port, interface: nil)) { report in
            continuation.yield(report)
            // Held with the first bytes, until it is rung for all times.
            if case .bytes = report { bell.wait() }
            return 0
        }
        try Thread.start(named: "receiver") { receiver.run() }
        defer { receiver.stop() }
        defer { bell.ring() }
        var reports = stream.makeAsyncIterator()
        while let report = await reports.next(isolation: #isolation) {
            if case .opened = report { break }
        }
        let sender = try Endpoint(CInt(SOCK_DGRAM.rawValue))
        try #require(sender.connect(to: port))
        let (size, count) = (1000, 30_000)
        let datagram = String(repeating: "x", count: size)
        for _ in 0..<count { Self.write(datagram, to: sender.descriptor) }
        bell.ring()
        var (read, lost) = (0, 0)
        while read / size + lost < count, let report = await reports.next(isolation: #isolation) {
            switch report {
            case .bytes(let bytes, _): read += bytes.count
            case .overrun(let number): lost += number
            default: break
            }
        }
        #expect(lost > 0 && read / size + lost == count)
    }

    @Test("a port in use is told with what to do, and taken when it is free") func portInUse() async throws {
        let holder = try Endpoint(CInt(SOCK_DGRAM.rawValue))
        let port = try holder.bind()
        let run = try Running(.udp(host: "127.0.0.1", port: port, interface: nil))
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

    @Test("a device that connects is read, and the next takes its place") func listener() async throws {
        let port = try Self.freePort(CInt(SOCK_STREAM.rawValue))
        let run = try Running(.listener(host: "127.0.0.1", port: port))
        defer { run.receiver.stop() }
        await run.wait { if case .opened = $0 { true } else { false } }
        let first = try Endpoint(CInt(SOCK_STREAM.rawValue))
        try #require(first.connect(to: port))
        Self.write(Self.line, to: first.descriptor)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
        // The first is still there: its machine may have lost its power, and come back as the second.
        let second = try Endpoint(CInt(SOCK_STREAM.rawValue))
        try #require(second.connect(to: port))
        await run.wait { if case .note(let text) = $0 { text.contains("has connected") } else { false } }
        Self.write(Self.line, to: second.descriptor)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
        second.shut()
        await run.wait { if case .failed(let failure) = $0 { failure.code == .deviceLost } else { false } }
        let third = try Endpoint(CInt(SOCK_STREAM.rawValue))
        try #require(third.connect(to: port))
        Self.write(Self.line, to: third.descriptor)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
    }

    @Test("datagrams to a group are read on the interface that is named") func group() async throws {
        let port = try Self.freePort(CInt(SOCK_DGRAM.rawValue))
        let run = try Running(.udp(host: "239.192.7.7", port: port, interface: "lo"))
        defer { run.receiver.stop() }
        await run.wait { if case .opened = $0 { true } else { false } }
        let sender = try Endpoint(CInt(SOCK_DGRAM.rawValue))
        sender.sendsToLoopback()
        try #require(sender.connect(to: port, 0xEFC0_0707))
        Self.write(Self.line, to: sender.descriptor)
        #expect(await run.text(of: Self.line.utf8.count) == Self.line)
    }

    @Test("an interface that is not there is named") func noInterface() async throws {
        let run = try Running(.udp(host: "239.192.7.7", port: 10_110, interface: "none7"))
        defer { run.receiver.stop() }
        await run.wait {
            if case .failed(let failure) = $0 {
                failure.description.contains("no interface 'none7'")
            } else {
                false
            }
        }
    }

    @Test("gpsd is asked to report") func watch() async throws {
        let listener = try Endpoint(CInt(SOCK_STREAM.rawValue))
        let port = try listener.bind()
        try #require(listen(listener.descriptor, 1) == 0)
        let run = try Running(.gpsd(host: "127.0.0.1", port: port, device: "/dev/a"))
        defer { run.receiver.stop() }
        let client = accept(listener.descriptor, nil, nil)
        try #require(client >= 0)
        var request = [UInt8](repeating: 0, count: 200)
        let count = read(client, &request, request.count)
        #expect(
            String(decoding: request.prefix(max(0, count)), as: UTF8.self)
                == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/a\"};\n"
        )
        close(client)
        await run.wait {
            if case .failed(let failure) = $0 {
                failure.description.contains("start gpsd again")
            } else {
                false
            }
        }
    }

    @Test("a cancelled task ends a blocked read at once") func cancellation() async throws {
        let terminal = try Terminal()
        let (reports, continuation) = AsyncStream.makeStream(of: Bool.self)
        let receiver = try Receiver(.serial(.path(terminal.path), speed: nil, framing: nil)) { report in
            if case .opened = report { continuation.yield(true) }
            return 0
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
