internal import Glibc
package import Platform

/// The other end of a connection that a bus has let in over a local socket, spoken without libzmq.
///
/// ZMTP 3 without security. What comes is read into a buffer that all peers of a thread share; what a peer does not
/// take at once waits in a queue of its own, with bounds. Used by one thread at a time.
public final class Peer {
    /// What may be chosen of a peer.
    public struct Limits: Sendable {
        /// The longest part that is taken, bytes.
        public var longestPart: Int
        /// How many frames may wait for it.
        public var frames: Int
        /// How many bytes may wait for it; one message may, however long it is.
        public var bytes: Int

        /// Creates limits.
        public init(longestPart: Int, frames: Int, bytes: Int) {
            self.longestPart = longestPart
            self.frames = frames
            self.bytes = bytes
        }
    }

    private enum Phase {
        case greeting, introducing, ready
    }

    /// How long a peer may take to greet, nanoseconds.
    private static let patience: Int64 = 5_000_000_000
    /// Behind a frame that needs more than this, the rest is read without copying what is there again and again.
    private static let much = 64 << 10

    private let connection: OwnedDescriptor
    private let role: Role
    private let limits: Limits
    private var phase = Phase.greeting
    private var output = OutputBuffer(keeping: 0)
    /// The beginning of a frame whose rest has not come.
    private var remainder: [UInt8] = []
    /// Where a long frame is gathered.
    private var gathering: InputBuffer?
    /// How many bytes more the next frame needs at least.
    private var missing = 1
    /// Whether a write has found that nobody reads any more.
    public private(set) var isBroken = false
    /// When it must have greeted, monotonic nanoseconds; `Int64.max` once it has.
    public private(set) var deadline: Int64

    /// Greets whoever has connected.
    ///
    /// - Parameters:
    ///   - connection: does not block.
    ///   - role: what kind of socket this end is.
    ///   - limits: what is taken of it, and what may wait for it.
    ///   - now: monotonic nanoseconds.
    package init(over connection: OwnedDescriptor, as role: Role, limits: Limits, at now: Int64) {
        self.connection = connection
        self.role = role
        self.limits = limits
        deadline = now + Self.patience
        output.append(greeting: Handshake.greeting)
        flush()
    }

    /// The descriptor to wait for.
    public var descriptor: CInt { connection.number }
    /// Whether messages flow.
    public var isReady: Bool { phase == .ready }
    /// Whether something waits to be written.
    public var hasUnsent: Bool { !output.isEmpty }
    /// How many frames wait to be written.
    public var waitingFrames: Int { output.frames }
    /// How many bytes wait to be written.
    public var waitingBytes: Int { output.count }

    // MARK: In

    /// Reads what has come, behind what is left of the last time.
    ///
    /// - Parameter buffer: empty, and the peer's until ``finish(_:in:)``.
    /// - Returns: whether more may be there, or the peer has gone; what came before is to be looked at all the same.
    public func fill(_ buffer: inout InputBuffer) -> InputBuffer.Outcome {
        if let outcome = gathering?.fill(from: connection.number, missing: missing) { return outcome }
        take(remainderInto: &buffer)
        return buffer.fill(from: connection.number, missing: missing)
    }

    /// Goes on with what is left of the last time, without reading.
    public func resume(_ buffer: inout InputBuffer) {
        if gathering == nil { take(remainderInto: &buffer) }
    }

    private func take(remainderInto buffer: inout InputBuffer) {
        guard !remainder.isEmpty else { return }
        remainder.withUnsafeBytes { buffer.append($0) }
        remainder.removeAll(keepingCapacity: remainder.capacity <= Self.much)
    }

    /// The frames that have come.
    public func batch(of buffer: borrowing InputBuffer) -> Batch {
        Batch(gathering?.bytes ?? buffer.bytes, longest: limits.longestPart)
    }

    /// Keeps what has not been read of a batch, and gives the buffer back.
    public func finish(_ batch: Batch, in buffer: inout InputBuffer) {
        missing = batch.missing
        let rest = UnsafeRawBufferPointer(rebasing: batch.bytes[batch.position...])
        if missing <= Self.much {
            if !rest.isEmpty { remainder.append(contentsOf: rest) }
            gathering = nil
        } else if gathering != nil {
            gathering?.drop(batch.position)
        } else {
            var own = InputBuffer()
            own.append(rest)
            gathering = consume own
        }
        buffer.reset()
    }

    /// Reads the beginning of a connection.
    ///
    /// - Returns: whether messages flow from now on.
    /// - Throws: why they cannot.
    public func greet(_ batch: inout Batch) throws(ZMTPError) -> Bool {
        if phase == .greeting {
            // A peer of an older version may wait for more than it gets, and says no more than this.
            if let first = batch.next(byte: 0), first != 0xFF { throw .notZMTP }
            guard let greeting = batch.take(Handshake.greetingSize) else { return false }
            try Handshake.check(greeting)
            phase = .introducing
            Handshake.ready(role).withUnsafeBytes { output.append(frame: $0, isCommand: true) }
            flush()
        }
        guard phase == .introducing, let frame = try batch.next() else { return phase == .ready }
        guard frame.isCommand else { throw .unexpected }
        try Handshake.checkReady(batch.body(of: frame), for: role)
        deadline = .max
        phase = .ready
        return true
    }

