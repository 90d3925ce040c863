import Platform
import Testing
import ZeroMQ

@Suite("Sockets", .timeLimit(.minutes(1)))
struct SocketTests {
    @Test("a message arrives with its parts in order")
    func parts() throws {
        let context = try Context()
        let reader = try Socket(.pull, in: context)
        try reader.bind(to: "tcp://127.0.0.1:*")
        let writer = try Socket(.push, in: context)
        try writer.connect(to: reader.lastEndpoint)
        #expect(try writer.send([[1], [], [2, 3]]) == .sent)
        try wait(for: reader)
        #expect(try reader.receive() == [[1], [], [2, 3]])
        #expect(try reader.receive() == nil)
    }

    @Test("of a message of too many parts, the first ones are kept and the rest is read away")
    func partLimit() throws {
        let context = try Context()
        let reader = try Socket(.pull, in: context)
        try reader.bind(to: "tcp://127.0.0.1:*")
        let writer = try Socket(.push, in: context)
        try writer.connect(to: reader.lastEndpoint)
        _ = try writer.send([[UInt8]](repeating: [7], count: 100))
        _ = try writer.send([[8]])
        try wait(for: reader)
        #expect(try reader.receive(limit: 2) == [[7], [7], []])
        try wait(for: reader)
        #expect(try reader.receive() == [[8]])
    }

    @Test(
        "a sender without a peer is told that the queue is full when it asked for completed connections only"
    )
    func immediate() throws {
        let context = try Context()
        var options = SocketOptions()
        options.immediate = true
        let writer = try Socket(.push, in: context, options: options)
        try writer.connect(to: "tcp://127.0.0.1:9")
        #expect(try writer.send([[1]]) == .full)
    }

    @Test("a router says that a peer is not there")
    func unreachable() throws {
        let context = try Context()
        var options = SocketOptions()
        options.mandatory = true
        let router = try Socket(.router, in: context, options: options)
        try router.bind(to: "tcp://127.0.0.1:*")
        #expect(try router.send([[1, 2, 3], [4]]) == .unreachable)
    }

    @Test("an error names the call and the endpoint")
    func errors() throws {
        let context = try Context()
        let socket = try Socket(.pull, in: context)
        let error = #expect(throws: ZMQError.self) { try socket.bind(to: "nonsense") }
        #expect(error?.description == "bind to nonsense: Invalid argument")
    }

    @Test("a monitor tells of the connection and of its end")
    func monitor() throws {
        let context = try Context()
        let writer = try Socket(.push, in: context)
        let monitor = try Monitor(writer, in: context)
        do {
            let reader = try Socket(.pull, in: context)
            try reader.bind(to: "tcp://127.0.0.1:*")
            try writer.connect(to: reader.lastEndpoint)
            #expect(try next(monitor) == .connected)
        }
        guard case .disconnected? = try next(monitor) else {
            Issue.record("the end is not told")
            return
        }
    }

    private func wait(for socket: borrowing Socket) throws {
        var poller = Poller()
        _ = poller.add(socket)
        try poller.wait(milliseconds: 10_000)
    }

    private func next(_ monitor: borrowing Monitor) throws -> Monitor.Event? {
        while true {
            if let event = try monitor.next() { return event }
            try wait(for: monitor.socket)
        }
    }
}
