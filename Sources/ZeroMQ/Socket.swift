internal import CZeroMQ
internal import Glibc

/// A libzmq socket, used by one thread at a time and closed at the end of its scope.
public struct Socket: ~Copyable {
    /// The messaging pattern that a socket speaks.
    public enum Kind: Sendable {
        case push, pull, subscribe, xpublish, dealer, router, request, pair

        fileprivate var rawValue: CInt {
            switch self {
            case .push: ZMQ_PUSH
            case .pull: ZMQ_PULL
            case .subscribe: ZMQ_SUB
            case .xpublish: ZMQ_XPUB
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            case .request: ZMQ_REQ
            case .pair: ZMQ_PAIR
            }
        }
    }

    /// What became of a message that was to be sent.
    public enum Outcome: Sendable {
        /// It is on its way.
        case sent
        /// The queue is full, or there is no peer: it was not taken.
        case full
        /// A router has no such peer (any more).
        case unreachable
    }

    let handle: UnsafeMutableRawPointer
    private let context: Context

    /// Creates a socket of one kind in a context.
    public init(_ kind: Kind, in context: Context, options: SocketOptions = SocketOptions()) throws(ZMQError)
    {
        guard let handle = libzmq.socket(context.handle, kind.rawValue) else {
            throw ZMQError(call: "zmq_socket", code: libzmq.error_number())
        }
        do {
            try Self.apply(options, to: handle)
        } catch {
            _ = libzmq.close(handle)
            throw error
        }
        self.handle = handle
        self.context = context
    }

    deinit { _ = libzmq.close(handle) }

    private static func apply(
        _ options: SocketOptions,
        to handle: UnsafeMutableRawPointer
    ) throws(ZMQError) {
        func set<Value>(_ option: CInt, _ value: Value) throws(ZMQError) {
            try ZMQError.check("zmq_setsockopt(\(option))") {
                withUnsafeBytes(of: value) { libzmq.setsockopt(handle, option, $0.baseAddress, $0.count) }
            }
        }
        try set(ZMQ_SNDHWM, options.sendHighWaterMark)
        try set(ZMQ_RCVHWM, options.receiveHighWaterMark)
        try set(ZMQ_LINGER, options.linger)
        try set(ZMQ_RECONNECT_IVL, options.reconnectInterval)
        try set(ZMQ_RECONNECT_IVL_MAX, max(1000, options.reconnectInterval))
        // Who has not said who he is by then is disconnected.
        try set(ZMQ_HANDSHAKE_IVL, Int32(10_000))
        if let size = options.maximumPartSize { try set(ZMQ_MAXMSGSIZE, size) }
        if options.immediate { try set(ZMQ_IMMEDIATE, Int32(1)) }
        if options.mandatory { try set(ZMQ_ROUTER_MANDATORY, Int32(1)) }
        if options.verbose { try set(ZMQ_XPUB_VERBOSER, Int32(1)) }
        if options.heartbeat {
            try set(ZMQ_HEARTBEAT_IVL, Int32(1000))
            try set(ZMQ_HEARTBEAT_TIMEOUT, Int32(3000))
        }
        if let curve = options.curve {
            let keys = [
                (ZMQ_CURVE_PUBLICKEY, curve.pair.publicKey), (ZMQ_CURVE_SECRETKEY, curve.pair.secretKey),
                (ZMQ_CURVE_SERVERKEY, curve.serverKey),
            ]
            for (option, key) in keys {
                try ZMQError.check("zmq_setsockopt(\(option))") {
                    libzmq.setsockopt(handle, option, key.description, 40)
                }
            }
        }
    }

    /// Accepts connections at an endpoint, for example `ipc:///run/user/1000/binnacle/publish`.
    public func bind(to endpoint: String) throws(ZMQError) {
        try chooseFamily(for: endpoint)
        try ZMQError.check("bind to \(endpoint)") { libzmq.bind(handle, endpoint) }
    }

    /// Stops to accept connections at an endpoint; those that there are go on.
    public func unbind(from endpoint: String) throws(ZMQError) {
        try ZMQError.check("unbind from \(endpoint)") { libzmq.unbind(handle, endpoint) }
    }

    /// Connects to an endpoint, which need not be bound yet.
    public func connect(to endpoint: String) throws(ZMQError) {
        try chooseFamily(for: endpoint)
        try ZMQError.check("connect to \(endpoint)") { libzmq.connect(handle, endpoint) }
    }

    /// Says which of the two IPs the next endpoint has: libzmq does not tell by its brackets, and takes for IPv6 what
    /// is IPv4 where it may.
    private func chooseFamily(for endpoint: String) throws(ZMQError) {
        var isIPv6: CInt = endpoint.hasPrefix("tcp://[") ? 1 : 0
        try ZMQError.check("zmq_setsockopt(\(ZMQ_IPV6))") {
            libzmq.setsockopt(handle, ZMQ_IPV6, &isIPv6, MemoryLayout<CInt>.size)
        }
    }

