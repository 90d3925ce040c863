internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// Where a socket's connections stand: libzmq tells it on a socket of its own.
public struct Monitor: ~Copyable {
    /// What happened to a connection.
    public enum Event: Hashable, Sendable {
        /// A peer connected to an endpoint that is bound; they have not greeted each other yet.
        case accepted(descriptor: Int32, endpoint: String)
        /// The peers have greeted each other: messages flow.
        case connected
        /// The connection ended.
        case disconnected(descriptor: Int32)
        /// The peers could not agree, at the endpoint of this side.
        case refused(HandshakeFailure, endpoint: String)
    }

    /// Readable when an event is there.
    public let socket: Socket
    private let transport: String
    private static let count = Atomic<Int>(0)

    /// Listens to what happens to a socket's connections.
    ///
    /// - Parameters:
    ///   - observed: the socket, before it is bound or connected.
    ///   - context: the context of both.
    ///   - transport: the beginning of the endpoints whose events count, for example `tcp://`.
    /// - Throws: what libzmq says.
    public init(
        _ observed: borrowing Socket,
        in context: Context,
        transport: String = ""
    ) throws(ZMQError) {
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        let endpoint = "inproc://monitor-\(number)"
        let events =
            ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED
            | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
            | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        let handle = observed.handle
        try ZMQError.check("zmq_socket_monitor") { libzmq.socket_monitor(handle, endpoint, events) }
        var options = SocketOptions()
        // An event that is dropped would leave a connection in a list for ever.
        options.receiveHighWaterMark = 0
        let pair = try Socket(.pair, in: context, options: options)
        try pair.connect(to: endpoint)
        socket = pair
        self.transport = transport
    }

    /// Returns the next event, or `nil` when none is there.
    public func next() throws(ZMQError) -> Event? {
        while let parts = try socket.receive() {
            // The first part holds a 16-bit event and a 32-bit value, the second one the endpoint.
            guard let head = parts.first, head.count >= 6 else { continue }
            let event = CInt(head[0]) | CInt(head[1]) << 8
            let bits = UInt32(head[2]) | UInt32(head[3]) << 8 | UInt32(head[4]) << 16 | UInt32(head[5]) << 24
            let value = Int32(bitPattern: bits)
            let endpoint = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
            guard endpoint.hasPrefix(transport) else { continue }
            switch event {
            case ZMQ_EVENT_ACCEPTED: return .accepted(descriptor: value, endpoint: endpoint)
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .connected
            case ZMQ_EVENT_DISCONNECTED: return .disconnected(descriptor: value)
            case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: return .refused(.notAuthorised, endpoint: endpoint)
            case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
                return .refused(HandshakeFailure(protocolError: value), endpoint: endpoint)
            case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
                return .refused(HandshakeFailure(error: value), endpoint: endpoint)
            default: continue
            }
        }
        return nil
    }
}
