internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// Where a connection stands: libzmq tells it on a socket of its own.
public struct Monitor: ~Copyable {
    /// What happened to a connection.
    public enum Event: Hashable, Sendable {
        /// The peers have greeted each other: messages flow.
        case connected
        /// The connection ended.
        case disconnected
        /// The peers could not agree: a wrong key, or something that does not speak ZMTP.
        case refused(code: Int32)
    }

    /// Readable when an event is there.
    public let socket: Socket
    private static let count = Atomic<Int>(0)

    /// Listens to what happens to a socket's connections.
    public init(_ observed: borrowing Socket, in context: Context) throws(ZMQError) {
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        let endpoint = "inproc://monitor-\(number)"
        let events =
            ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
            | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        let handle = observed.handle
        try ZMQError.check("zmq_socket_monitor") { zmq_socket_monitor(handle, endpoint, events) }
        let pair = try Socket(.pair, in: context)
        try pair.connect(to: endpoint)
        socket = pair
    }

    /// Returns the next event, or `nil` when none is there.
    public func next() throws(ZMQError) -> Event? {
        while let parts = try socket.receive() {
            // The first part holds a 16-bit event and a 32-bit value.
            guard let head = parts.first, head.count >= 6 else { continue }
            let event = CInt(head[0]) | CInt(head[1]) << 8
            let value = UInt32(head[2]) | UInt32(head[3]) << 8 | UInt32(head[4]) << 16 | UInt32(head[5]) << 24
            switch event {
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .connected
            case ZMQ_EVENT_DISCONNECTED: return .disconnected
            default: return .refused(code: Int32(bitPattern: value))
            }
        }
        return nil
    }
}
