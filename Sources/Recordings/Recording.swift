public import NMEA

/// A recording of any format, message by message.
///
/// No more of it is held than a chunk of bytes and the messages in it.
public struct Recording: RecordedMessages {
    private var decoder: RecordingDecoder
    private let source: () throws -> [UInt8]
    private var messages: [RecordedMessage] = []
    private var position = 0
    private var hasEnded = false
    private var failure: (any Error)?

    /// Creates a recording from what reads it.
    ///
    /// - Parameters:
    ///   - now: tells the time of rows in a table without a column of times; see ``RecordingDecoder/init(now:reference:)``.
    ///   - reference: the day of an NMEA log without a date; see there.
    ///   - source: gives the next bytes, in chunks of its choice, and none at the end.
    public init(
        now: (@Sendable () -> Double)? = nil,
        reference: Double? = nil,
        from source: @escaping () throws -> [UInt8]
    ) {
        decoder = RecordingDecoder(now: now, reference: reference)
        self.source = source
    }

    /// The format, once the first message has been read.
    public var format: RecordingFormat? { decoder.format }

    /// The header of a CSV table, once the first message has been read.
    public var header: CSVHeader? { decoder.header }

    /// What has been counted of an NMEA log so far, damaged sentences among it.
    public var counters: NMEACounters? { decoder.counters }

    /// The next message; `nil` at the end.
    ///
    /// - Throws: a ``RecordingError``, or what the source throws, when all messages ahead of it have been given out.
    public mutating func next() throws -> RecordedMessage? {
        while position == messages.count {
            guard try refill() else { return nil }
        }
        defer { position += 1 }
        return messages[position]
    }

    /// The messages in the next chunk of bytes, which may be none; `nil` at the end.
    ///
    /// - Throws: as ``next()`` does.
    public mutating func nextBatch() throws -> [RecordedMessage]? {
        if position == messages.count {
            guard try refill() else { return nil }
        }
        defer { position = messages.count }
        return position == 0 ? messages : Array(messages[position...])
    }

    /// Not known: the source alone knows how much there is.
    public var progress: Double? { nil }

    /// Reads a chunk; false at the end.
    private mutating func refill() throws -> Bool {
        if let failure { throw failure }
        if hasEnded { return false }
        messages.removeAll(keepingCapacity: true)
        position = 0
        fill()
        if messages.isEmpty, let failure { throw failure }
        return true
    }

    private mutating func fill() {
        var read: [RecordedMessage] = messages
        messages = []
        do {
            let bytes = try source()
            hasEnded = bytes.isEmpty
            if hasEnded {
                try decoder.finish { read.append($0) }
            } else {
                try decoder.read(bytes.span) { read.append($0) }
            }
        } catch {
            failure = error
        }
        messages = read
    }
}
