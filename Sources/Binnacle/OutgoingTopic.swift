internal import Messages
internal import Platform

/// One topic's way out: its position count, and the bytes of its newest message.
///
/// Not safe by itself: used under the lock of its outlet only, so that accesses need not be checked for exclusion.
final class OutgoingTopic: @unchecked Sendable {
    private let header: [UInt8]
    private let isEvent: Bool
    /// How many messages have been published.
    @exclusivity(unchecked) private(set) var count: UInt64 = 0
    /// The newest message as it goes out: topic, bar, stamp, payload.
    @exclusivity(unchecked) private(set) var newest: [UInt8] = []
    /// When the newest message was published, wall-clock nanoseconds.
    @exclusivity(unchecked) private(set) var published: Int64 = 0
    /// When the topic was erased last, monotonic nanoseconds.
    @exclusivity(unchecked) private var erased: Int64 = 0
    // The memory of the message before, to write the next one into.
    @exclusivity(unchecked) private var scratch: [UInt8] = []

    init(_ topic: Topic, isEvent: Bool) {
        header = Array(topic.description.utf8) + [UInt8(ascii: "|")]
        self.isEvent = isEvent
    }

    /// Replaces the newest message.
    ///
    /// - Throws: what cannot be encoded; the topic is then as it was before.
    func write(
        publisher: UInt64,
        encoding: Encoding,
        _ encode: (inout [UInt8]) throws(MessageError) -> Void
    ) throws(MessageError) {
        var bytes = scratch
        // Not two owners, or the next line would take new memory.
        scratch = []
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: header)
        let now = WallClock.nanoseconds
        let stamp = Stamp(
            publisher: publisher,
            sequence: count,
            published: now,
            flags: isEvent ? .event : [],
            encoding: encoding
        )
        stamp.encode(into: &bytes)
        try encode(&bytes)
        scratch = newest
        newest = bytes
        published = now
        count += 1
        if isErased { erased = MonotonicClock.nanoseconds }
    }

    /// Whether the newest message has no payload: there is nothing on the topic any more.
    var isErased: Bool { count > 0 && newest.count == header.count + Stamp.size }

    /// How long before the end of a connection an erasure may have been lost with it, nanoseconds: a bus may hang first.
    private static let inDoubt: Int64 = 60_000_000_000

    /// The newest message to send again after a gap, marked as not live; `nil` when there is none to keep.
    ///
    /// - Parameter disconnected: when the connection ended, monotonic nanoseconds; readers know of erasures before that.
    /// - Returns: the message.
    func again(unlessErasedBefore disconnected: Int64) -> [UInt8]? {
        guard !isEvent, count > 0, !isErased || erased > disconnected - Self.inDoubt else { return nil }
        var bytes = newest
        Self.markAsOld(&bytes)
        return bytes
    }

    /// Marks a message as not live.
    static func markAsOld(_ message: inout [UInt8]) {
        guard let bar = message.firstIndex(of: UInt8(ascii: "|")) else { return }
        // The flag is in the first byte of a little-endian number.
        message[bar + 1 + Stamp.Offset.flags] |= UInt8(truncatingIfNeeded: Stamp.Flags.lastValue.rawValue)
    }
}
