import Testing
import ZeroMQ

@Suite("Keys of sockets", .timeLimit(.minutes(1)))
struct CurveTests {
    // The pair of an example in zmq_curve(7).
    private static let secret = "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"
    private static let open = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"

    @Test("the public key is that of the secret one") func pair() throws {
        let secret = try #require(CurveKey(z85: Self.secret))
        #expect(CurvePair(secretKey: secret)?.publicKey.description == Self.open)
        let pair = try CurvePair.random()
        #expect(CurvePair(secretKey: pair.secretKey) == pair)
    }

    @Test("what is no key is none", arguments: ["", "rq:rM", String(repeating: " ", count: 40)])
    func wrong(text: String) { #expect(CurveKey(z85: text) == nil) }

    @Test("a client with a key is decided on, and its messages bear it") func admitted() throws {
        let context = try Context()
        let authenticator = try Authenticator(in: context)
        let server = try CurvePair.random()
        let client = try CurvePair.random()
        let reader = try Socket(.pull, in: context)
        try reader.serveClientsWithKeys(server.secretKey, domain: "publish")
        try reader.bind(to: "tcp://127.0.0.1:*")
        var options = SocketOptions()
        options.curve = CurveClient(pair: client, serverKey: server.publicKey)
        let writer = try Socket(.push, in: context, options: options)
        try writer.connect(to: reader.lastEndpoint)
        let request = try #require(try next(authenticator))
        #expect(request.key == client.publicKey)
        #expect(request.domain == "publish")
        #expect(request.address == "127.0.0.1")
        try authenticator.answer(request, .admitted)
        _ = try writer.send([[1]])
        try wait(for: reader)
        let part = Part()
        #expect(try reader.receive(into: part))
        #expect(part.userID == client.publicKey.description)
        #expect(part.connection != nil)
    }

    @Test("a client that is refused is told so") func refused() throws {
        let context = try Context()
        let authenticator = try Authenticator(in: context)
        let server = try CurvePair.random()
        let reader = try Socket(.pull, in: context)
        try reader.serveClientsWithKeys(server.secretKey, domain: "publish")
        try reader.bind(to: "tcp://127.0.0.1:*")
        var options = SocketOptions()
        options.curve = CurveClient(pair: try CurvePair.random(), serverKey: server.publicKey)
        let writer = try Socket(.push, in: context, options: options)
        let monitor = try Monitor(writer, in: context)
        try writer.connect(to: reader.lastEndpoint)
        try authenticator.answer(try #require(try next(authenticator)), .refused)
        #expect(try failure(monitor) == .notAuthorised)
    }

    @Test("a socket may ask for keys at one endpoint and let anybody in at another") func mixed() throws {
        let context = try Context()
        let authenticator = try Authenticator(in: context)
        let reader = try Socket(.pull, in: context)
        try reader.bind(to: "tcp://127.0.0.1:*")
        let open = reader.lastEndpoint
        try reader.serveClientsWithKeys(try CurvePair.random().secretKey, domain: "publish")
        try reader.bind(to: "tcp://127.0.0.1:*")
        let closed = reader.lastEndpoint
        try reader.serveAnybody()
        try reader.bind(to: "tcp://127.0.0.1:*")
        let reopened = reader.lastEndpoint
        for endpoint in [open, reopened] {
            let writer = try Socket(.push, in: context)
            try writer.connect(to: endpoint)
            _ = try writer.send([[2]])
            #expect(try next(reader, authenticator) == [[2]])
        }
        let writer = try Socket(.push, in: context)
        let monitor = try Monitor(writer, in: context)
        try writer.connect(to: closed)
        // Which end notices first is a matter of chance.
        let why = try failure(monitor)
        #expect([.mechanismMismatch, .cutOff].contains(why))
        let isAsked = try authenticator.next() != nil
        #expect(!isAsked)
    }

    private func wait(for socket: borrowing Socket) throws {
        var poller = Poller()
        _ = poller.add(socket)
        try poller.wait(milliseconds: 10_000)
    }

    private func next(_ authenticator: borrowing Authenticator) throws -> Authenticator.Request? {
        for _ in 0..<100 {
            if let request = try authenticator.next() { return request }
            try wait(for: authenticator.socket)
        }
        return nil
    }

    /// The next message, of a client that the authenticator may have to be asked about.
    private func next(
        _ reader: borrowing Socket,
        _ authenticator: borrowing Authenticator
    ) throws -> [[UInt8]]? {
        for _ in 0..<100 {
            if let message = try reader.receive() { return message }
            // Who comes without a key is let in on the way.
            let isAsked = try authenticator.next() != nil
            #expect(!isAsked)
            var poller = Poller()
            _ = poller.add(reader)
            _ = poller.add(authenticator.socket)
            try poller.wait(milliseconds: 10_000)
        }
        return nil
    }

    private func failure(_ monitor: borrowing Monitor) throws -> HandshakeFailure? {
        for _ in 0..<100 {
            if case .refused(let why, _)? = try monitor.next() { return why }
            try wait(for: monitor.socket)
        }
        return nil
    }
}
