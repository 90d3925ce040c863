import Binnacle
import Messages
import Platform
import TestSupport
import Testing

@testable import GPSPlugin

@Suite("The source parameter", .timeLimit(.minutes(1)))
struct SourceTests {
    @Test(
        "each form is understood",
        arguments: [
            ("-", Source.standardInput),
            ("file:walk.nmea", .file("walk.nmea")),
            ("walk.nmea", .file("walk.nmea")),
            ("file:a:b?c", .file("a:b?c")),
            ("pipe:/run/gps", .pipe("/run/gps")),
            ("serial:/dev/ttyACM0", .serial("/dev/ttyACM0", baud: nil)),
            ("serial:/dev/ttyS0?baud=4800", .serial("/dev/ttyS0", baud: 4800)),
            ("/dev/serial/by-id/none-there", .serial("/dev/serial/by-id/none-there", baud: nil)),
            ("/dev/none-there?baud=115200", .serial("/dev/none-there", baud: 115_200)),
            ("tcp://localhost:10110", .tcp(host: "localhost", port: 10_110)),
            ("tcp://[::1]:2947", .tcp(host: "::1", port: 2947)),
            ("udp://:10110", .udp(host: nil, port: 10_110)),
            ("udp://*:10110", .udp(host: nil, port: 10_110)),
            ("udp://127.0.0.1:10110", .udp(host: "127.0.0.1", port: 10_110)),
        ]
    )
    func forms(text: String, source: Source) throws {
        #expect(try Source(text) == source)
    }

    @Test(
        "anything else is refused with the forms there are",
        arguments: [
            "tcp://:10110", "tcp://host", "tcp://host:0", "tcp://host:65536", "tcp://host:x", "udp://",
            "gpsd://host:1",
            "file:", "pipe:", "serial:", "serial:/dev/ttyS0?baud=1", "serial:/dev/ttyS0?parity=e",
        ]
    )
    func refusals(text: String) throws {
        let error = #expect(throws: UsageError.self) { try Source(text) }
        #expect(error?.description.contains(text) == true)
        #expect(error?.description.contains("write ") == true)
    }

    @Test("a failure says what to do") func failures() {
        let denied = SourceFailure(SystemError(call: "open", code: 13), of: .serial("/dev/ttyS0", baud: nil))
        #expect(denied.code == .denied)
        #expect(denied.description.contains("dialout"))
        let gone = SourceFailure(SystemError(call: "open", code: 2), of: .serial("/dev/ttyS0", baud: nil))
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
        #expect(error?.description.contains("the host's name 'nosuch.invalid' is not known") == true)
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
