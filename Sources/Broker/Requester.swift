internal import Platform
internal import ZMTP

/// Who asks on this machine, and the node that is asked.
final class Requester {
    let peer: Peer
    /// Its place among the connections.
    let slot: Int
    /// What stands before the parts of its messages, and of those to it; of no other connection, before or after.
    let route: [UInt8]
    private let events: EventSet
    private let longest: Int
    private var parts: [[UInt8]] = []
    private var size = 0
    private var waitsForRoom = false
    private var isListening = true
    /// Whether it has said more than there was time or room for: what it says next is not read before.
    var isHeldUp = false
    /// Whether its turn comes by the queue of those for whom there was no time.
    var isQueued = false

    /// How many bytes may wait for it while it is listened to: who asks and does not read the answers is not.
    private static let mostWaiting = 1 << 20
    /// How many frames may: an answer has as many as stood before its request, and more.
    private static let mostWaitingFrames = 10_000
    /// How many parts of a message are kept.
    static let mostParts = 32

    /// Creates one that has said nothing.
    ///
    /// - Parameters:
    ///   - peer: the connection.
    ///   - slot: its place.
    ///   - route: what stands before its messages.
    ///   - events: where it is waited for.
    ///   - longest: how many bytes all parts of a message may have.
    init(_ peer: Peer, slot: Int, route: [UInt8], events: EventSet, longest: Int) {
        (self.peer, self.slot, self.route, self.events, self.longest) = (peer, slot, route, events, longest)
    }

    /// Whether its next message may be taken.
    ///
    /// There is room for the answers to one that has gone: nothing waits for it.
    var mayAsk: Bool {
        peer.isBroken || peer.waitingBytes < Self.mostWaiting && peer.waitingFrames < Self.mostWaitingFrames
    }

    /// Adds a part of a message.
    ///
    /// - Returns: the message, once it is whole; parts beyond ``mostParts`` are one, an empty one.
    /// - Throws: ``ZMTPError/tooLong(_:)`` where all parts together are.
    func add(_ part: UnsafeRawBufferPointer, hasMore: Bool) throws(ZMTPError) -> [[UInt8]]? {
        size += part.count
        guard size <= longest else { throw .tooLong(size) }
        if parts.count < Self.mostParts {
            parts.append(Array(part))
        } else if parts.count == Self.mostParts {
            parts.append([])
        }
        guard !hasMore else { return nil }
        defer { (parts, size) = ([], 0) }
        return parts
    }

    /// Waits for room as long as something waits to be written, and listens unless it is held up.
    func watch() {
        let listens = !isHeldUp
        // Who is held up for want of time has room, and so its turn comes again at once.
        let waits = peer.hasUnsent || isHeldUp
        guard waits != waitsForRoom || listens != isListening else { return }
        (waitsForRoom, isListening) = (waits, listens)
        events.change(peer.descriptor, tag: slot, input: listens, output: waits)
    }
}
