internal import NMEA
internal import UBX

/// Makes events of the pieces of a stream, one fix an epoch.
struct ReceiverAssembler: Sendable {
    private(set) var sentences: NMEADecoder
    private(set) var solutions: SolutionAssembler
    private var arbiter = Arbiter()

    init(reference: Double?, publishing: NMEADecoder.Publishing) {
        sentences = NMEADecoder(reference: reference, publishing: publishing)
        solutions = SolutionAssembler(reference: reference, publishing: publishing)
    }

    var progress: Int { sentences.progress &+ solutions.progress }

    var isOpen: Bool { sentences.isEpochOpen || solutions.isOpen }

    /// Adds what was counted here to a splitter's counts.
    func count(into counters: inout ReceiverCounters) {
        counters.nmea = sentences.counters
        counters.nmea.epochs += solutions.epochs
        counters.nmea.fixes += solutions.fixes - arbiter.duplicates
        counters.nmea.headings += solutions.headings
        counters.nmea.skies += solutions.skies
        counters.nmea.late += solutions.late
        counters.nmea.undated += solutions.undated
        counters.nmea.rolledOver += solutions.rolledOver
        counters.skippedFrames = solutions.skipped
        counters.duplicates = arbiter.duplicates
    }

    mutating func take(
        _ piece: StreamDemultiplexer.Piece,
        _ bytes: Span<UInt8>,
        _ sentence: borrowing SentenceFields,
        receivedAt: Double?,
        _ body: (NMEADecoder.Event) -> Void
    ) {
        var arbiter = arbiter
        switch piece {
        case .sentence:
            sentences.join(sentence, receivedAt: receivedAt) { if arbiter.letsSentences($0) { body($0) } }
        case .frame(let header, let payload):
            let time = solutions.take(header, bytes.extracting(payload), receivedAt: receivedAt) {
                if arbiter.letsFrames($0) { body($0) }
            }
            if let time {
                arbiter.note(time)
                sentences.note(time: time, receivedAt: receivedAt) {
                    if arbiter.letsSentences($0) { body($0) }
                }
            }
        case .correction: break
        }
        self.arbiter = arbiter
    }

    mutating func flush(_ body: (NMEADecoder.Event) -> Void) {
        var arbiter = arbiter
        solutions.close(by: .silence) { if arbiter.letsFrames($0) { body($0) } }
        sentences.flush { if arbiter.letsSentences($0) { body($0) } }
        self.arbiter = arbiter
    }
}
