internal import CZeroMQ
internal import Glibc

/// The owner of libzmq's I/O threads, safe to share between threads.
///
/// Every socket keeps its context alive, so the context ends after its last socket has closed and has sent what
/// its linger time allows.
public final class Context: Sendable {
    // libzmq documents a context as thread safe.
    nonisolated(unsafe) let handle: UnsafeMutableRawPointer

    /// Creates a context.
    ///
    /// - Parameter maximumSockets: how many sockets may be open at once, connections not counted.
    /// - Throws: when the system has no memory or descriptor left.
    public init(maximumSockets: Int32 = 1023) throws(ZMQError) {
        guard let handle = libzmq.ctx_new() else {
            throw ZMQError(call: "zmq_ctx_new", code: libzmq.error_number())
        }
        self.handle = handle
        try ZMQError.check("zmq_ctx_set") { libzmq.ctx_set(handle, ZMQ_MAX_SOCKETS, maximumSockets) }
    }

    deinit {
        // Interrupted by a signal, the call may be repeated; a context left open would leak its threads.
        while libzmq.ctx_term(handle) != 0 && libzmq.error_number() == EINTR {}
    }
}
