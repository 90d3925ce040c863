internal import Glibc
package import Platform

/// A connection of this machine to one socket of a bus, spoken without libzmq and so without a thread of its own.
///
/// ZMTP 3.0 without security over a local socket: a message goes from the thread that publishes it straight to the
/// kernel, and from the kernel straight to the thread that handles it. The link connects again by itself whenever
/// ``advance(at:)`` is called; used by one thread at a time.
public final class Link {
    /// What happened to the connection.
    public enum Event: Hashable, Sendable {
        /// The peers have greeted each other: messages flow.
        case connected
        /// The connection ended.
        case disconnected
        /// The peers could not agree.
        case refused(ZMTPError)
    }

    private enum Phase {
        case away, greeting, introducing, ready
    }

    /// The longest message that is taken, bytes.
    private static let longest = 64 << 20
    /// How many bytes may wait to be written before messages are not taken any more.
    private static let mostWaiting = 64 << 10
    /// How long a peer may take to greet, nanoseconds.
    private static let greetingPatience: Int64 = 5_000_000_000
    private static let firstPause: Int64 = 20_000_000
    private static let longestPause: Int64 = 1_000_000_000

    // Nothing that a link calls with one of these uses the link again: they are accessed for each message unchecked.
    private let path: String
    private let role: Role
    @exclusivity(unchecked) private var connection: OwnedDescriptor?
    @exclusivity(unchecked) private var phase = Phase.away
    @exclusivity(unchecked) private var input = InputBuffer()
    @exclusivity(unchecked) private var output = OutputBuffer(keeping: 256 << 10)
    private var subscriptions = Subscriptions()
    /// How many bytes more the next frame needs at least.
    @exclusivity(unchecked) private var missing = 1
    private var pause = Link.firstPause
    /// When the peers had greeted each other, monotonic nanoseconds.
    private var connected: Int64 = 0
    /// Whether a write has found that nobody reads any more.
    @exclusivity(unchecked) private var isBroken = false
    /// Whether the peer does not take any more at the moment.
    @exclusivity(unchecked) public private(set) var isFull = false

    /// When the messages that are handed over have been read, monotonic nanoseconds.
    public private(set) var arrival: Int64 = 0

    /// When to call ``advance(at:)`` although nothing is ready, monotonic nanoseconds.
    public private(set) var deadline: Int64 = .min

    /// Creates a link that is not connected yet, as one that sends, one that subscribes, or one that asks.
    public init(to path: String, as role: Role) {
        self.path = path
        self.role = role
    }

    /// Creates a link over a connection that is there already; once it has ended there is no other.
    package init(over connection: OwnedDescriptor, as role: Role) {
        path = ""
        self.role = role
        begin(over: connection, at: 0)
    }

    /// The descriptor to wait for; −1 while there is no connection.
    public var descriptor: CInt { connection?.number ?? -1 }

    /// Whether messages flow.
    public var isReady: Bool { phase == .ready }

    /// How many messages were taken and not written whole before their connection ended.
    public private(set) var abandoned = 0

    /// Whether something waits to be written.
    public var hasUnsent: Bool { !output.isEmpty }

    // MARK: Connection

    /// Does what is due: connects, greets, notices the end.
    ///
    /// - Returns: what happened, to be called again until it is `nil`.
    public func advance(at now: Int64) -> Event? {
        do throws(ZMTPError) {
            switch phase {
            case .away:
                guard now >= deadline else { return nil }
                connect(at: now)
                return phase == .away ? nil : try greet(at: now)
            case .greeting, .introducing:
                let isLate = now >= deadline
                if let event = try greet(at: now) { return event }
                if isLate, phase != .away { throw ZMTPError.silent }
                return nil
            case .ready where isBroken && role == .push:
                disconnect(at: now)
                return .disconnected
            case .ready:
                // Who gets messages reads them, and so the end of them, in its own time.
                return role == .push ? try readCommands(at: now) : nil
            }
        } catch {
            disconnect(at: now)
            return .refused(error)
        }
    }

    private func connect(at now: Int64) {
        do {
            begin(over: try LocalSocket.connect(to: path), at: now)
        } catch {
            // Nobody is there yet, or the file of one that has gone.
            disconnect(at: now)
        }
    }

    private func begin(over connection: OwnedDescriptor, at now: Int64) {
        self.connection = connection
        phase = .greeting
        deadline = now + Self.greetingPatience
        output.append(greeting: Handshake.greeting)
        flush()
    }

    private func disconnect(at now: Int64) {
        abandon()
        connection = nil
        phase = .away
        isFull = false
        isBroken = false
        input.reset()
        missing = 1
        // One that lets us in and hangs up at once is not asked again and again.
        if connected > 0, now - connected >= Self.longestPause { pause = Self.firstPause }
        connected = 0
        deadline = now + pause
        pause = min(pause * 2, Self.longestPause)
    }

    /// Gives up what has not been written whole.
    private func abandon() {
        // Before they have greeted each other, only the greeting waits.
        if role == .push, phase == .ready { abandoned += output.frames }
        output.removeAll()
    }

    private func greet(at now: Int64) throws(ZMTPError) -> Event? {
        let isOver = fill() == .ended
        if phase == .greeting, input.bytes.count >= Handshake.greetingSize {
            try Handshake.check(UnsafeRawBufferPointer(rebasing: input.bytes[..<Handshake.greetingSize]))
            input.drop(Handshake.greetingSize)
            phase = .introducing
            Handshake.ready(role).withUnsafeBytes { output.append(frame: $0, isCommand: true) }
            flush()
        }
        if phase == .introducing, let frame = try nextFrame() {
            guard frame.isCommand else { throw .unexpected }
            try Handshake.checkReady(UnsafeRawBufferPointer(rebasing: input.bytes[frame.body]), for: role)
            input.drop(frame.body.upperBound)
            connected = now
            deadline = .max
            phase = .ready
            for message in subscriptions.messages { append(message) }
            flush()
            return .connected
        }
        guard isOver else { return nil }
        disconnect(at: now)
        // Of a node's three links to a bus one is to say so.
        return role == .dealer ? .refused(.cutOff) : nil
    }

