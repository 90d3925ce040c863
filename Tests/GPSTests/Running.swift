import Glibc
import Platform
import Receivers
import Testing

@testable import GPSPlugin

/// A receiver on its thread, and what it has told that was not looked at yet.
final class Running {
    let receiver: Receiver
    private var reports: AsyncStream<Receiver.Report>.Iterator

    init(_ source: Source) throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Receiver.Report.self)
        let decoder = Lock(ReceiverDecoder())
        let receiver = try Receiver(source) { report in
            continuation.yield(report)
            return decoder.withLock { decoder in
                if case .bytes(let bytes, _) = report { _ = decoder.push(bytes) }
                return decoder.counters.understood
            }
        }
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
final class Terminal {
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

    /// The setting that whoever opened the other end has chosen.
    var setting: SerialSetting? {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 ? SerialSetting(settings) : nil
    }

    func write(_ bytes: [UInt8]) { _ = Glibc.write(master, bytes, bytes.count) }

    func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }
}

/// A socket on the loopback interface.
final class Endpoint {
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

    func connect(to port: UInt16, _ host: UInt32 = 0x7F00_0001) -> Bool {
        var address = Self.address(port: port, host)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Has datagrams to a group go over the loopback interface.
    func sendsToLoopback() {
        var interface = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        setsockopt(
            descriptor,
            CInt(IPPROTO_IP),
            IP_MULTICAST_IF,
            &interface,
            socklen_t(MemoryLayout<in_addr>.size)
        )
    }

    private static func address(port: UInt16, _ host: UInt32 = 0x7F00_0001) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return address
    }
}
