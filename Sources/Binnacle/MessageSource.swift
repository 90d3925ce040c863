internal import Platform
internal import ZMTP
internal import ZeroMQ

/// Where a node's messages come from: the subscribe socket of the bus.
///
/// On the bus's machine a link of our own, which needs no thread beside the node's and copies nothing; else libzmq.
final class MessageSource {
    private let link: Link?
    private let socket: Socket?
    private let endpoint: String
    /// Whether the socket has been told where to go: who reads nothing has no need to, and by its key perhaps no right.
    private var isConnected = false
    private var place = 0
    /// Whether messages are left that were there when the last ones were handed over.
    private(set) var hasMore = false

    init(_ configuration: NodeConfiguration, by way: BusWay) throws(ZMQError) {
        endpoint = configuration.address.subscribeEndpoint
        switch way {
        case .local(_, let path, _):
            link = Link(to: path, as: .subscribe)
            socket = nil
        case .network(let context):
            var options = SocketOptions(of: configuration)
            options.receiveHighWaterMark = configuration.receiveLimit
            let socket = try Socket(.subscribe, in: context, options: options)
            link = nil
            self.socket = consume socket
        }
    }

    /// When there is something to do although nothing has come, monotonic nanoseconds.
    var deadline: Int64 { hasMore ? .min : link?.deadline ?? .max }

    /// Takes part in a wait.
    func join(_ poller: inout Poller) {
        switch socket {
        case .some(let socket): place = poller.add(socket)
        case .none: place = poller.add(descriptor: -1)
        }
    }

    /// Says before each wait what to wait for.
    func prepare(_ poller: inout Poller) {
        guard let link else { return }
        poller.watch(place, descriptor: link.descriptor, output: link.hasUnsent)
    }

    /// Whether to call ``receive(limit:_:)`` after a wait.
    func isReady(_ poller: borrowing Poller) -> Bool {
        poller.isReady(place) || (deadline != .max && deadline <= MonotonicClock.nanoseconds)
    }

    /// Admits the messages that start with a prefix, again after each reconnection.
    func subscribe(to prefix: [UInt8]) throws(ZMQError) {
        link?.subscribe(to: prefix)
        try socket?.subscribe(to: prefix)
        guard !isConnected else { return }
        try socket?.connect(to: endpoint)
        isConnected = true
    }

    /// Takes back one ``subscribe(to:)``.
    func unsubscribe(from prefix: [UInt8]) throws(ZMQError) {
        link?.unsubscribe(from: prefix)
        try socket?.unsubscribe(from: prefix)
    }

    /// When the message that is handed over came, monotonic nanoseconds: read once for all that came at once.
    var arrival: Int64 { link?.arrival ?? MonotonicClock.nanoseconds }

    /// Hands over what has come, up to a limit.
    ///
    /// - Returns: why the bus cannot be talked to, if it cannot.
    func receive(limit: Int, _ body: (Span<UInt8>) -> Void) throws(ZMQError) -> ZMTPError? {
        if let link { return receive(from: link, limit: limit, body) }
        let part = Part()
        hasMore = false
        for _ in 0..<limit {
            guard try socket?.receive(into: part) == true else { return nil }
            part.withSpan(body)
        }
        hasMore = true
        return nil
    }

    private func receive(from link: Link, limit: Int, _ body: (Span<UInt8>) -> Void) -> ZMTPError? {
        hasMore = false
        let now = MonotonicClock.nanoseconds
        if link.hasUnsent { link.flush() }
        while let event = link.advance(at: now) {
            if case .refused(let why) = event { return why }
        }
        switch link.receive(limit: limit, at: now, { bytes, _ in body(bytes) }) {
        case .nothing, .ended(.connected), .ended(.disconnected): return nil
        case .more:
            hasMore = true
            return nil
        case .ended(.refused(let why)): return why
        }
    }
}
