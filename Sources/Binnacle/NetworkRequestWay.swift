internal import Keys
internal import Messages
internal import ZeroMQ

/// The way of requests by TCP: a socket of libzmq's, and the monitor of its connection.
final class NetworkRequestWay: RequestWay {
    private let socket: Socket
    private let monitor: Monitor
    private let address: BusAddress
    private let key: ClientKey?
    private var places = (messages: 0, events: 0)

    init(_ configuration: NodeConfiguration, in context: Context) throws(ZMQError) {
        var options = SocketOptions(of: configuration)
        options.linger = 1000
        // What waited for a bus that was away would be asked of one that knows nothing of it.
        options.immediate = true
        let socket = try Socket(.dealer, in: context, options: options)
        let monitor = try Monitor(socket, in: context)
        try socket.connect(to: configuration.address.requestEndpoint)
        self.socket = socket
        self.monitor = monitor
        address = configuration.address
        key = configuration.key
    }

    let deadline = Int64.max

    func join(_ poller: inout Poller) {
        places = (poller.add(socket), poller.add(monitor.socket))
    }

    func prepare(_ poller: inout Poller) {}

    func isReady(_ poller: borrowing Poller) -> Bool {
        poller.isReady(places.messages) || poller.isReady(places.events)
    }

    func next() throws(ZMQError) -> RequestNews? {
        while let event = try monitor.next() {
            switch event {
            case .connected:
                // libzmq's own thread tells of it before the socket knows, and the socket looks for news only now and
                // then when it sends.
                _ = socket.hasRoom
                return .connected
            case .disconnected: return .disconnected
            case .refused(let why, _): return .refused(Refusal(why, of: address, key: key))
            case .accepted: continue
            }
        }
        return try socket.receive(limit: RequestNews.mostParts).map { .message($0) }
    }

    func send(_ parts: [[UInt8]]) -> Bool {
        // A socket that fails takes nothing, now or later: who waits for the answer is told that none has come.
        (try? socket.send(parts)) != .full
    }

    /// Nothing is waited for: libzmq goes on sending for its linger time when the context ends.
    func finish(within milliseconds: Int) {}
}
