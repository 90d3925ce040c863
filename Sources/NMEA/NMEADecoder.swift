public import Messages

/// NMEA 0183 bytes to fixes, headings and views of the sky.
///
/// Sentences of the same UTC time become one fix, published once. The decoder has no clock: whoever reads a live receiver
/// calls ``flush()`` when nothing has come for a while, and whoever reads a recording calls it at the end.
///
/// The date is RMC's or ZDA's; while there has been none, the day that brings the time within 12 hours of the time of reception
/// (a tag block's `c:`, else `receivedAt`, else the reference the decoder was created with).
public struct NMEADecoder: Sendable {
    /// When the fix of an epoch is published.
    public enum Publishing: Sendable {
        /// As soon as the sentence came that has ended this receiver's epochs so far: for live sources.
        case whenComplete
        /// When the next epoch begins: for recordings, where every sentence can still be waited for.
        case atNextEpoch
    }

    /// What came out of the bytes.
    public enum Event: Sendable, Equatable {
        /// An epoch is complete.
        case fix(Fix)
        /// A compass or a two-antenna receiver says which way it points.
        ///
        /// These sentences have no time of their own, PASHR aside. Where it is known when they came, theirs is the newest epoch's and what has
        /// elapsed since that came: in one scale with the fixes. In a recording those between two epochs are spread evenly
        /// from the first to the second, each type for itself, so that one an epoch has the epoch's time. Before the first epoch it is
        /// the time of reception, else the decoder's reference.
        case heading(Heading)
        /// The satellites in view, with the epoch after which they came.
        case sky(Sky)
    }

    private var splitter = SentenceSplitter()
    private var assembler: EpochAssembler

    /// Creates a decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - reference: Unix seconds within 12 hours of the first sentence: the present for a live source, the noon of its day
    ///     (``CalendarDay/noon``) for a recording. Without it and without `receivedAt` times are unknown until a date comes.
    ///   - publishing: when the fix of an epoch is published.
    public init(reference: Double? = nil, publishing: Publishing = .whenComplete) {
        assembler = EpochAssembler(reference: reference, publishing: publishing)
    }

    /// What has been counted so far.
    public var counters: NMEACounters {
        var counters = assembler.counters
        counters.sentences = splitter.sentences
        counters.verified = splitter.verified
        counters.badChecksums = splitter.badChecksums
        counters.resynchronisedBytes = splitter.resynchronisedBytes
        return counters
    }

    /// Whether sentences have come of an epoch that is not published yet: ``flush()`` would close it.
    public var isEpochOpen: Bool { assembler.isOpen }

    /// How many sentences have joined an epoch so far: whoever reads a live receiver calls ``flush()`` also when others alone come.
    public var progress: Int { assembler.progress }

    /// Decodes a chunk of any size; every split of a stream gives the same events.
    ///
    /// - Parameters:
    ///   - bytes: what came.
    ///   - receivedAt: when it came, Unix seconds.
    ///   - body: is handed each event, in order.
    public mutating func push(
        _ bytes: Span<UInt8>,
        receivedAt: Double? = nil,
        _ body: (Event) -> Void
    ) {
        var index = 0
        while splitter.next(in: bytes, at: &index) {
            assembler.join(splitter.sentence, receivedAt: receivedAt, body)
        }
    }

    /// Decodes a chunk of any size and returns the events.
    public mutating func push(_ bytes: [UInt8], receivedAt: Double? = nil) -> [Event] {
        var events: [Event] = []
        push(bytes.span, receivedAt: receivedAt) { events.append($0) }
        return events
    }

    /// Takes the sentence that a splitter of the caller's has found last.
    package mutating func join(
        _ sentence: borrowing SentenceFields,
        receivedAt: Double?,
        _ body: (Event) -> Void
    ) {
        assembler.join(sentence, receivedAt: receivedAt, body)
    }

    /// Takes a time that another protocol of the same receiver says.
    package mutating func note(time: Double, receivedAt: Double?, _ body: (Event) -> Void) {
        assembler.note(time: time, receivedAt: receivedAt, body)
    }

    /// Closes the epoch that is open, and hands over its fix and the sky that was seen meanwhile.
    public mutating func flush(_ body: (Event) -> Void) { assembler.close(by: .silence, body) }

    /// Closes the epoch that is open and returns its fix, if it has one; the sky is dropped.
    public mutating func flush() -> Event? {
        var fix: Event?
        flush { if case .fix = $0 { fix = $0 } }
        return fix
    }
}