    /// Admits the messages that start with a prefix.
    public func subscribe(to prefix: [UInt8]) throws(ZMQError) {
        try ZMQError.check("zmq_setsockopt") {
            libzmq.setsockopt(handle, ZMQ_SUBSCRIBE, prefix, prefix.count)
        }
    }

    /// Takes back one ``subscribe(to:)``.
    public func unsubscribe(from prefix: [UInt8]) throws(ZMQError) {
        try ZMQError.check("zmq_setsockopt") {
            libzmq.setsockopt(handle, ZMQ_UNSUBSCRIBE, prefix, prefix.count)
        }
    }

    /// The endpoint that the last bind got, with its port number.
    public var lastEndpoint: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            var size = buffer.count
            guard let base = buffer.baseAddress,
                libzmq.getsockopt(handle, ZMQ_LAST_ENDPOINT, base, &size) == 0
            else {
                return ""
            }
            return String(cString: base)
        }
    }

    /// Becomes readable when the socket may have room again, or a message; libzmq's `ZMQ_FD`.
    ///
    /// A hint, and one that is given once: after it the socket must be tried. Another thread may wait for it than the
    /// one that uses the socket.
    public var readiness: Int32 {
        var descriptor: CInt = -1
        var size = MemoryLayout<CInt>.size
        return libzmq.getsockopt(handle, ZMQ_FD, &descriptor, &size) == 0 ? descriptor : -1
    }

    /// Takes note of what has happened to the socket, so that ``readiness`` is told anew, and says whether it has room.
    public var hasRoom: Bool {
        var events: CInt = 0
        var size = MemoryLayout<CInt>.size
        return libzmq.getsockopt(handle, ZMQ_EVENTS, &events, &size) == 0 && events & ZMQ_POLLOUT != 0
    }

    /// Takes the next part of a message if one is there.
    ///
    /// - Returns: whether `part` holds a new part.
    public func receive(into part: borrowing Part) throws(ZMQError) -> Bool {
        while true {
            if libzmq.msg_recv(part.message, handle, ZMQ_DONTWAIT) >= 0 { return true }
            let code = libzmq.error_number()
            if code == EAGAIN { return false }
            if code != EINTR { throw ZMQError(call: "zmq_msg_recv", code: code) }
        }
    }

    /// Takes all parts of the next message, or returns `nil` when none is there.
    ///
    /// Parts beyond `limit` are read and thrown away, so that a peer cannot fill the memory: the result then has
    /// `limit` + 1 parts, the last one empty.
    public func receive(limit: Int = 64) throws(ZMQError) -> [[UInt8]]? {
        let part = Part()
        return try receive(limit: limit, first: part)
    }

    /// Takes all parts of the next message; `part` tells of its origin afterwards.
    public func receive(limit: Int, first part: borrowing Part) throws(ZMQError) -> [[UInt8]]? {
        guard try receive(into: part) else { return nil }
        var parts = [part.bytes]
        while part.hasMore {
            // The parts of a message arrive together or not at all.
            guard try receive(into: part) else { break }
            if parts.count < limit {
                parts.append(part.bytes)
            } else if parts.count == limit {
                parts.append([])
            }
        }
        return parts
    }

    /// Hands a part on without copying it; the part is empty afterwards if it was sent.
    public func send(_ part: borrowing Part, more: Bool = false) throws(ZMQError) -> Outcome {
        try outcome { libzmq.msg_send(part.message, handle, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) }
    }

    /// Sends a copy of some bytes as a message of one part.
    public func send(_ bytes: UnsafeRawBufferPointer, more: Bool = false) throws(ZMQError) -> Outcome {
        try outcome {
            libzmq.send(handle, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0))
        }
    }

    /// Sends one message of one or more parts.
    public func send(_ parts: [[UInt8]]) throws(ZMQError) -> Outcome {
        for (index, part) in parts.enumerated() {
            let outcome = try part.withUnsafeBufferPointer { bytes throws(ZMQError) in
                try send(UnsafeRawBufferPointer(bytes), more: index + 1 < parts.count)
            }
            // Only the first part can be refused: libzmq takes a message whole.
            if outcome != .sent { return outcome }
        }
        return .sent
    }

    private func outcome(_ body: () -> CInt) throws(ZMQError) -> Outcome {
        while true {
            if body() >= 0 { return .sent }
            switch libzmq.error_number() {
            case EINTR: continue
            case EAGAIN: return .full
            case EHOSTUNREACH: return .unreachable
            case let code: throw ZMQError(call: "zmq_msg_send", code: code)
            }
        }
    }
}
