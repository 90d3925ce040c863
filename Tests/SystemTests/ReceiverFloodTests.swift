import Glibc
import Messages
import Platform
import Testing

@Suite(
    "Receivers that bring more than is taken",
    .serialized,
    .timeLimit(.minutes(5)),
    .enabled(if: Source.python != nil, Source.noPython)
)
struct ReceiverFloodTests {
    /// More epochs than all buffers of the system between two programs hold.
    private static let most = 300_000

    /// The bytes of a hundred epochs, each of a second of its own.
    private func epochs(from number: Int) -> [UInt8] {
        let start = WallClock.seconds.rounded(.down) - Double(Self.most)
        return (number..<number + 100).flatMap { Array(LiveTests.sentences(at: start + Double($0)).utf8) }
    }

    /// Sends bytes to their end, and returns whether it has come to that within a second.
    private func send(_ bytes: inout [UInt8], to descriptor: CInt) throws -> Bool {
        while !bytes.isEmpty {
            var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&item, 1, 1000) > 0 else { return false }
            let count = Glibc.send(
                descriptor,
                bytes,
                bytes.count,
                CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
            )
            try #require(count > 0 || errno == EAGAIN, "the plugin has hung up")
            bytes.removeFirst(max(0, count))
        }
        return true
    }

    @Test("a log that is sent over TCP waits for a bus that stands still, and nothing of it is lost")
    func tcp() async throws {
        let (listener, port) = try ReceiverFailureTests.boundPort()
        try #require(listen(listener.number, 1) == 0)
        let bus = try await Bus()
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        let gps = try bus.start("run", "gps", "source=tcp://127.0.0.1:\(port)")
        let device = OwnedDescriptor(try SystemError.check("accept") { accept(listener.number, nil, nil) })
        // A few fixes show that the way is open.
        var bytes = epochs(from: 0)
        var count = 100
        #expect(try send(&bytes, to: device.number))
        var seen = 0
        while seen == 0 { seen += try await collector.tally()["fix/gps"] }

        bus.program.send(SIGSTOP)
        while count < Self.most, bytes.isEmpty {
            bytes = epochs(from: count)
            count += 100
            _ = try send(&bytes, to: device.number)
        }
        bus.program.send(SIGCONT)
        #expect(!bytes.isEmpty, "nothing has held up who sends: \(count) epochs were read")
        while try !send(&bytes, to: device.number) {}
        while seen < count {
            let tally = try await collector.tally()
            #expect(tally.faults == [])
            seen += tally["fix/gps"]
        }
        #expect(seen == count)
        #expect(try await gps.stop(SIGINT).status == .code(0))
        _ = try await collector.stop()
        try await bus.end()
    }

    @Test(
        "a receiver that cannot wait is read on while the bus stands still, and what is given up is counted and told"
    )
    func terminal() async throws {
        let bus = try await Bus()
        let terminal = try PseudoTerminal()
        let collector = try await bus.collector(prefixes: ["fix/gps|"])
        let gps = try bus.start("run", "gps", "source=serial:\(terminal.path)?baud=115200")
        var (seen, number) = (0, 0)
        let start = WallClock.seconds.rounded(.down)
        func feed() {
            terminal.write(LiveTests.sentences(at: start + Double(number)))
            number += 1
        }
        while seen == 0 {
            feed()
            seen += try await collector.tally()["fix/gps"]
        }
        bus.program.send(SIGSTOP)
        while !(gps.said + gps.complained).contains("given up, because the bus did not take them in time") {
            for _ in 0..<50 { feed() }
            // As fast as the plugin reads: a terminal holds some thousand bytes.
            try await Task.sleep(for: .milliseconds(2))
        }
        bus.program.send(SIGCONT)
        // The subscriber finds the gap by its sequence, and the node says how long it is.
        var tally = try await collector.tally()
        while tally.faults.isEmpty { tally = try await collector.tally() }
        let info = try await bus.run("node", "info", "gps", "--json")
        #expect(try JSONValue.parse(info.output)["dropped"]?.number ?? 0 > 0, "\(info.output)\(info.error)")
        #expect(try await gps.stop(SIGINT).status == .code(0))
        _ = try await collector.stop()
        try await bus.end()
    }
}
