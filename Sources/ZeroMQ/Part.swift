internal import CZeroMQ
internal import Glibc

/// One part of a message, in libzmq's own memory; used again and again by a loop that receives.
public struct Part: ~Copyable {
    let message: UnsafeMutablePointer<zmq_msg_t>

    /// Creates an empty part.
    public init() {
        message = .allocate(capacity: 1)
        _ = libzmq.msg_init(message)
    }

    deinit {
        _ = libzmq.msg_close(message)
        message.deallocate()
    }

    /// The number of bytes.
    public var count: Int { libzmq.msg_size(message) }

    /// Whether another part of the same message follows.
    public var hasMore: Bool { libzmq.msg_more(message) != 0 }

    /// A copy of the bytes.
    public var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }

    /// The descriptor of the connection that the message came by, where the transport has one.
    public var connection: Int32? {
        let descriptor = libzmq.msg_get(message, ZMQ_SRCFD)
        return descriptor >= 0 ? descriptor : nil
    }

    /// The public key of the client that the message came from, as Z85, where the connection has keys.
    public var userID: String? {
        // Empty is what the authenticator calls those who need no key.
        guard let text = libzmq.msg_gets(message, "User-Id"), text[0] != 0 else { return nil }
        return String(cString: text)
    }

    /// Runs `body` with the bytes, which are valid until it returns.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: libzmq.msg_data(message), count: libzmq.msg_size(message)))
    }

    /// Runs `body` with the bytes as a span.
    public func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = UnsafeRawBufferPointer(start: libzmq.msg_data(message), count: libzmq.msg_size(message))
        return try body(Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)))
    }

    /// Makes room for `count` bytes, whose content is to be written by `body`.
    public func reset(count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) throws(ZMQError) {
        _ = libzmq.msg_close(message)
        guard libzmq.msg_init_size(message, count) == 0 else {
            _ = libzmq.msg_init(message)
            throw ZMQError(call: "zmq_msg_init_size", code: ENOMEM)
        }
        body(UnsafeMutableRawBufferPointer(start: libzmq.msg_data(message), count: count))
    }
}
