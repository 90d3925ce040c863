public import NMEA

/// A receiver's bytes, NMEA 0183, UBX or both with RTCM 3 between them, to fixes, headings and views of the sky.
///
/// Messages of the same time become one fix, published once; where a receiver tells an epoch in both protocols, UBX's is taken.
/// The decoder has no clock: whoever reads a live receiver calls ``flush(_:)`` when nothing has come for a while, and
/// ``closeEpoch(_:)`` when nothing of the open epoch has; whoever reads a recording calls the first at the end.
public struct ReceiverDecoder: Sendable {
    /// What came out of the bytes.
    public typealias Event = NMEADecoder.Event

    private var demultiplexer: StreamDemultiplexer
    private var assembler: ReceiverAssembler
    private var lastReceivedAt: Double?

    /// Creates a decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - reference: Unix seconds within 12 hours of the first sentence; see ``NMEADecoder/init(reference:publishing:)``.
    ///   - publishing: when the fix of an epoch is published; recordings may have comments besides, lines that begin with `#`.
    public init(reference: Double? = nil, publishing: NMEADecoder.Publishing = .whenComplete) {
        demultiplexer = StreamDemultiplexer(skipsComments: publishing == .atNextEpoch)
        assembler = ReceiverAssembler(reference: reference, publishing: publishing)
    }

    /// What has been counted so far.
    public var counters: ReceiverCounters {
        var counters = ReceiverCounters()
        assembler.count(into: &counters)
        counters.nmea.sentences = demultiplexer.sentences.sentences
        counters.nmea.verified = demultiplexer.sentences.verified
        counters.nmea.badChecksums = demultiplexer.sentences.badChecksums
        counters.nmea.resynchronisedBytes = demultiplexer.sentences.resynchronisedBytes
        counters.frames = demultiplexer.frames
        counters.corrections = demultiplexer.corrections
        counters.badFrames = demultiplexer.badFrames
        return counters
    }

    /// Whether something has come of an epoch that is not published yet: ``flush(_:)`` would close it.
    public var isEpochOpen: Bool { assembler.isOpen }

    /// How many messages have joined an epoch so far: while it stands still, an open epoch is waited for in vain.
    public var progress: Int { assembler.progress }

    /// Decodes a chunk of any size; every split of a stream gives the same events.
    ///
    /// - Parameters:
    ///   - bytes: what came.
    ///   - receivedAt: when it came, Unix seconds: for live sources alone.
    ///   - body: is handed each event, in order.
    public mutating func push(
        _ bytes: Span<UInt8>,
        receivedAt: Double? = nil,
        _ body: (Event) -> Void
    ) {
        lastReceivedAt = receivedAt
        demultiplexer.push(bytes, &assembler) { assembler, piece, bytes, sentence in
            assembler.take(piece, bytes, sentence, receivedAt: receivedAt, body)
        }
    }

    /// Decodes a chunk of any size and returns the events.
    public mutating func push(_ bytes: [UInt8], receivedAt: Double? = nil) -> [Event] {
        var events: [Event] = []
        push(bytes.span, receivedAt: receivedAt) { events.append($0) }
        return events
    }

    /// Closes what is open, a frame that was begun among it, and hands over what it says.
    public mutating func flush(_ body: (Event) -> Void) {
        let receivedAt = lastReceivedAt
        demultiplexer.release(&assembler) { assembler, piece, bytes, sentence in
            assembler.take(piece, bytes, sentence, receivedAt: receivedAt, body)
        }
        assembler.flush(body)
    }

    /// Closes the epoch that is open, while other things go on coming: a frame that was begun is waited for.
    public mutating func closeEpoch(_ body: (Event) -> Void) { assembler.flush(body) }

    /// Finds the reference time of a recording; see ``NMEADecoder/reference(ofRecording:)``.
    public static func reference(ofRecording bytes: Span<UInt8>) -> Double? {
        NMEADecoder.reference(ofRecording: bytes)
    }
}