    /// Reads what a peer that takes messages only may say, and notices its end.
    private func readCommands(at now: Int64) throws(ZMTPError) -> Event? {
        let isOver = fill() == .ended
        while let frame = try nextFrame() {
            answer(frame)
            input.drop(frame.body.upperBound)
        }
        guard isOver else { return nil }
        disconnect(at: now)
        return .disconnected
    }

    // MARK: Messages out

    /// Takes a message, to be written by ``flush()`` at the latest.
    ///
    /// - Returns: whether it was taken; not while the peer is away or so slow that too much waits already.
    public func send(_ message: UnsafeRawBufferPointer) -> Bool {
        guard phase == .ready, output.count < Self.mostWaiting else { return false }
        output.append(frame: message)
        return true
    }

    /// Takes a message of several parts, as ``send(_:)-(UnsafeRawBufferPointer)`` takes one of one.
    public func send(_ parts: [[UInt8]]) -> Bool {
        guard phase == .ready, output.count < Self.mostWaiting else { return false }
        output.append(parts: parts)
        return true
    }

    /// Writes what waits, as far as the peer takes it.
    ///
    /// - Returns: whether nothing waits any more.
    @discardableResult
    public func flush() -> Bool {
        guard let connection else { return false }
        guard !isBroken else { return false }
        guard output.flush(to: connection.number) else {
            // A reader gets what came before the end, and notices it there.
            isBroken = true
            isFull = false
            if phase == .ready { deadline = .min }
            return false
        }
        isFull = !output.isEmpty
        return output.isEmpty
    }

    /// Writes what waits, and waits until the peer has read it all and hangs up, or for some milliseconds.
    ///
    /// A peer that is hung up on while it has no room drops what it has not read yet.
    public func finish(within milliseconds: Int) {
        defer { abandon() }
        let end = MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000
        while phase == .ready, !isBroken, let connection {
            let left = end - MonotonicClock.nanoseconds
            guard left > 0 else { return }
            if flush() { shutdown(connection.number, CInt(SHUT_WR)) }
            var item = pollfd(
                fd: connection.number,
                events: Int16(hasUnsent ? POLLIN | POLLOUT : POLLIN),
                revents: 0
            )
            _ = poll(&item, 1, CInt(left / 1_000_000 + 1))
            if item.revents & Int16(POLLIN | POLLHUP) != 0, fill() == .ended { return }
        }
    }

    /// Admits the messages that start with a prefix, now and after each reconnection.
    public func subscribe(to prefix: [UInt8]) {
        if subscriptions.add(prefix), phase == .ready { tell(Subscriptions.message(prefix)) }
    }

    /// Takes back one ``subscribe(to:)``.
    public func unsubscribe(from prefix: [UInt8]) {
        if subscriptions.remove(prefix), phase == .ready { tell(Subscriptions.cancellation(prefix)) }
    }

    private func tell(_ message: [UInt8]) {
        append(message)
        flush()
    }

    private func append(_ message: [UInt8]) { message.withUnsafeBytes { output.append(frame: $0) } }

    // MARK: Messages in

    /// Hands over the messages that have come, up to a limit.
    ///
    /// - Parameters:
    ///   - limit: after how many to return although more are there.
    ///   - now: monotonic nanoseconds.
    ///   - body: called with each part of a message, and whether another part follows; it must not use the link.
    /// - Returns: whether more are there, or what ended the connection.
    public func receive(
        limit: Int,
        at now: Int64,
        _ body: (Span<UInt8>, Bool) -> Void
    ) -> Reception {
        guard phase == .ready else { return .nothing }
        var left = limit
        var isDrained = false
        do {
            while true {
                while let frame = try nextFrame() {
                    if frame.isCommand {
                        answer(frame)
                    } else {
                        let bytes = UnsafeRawBufferPointer(rebasing: input.bytes[frame.body])
                        body(Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)), frame.hasMore)
                        left -= 1
                    }
                    input.drop(frame.body.upperBound)
                    if left == 0 { return .more }
                }
                if isDrained {
                    guard isBroken else { return .nothing }
                    disconnect(at: now)
                    return .ended(.disconnected)
                }
                switch fill() {
                case .some: continue
                case .all: isDrained = true
                case .ended:
                    disconnect(at: now)
                    return .ended(.disconnected)
                }
            }
        } catch {
            disconnect(at: now)
            return .ended(.refused(error))
        }
    }

    /// What came of receiving.
    public enum Reception: Hashable, Sendable {
        /// All that was there has been handed over.
        case nothing
        /// More is there.
        case more
        /// The connection has ended.
        case ended(Event)
    }

    private func fill() -> InputBuffer.Outcome {
        guard let connection else { return .ended }
        arrival = MonotonicClock.nanoseconds
        return input.fill(from: connection.number, missing: missing)
    }

    private func nextFrame() throws(ZMTPError) -> Frame? {
        try Frame.read(input.bytes, at: 0, longest: Self.longest, missing: &missing)
    }

    private func answer(_ frame: Frame) {
        guard frame.isCommand else { return }
        let command = UnsafeRawBufferPointer(rebasing: input.bytes[frame.body])
        guard let pong = Handshake.pong(to: command) else { return }
        pong.withUnsafeBytes { output.append(frame: $0, isCommand: true) }
        flush()
    }
}
