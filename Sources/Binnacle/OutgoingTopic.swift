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
        bytes.removeAll(keepingCapacity: true)
        scratch = []
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
    }

    /// Whether the newest message has no payload: there is nothing on the topic any more.
    var isErased: Bool { count > 0 && newest.count == header.count + Stamp.size }

    /// The newest message to send again after a gap, marked as not live; `nil` when there is none to keep.
    func again() -> [UInt8]? {
        guard !isEvent, count > 0, !isErased else { return nil }
        var bytes = newest
        // The flag is in the first byte of a little-endian number.
        bytes[header.count + Stamp.Offset.flags] |= UInt8(truncatingIfNeeded: Stamp.Flags.lastValue.rawValue)
        return bytes
    }
}
