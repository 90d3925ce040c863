internal import CZeroMQ
internal import Glibc

/// A wait for messages on several sockets, and for bells.
///
/// The sockets must outlive the poller's last wait.
public struct Poller: ~Copyable {
    private var items: [zmq_pollitem_t] = []
    private var hasSockets = false

    /// Creates a poller that waits for nothing.
    public init() {}

    /// Adds a socket to wait for, and returns its place for ``isReady(_:)``.
    public mutating func add(_ socket: borrowing Socket) -> Int {
        hasSockets = true
        items.append(zmq_pollitem_t(socket: socket.handle, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
        return items.count - 1
    }

    /// Adds a descriptor to wait for, and returns its place for ``isReady(_:)``.
    public mutating func add(descriptor: Int32) -> Int {
        items.append(zmq_pollitem_t(socket: nil, fd: descriptor, events: Int16(ZMQ_POLLIN), revents: 0))
        return items.count - 1
    }

    /// Changes what a place waits for from now on: a descriptor, or nothing at −1.
    public mutating func watch(_ place: Int, descriptor: Int32, input: Bool = true, output: Bool = false) {
        items[place].fd = input || output ? descriptor : -1
        items[place].events = Int16((input ? ZMQ_POLLIN : 0) | (output ? ZMQ_POLLOUT : 0))
    }

    /// Waits until something is ready, or for some milliseconds; −1 waits for ever.
    public mutating func wait(milliseconds: Int) throws(ZMQError) {
        // Without a socket of libzmq's the system's own wait will do, and libzmq need not be there.
        guard hasSockets else { return waitForDescriptors(milliseconds: milliseconds) }
        let count = libzmq.poll(&items, CInt(items.count), milliseconds)
        if count < 0 {
            // A signal ends the wait early; the caller comes back.
            let code = libzmq.error_number()
            for index in items.indices { items[index].revents = 0 }
            if code != EINTR { throw ZMQError(call: "zmq_poll", code: code) }
        }
    }

    private mutating func waitForDescriptors(milliseconds: Int) {
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: items.count) { waits in
            for (place, item) in items.enumerated() {
                var events: CInt = 0
                if item.events & Int16(ZMQ_POLLIN) != 0 { events |= CInt(POLLIN) }
                if item.events & Int16(ZMQ_POLLOUT) != 0 { events |= CInt(POLLOUT) }
                waits.initializeElement(at: place, to: pollfd(fd: item.fd, events: Int16(events), revents: 0))
            }
            // A signal ends the wait early; the caller comes back.
            _ = poll(waits.baseAddress, nfds_t(items.count), CInt(clamping: milliseconds))
            for place in items.indices { items[place].revents = waits[place].revents }
        }
    }

    /// Whether what was added at this place was ready at the last wait.
    public func isReady(_ place: Int) -> Bool { items[place].revents != 0 }
}
