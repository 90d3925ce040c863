import Binnacle
import Messages
import Platform
import Rules
import TestSupport
import Testing

@testable import GPSPlugin
@testable import Launch

@Suite("The source parameter", .timeLimit(.minutes(1)))
struct SourceTests {
    private static let known: [(text: String, source: Source)] = [
        ("-", Source.standardInput),
        ("file:walk.nmea", .file("walk.nmea")),
        ("walk.nmea", .file("walk.nmea")),
        ("file:a:b?c", .file("a:b?c")),
        ("pipe:/run/gps", .pipe("/run/gps")),
        ("serial:/dev/ttyACM0", .serial(.path("/dev/ttyACM0"), speed: nil, framing: nil)),
        ("serial:/dev/ttyS0?baud=4800", .serial(.path("/dev/ttyS0"), speed: 4800, framing: nil)),
        ("serial:/dev/ttyS0?baud=auto", .serial(.path("/dev/ttyS0"), speed: nil, framing: nil)),
        (
            "serial:/dev/ttyS0?baud=9600&framing=7e1",
            .serial(.path("/dev/ttyS0"), speed: 9600, framing: .sevenEven)
        ),
        ("serial:auto", .serial(.automatic(folder: "/dev"), speed: nil, framing: nil)),
        ("serial:auto?baud=38400", .serial(.automatic(folder: "/dev"), speed: 38_400, framing: nil)),
        ("serial:/dev/ttyUSB*", .serial(.pattern("/dev/ttyUSB*"), speed: nil, framing: nil)),
        ("serial:/dev/ttyUSB?", .serial(.pattern("/dev/ttyUSB?"), speed: nil, framing: nil)),
        ("serial:/dev/tty?S*?baud=4800", .serial(.pattern("/dev/tty?S*"), speed: 4800, framing: nil)),
        (
            "/dev/serial/by-id/none-there",
            .serial(.path("/dev/serial/by-id/none-there"), speed: nil, framing: nil)
        ),
        ("/dev/none-there?baud=115200", .serial(.path("/dev/none-there"), speed: 115_200, framing: nil)),
        ("tcp://localhost:10110", .tcp(host: "localhost", port: 10_110)),
        ("tcp://[::1]:2947", .tcp(host: "::1", port: 2947)),
        ("tcp-listen://:10110", .listener(host: nil, port: 10_110)),
        ("tcp-listen://127.0.0.1:10110", .listener(host: "127.0.0.1", port: 10_110)),
        ("udp://:10110", .udp(host: nil, port: 10_110, interface: nil)),
        ("udp://*:10110", .udp(host: nil, port: 10_110, interface: nil)),
        ("udp://127.0.0.1:10110", .udp(host: "127.0.0.1", port: 10_110, interface: nil)),
        (
            "udp://239.192.0.1:10110?interface=eth0",
            .udp(host: "239.192.0.1", port: 10_110, interface: "eth0")
        ),
        ("gpsd:", .gpsd(host: "localhost", port: 2947, device: nil)),
        ("gpsd://", .gpsd(host: "localhost", port: 2947, device: nil)),
        ("gpsd://boat", .gpsd(host: "boat", port: 2947, device: nil)),
        ("gpsd://[::1]:2948", .gpsd(host: "::1", port: 2948, device: nil)),
        ("gpsd://[::1]", .gpsd(host: "::1", port: 2947, device: nil)),
        ("gpsd://boat/dev/ttyACM0", .gpsd(host: "boat", port: 2947, device: "/dev/ttyACM0")),
        ("gpsd://boat:1/dev/ttyACM0", .gpsd(host: "boat", port: 1, device: "/dev/ttyACM0")),
    ]
    private static let unknown = [
        "tcp://:10110", "tcp://host", "tcp://host:0", "tcp://host:65536", "tcp://host:x", "udp://",
        "tcp:host:1", "tcp://::1:5", "gpsd:host", "gpsd://host:x", "gpsd://host/", "gspd://host",
        "upd://:5",
        "seriel:/dev/ttyS0", "tcp-listen://", "udp://:5?interfaces=eth0", "udp://:5?interface",
        "http://host:1",
        "serial:/dev/ttyS0?baud=9600&framing=9N1", "serial:/dev/ttyS0?baud=9600;framing=8N1",
        "file:", "pipe:", "serial:", "serial:/dev/ttyS0?baud=1", "serial:/dev/ttyS0?parity=e",
    ]