    /// Answers a command that asks for a sign of life.
    public func answer(_ command: UnsafeRawBufferPointer) {
        // Who asks and does not read gets no answers.
        guard let pong = Handshake.pong(to: command), output.frames < limits.frames else { return }
        pong.withUnsafeBytes { output.append(frame: $0, isCommand: true) }
        flush()
    }

    // MARK: Out

    /// Writes frames, straight from where they are as long as the peer takes them; what it does not take waits.
    ///
    /// - Parameters:
    ///   - run: whole frames, one behind the other, each a message of one part.
    ///   - frames: how many.
    /// - Returns: how many there was no room for.
    public func write(_ run: UnsafeRawBufferPointer, frames: Int) -> Int {
        guard !isBroken else { return 0 }
        guard output.isEmpty else {
            let lost = enqueue(run, frames: frames)
            flush()
            return lost
        }
        var written = 0
        while written < run.count {
            let count = send(
                connection.number,
                run.baseAddress.map { $0 + written },
                run.count - written,
                CInt(MSG_NOSIGNAL)
            )
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { return keep(run, from: written) }
                isBroken = true
                return 0
            }
            written += count
        }
        return 0
    }

    /// Lets a run wait whose beginning has been written.
    private func keep(_ run: UnsafeRawBufferPointer, from written: Int) -> Int {
        var position = 0
        var left = 0
        guard let base = run.baseAddress else { return 0 }
        while position < run.count, position + Frame.length(at: base + position) <= written {
            position += Frame.length(at: base + position)
        }
        if position < written {
            // A frame that has begun goes on, whatever the bounds are.
            let end = position + Frame.length(at: base + position)
            let rest = UnsafeRawBufferPointer(rebasing: run[written..<end])
            output.append(rest, frames: 1, first: rest.count)
            position = end
        }
        let rest = UnsafeRawBufferPointer(rebasing: run[position...])
        var place = 0
        while place < rest.count {
            place += Frame.length(at: base + position + place)
            left += 1
        }
        return enqueue(rest, frames: left)
    }

    /// Lets frames wait, as far as there is room; the newest are given up.
    ///
    /// - Returns: how many were given up.
    public func enqueue(_ run: UnsafeRawBufferPointer, frames: Int) -> Int {
        guard !isBroken, frames > 0, let base = run.baseAddress else { return 0 }
        if !hasRoom(for: run.count, frames: frames) { flush() }
        if hasRoom(for: run.count, frames: frames) {
            output.append(run, frames: frames, first: Frame.length(at: base))
            return 0
        }
        var position = 0
        var lost = 0
        while position < run.count {
            let length = Frame.length(at: base + position)
            if hasRoom(for: length) {
                let frame = UnsafeRawBufferPointer(start: base + position, count: length)
                output.append(frame, frames: 1, first: length)
            } else {
                lost += 1
            }
            position += length
        }
        return lost
    }

    private func hasRoom(for length: Int, frames: Int = 1) -> Bool {
        if output.isEmpty, frames == 1 { return true }
        return output.frames + frames <= limits.frames && output.count + length <= limits.bytes
    }

    /// Lets a message of one part wait.
    ///
    /// - Parameters:
    ///   - body: the message.
    ///   - isBounded: whether it is given up where there is no room.
    /// - Returns: whether it was taken.
    public func enqueue(body: UnsafeRawBufferPointer, isBounded: Bool = true) -> Bool {
        if isBroken { return true }
        if isBounded {
            let length = body.count + Frame.longestHead
            if !hasRoom(for: length) { flush() }
            guard hasRoom(for: length) else { return false }
        }
        output.append(frame: body)
        return true
    }

    /// What became of a message of several parts.
    public enum Outcome: Sendable {
        /// It is on its way.
        case sent
        /// Too much waits for the peer already: it was not taken.
        case full
        /// The peer has gone.
        case gone
    }

    /// Sends a message of several parts, or lets it wait; one may wait, however long it is.
    ///
    /// - Parameters:
    ///   - parts: the message.
    ///   - isBounded: whether it is not taken where there is no room.
    /// - Returns: what became of it.
    public func deliver(_ parts: some Collection<[UInt8]>, isBounded: Bool = true) -> Outcome {
        let size = parts.reduce(0) { $0 + $1.count + Frame.longestHead }
        if !output.isEmpty { flush() }
        if isBroken { return .gone }
        guard
            output.isEmpty || !isBounded
                || output.frames + parts.count <= limits.frames && output.count + size <= limits.bytes
        else { return .full }
        output.append(parts: parts)
        flush()
        return isBroken ? .gone : .sent
    }

    /// Writes what waits, as far as the peer takes it.
    ///
    /// - Returns: whether nothing waits any more.
    @discardableResult
    public func flush() -> Bool {
        guard !isBroken else { return false }
        if !output.flush(to: connection.number) {
            isBroken = true
            output.removeAll()
        }
        return output.isEmpty
    }

    /// Waits, some milliseconds at most, until peers have taken what waits for them.
    public static func drain(_ peers: [Peer], within milliseconds: Int) {
        let end = MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000
        while true {
            let slow = peers.filter { !$0.isBroken && !$0.flush() && !$0.isBroken }
            let left = end - MonotonicClock.nanoseconds
            guard !slow.isEmpty, left > 0 else { return }
            var items = slow.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            _ = poll(&items, nfds_t(items.count), CInt(left / 1_000_000 + 1))
        }
    }
}