    @Test("each form is understood", arguments: known)
    func forms(text: String, source: Source) throws {
        #expect(try Source(text) == source)
    }

    @Test("anything else is refused with the forms there are", arguments: unknown)
    func refusals(text: String) throws {
        let error = #expect(throws: UsageError.self) { try Source(text) }
        #expect(error?.description.contains(text) == true)
        let said = error?.description ?? ""
        #expect(said.contains("write ") || said.contains("did you mean"))
    }

    @Test("the manifest takes and refuses the same, so that a launch file is checked before it starts")
    func manifest() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        let manifest = try #require(Manifest.load("\(root)/Plugins/gps/plugin.yaml").manifest)
        let rule = try #require(manifest.parameters.first { $0.name == "source" }).rule
        let isTaken = { (text: String) in
            (try? rule.accept(.text(text), seenFrom: "/")) != nil
        }
        for (text, _) in Self.known { #expect(isTaken(text), "\(text)") }
        for text in Self.unknown + ["serial:?baud=4800", "nothing", ""] { #expect(!isTaken(text), "\(text)") }
        for speed in SerialSetting.speeds { #expect(isTaken("serial:/dev/ttyS0?baud=\(speed)")) }
        for framing in SerialSetting.Framing.allCases {
            #expect(isTaken("/dev/ttyS0?framing=\(framing.rawValue)&baud=auto"))
        }
    }

    @Test(
        "a misspelt form is told the one that was meant",
        arguments: [
            ("gspd://host", "did you mean 'gpsd:'?"), ("upd://:5", "did you mean 'udp:'?"),
            ("seriel:/dev/ttyS0", "did you mean 'serial:'?"),
            ("serial:/dev/ttyS0?buad=4800", "did you mean 'baud'?"),
            ("udp://:5?interfaces=eth0", "did you mean 'interface'?"),
        ]
    )
    func misspelt(text: String, advice: String) {
        let error = #expect(throws: UsageError.self) { try Source(text) }
        #expect(error?.description.contains(advice) == true)
    }

    @Test("a failure says what to do") func failures() {
        let denied = SourceFailure(SystemError(call: "open", code: 13), ofPort: "/dev/ttyS0")
        #expect(denied.code == .denied)
        #expect(denied.description.contains("dialout"))
        let gone = SourceFailure(SystemError(call: "open", code: 2), ofPort: "/dev/ttyS0")
        #expect(gone.code == .deviceLost)
        #expect(
            gone.description
                == "/dev/ttyS0: No such file or directory; plug the receiver in, or name its port"
        )
    }

    @Test("a host whose name nobody knows is named") func unknownHost() throws {
        let bell = try Wakeup()
        let error = #expect(throws: SourceFailure.self) {
            _ = try Connection.open(.tcp(host: "nosuch.invalid", port: 5), or: bell)
        }
        // A machine without a network may wait for its name server in vain.
        let said = error?.description ?? ""
        #expect(said.contains("the host's name 'nosuch.invalid' is not known") || said.contains("in time"))
    }

    @Test("what is no pipe is told as what it is, and a folder is no recording") func kinds() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([1], to: "walk.nmea")
        let bell = try Wakeup()
        for (source, words) in [
            (Source.pipe(file), "is no pipe but a file; write file:\(file)"),
            (.pipe("/dev/null"), "is no pipe but a device"),
            (.pipe(folder.path), "is no pipe but a folder"),
            (.file(folder.path), "Is a directory"),
        ] {
            let error = #expect(throws: SourceFailure.self) { _ = try Connection.open(source, or: bell) }
            #expect(error?.description.contains(words) == true)
        }
        try Connection.checkPipe(folder.file("not-there-yet"))
    }
}
