public import NMEA

/// Turns the bytes of a recording into messages as they come, whatever its format.
///
/// The format is told from the content: see ``RecordingFormat``. Of the bytes no more is held than a row or a line.
public struct RecordingDecoder: Sendable {
    private enum State {
        case undecided([UInt8])
        case csv(CSVRecording)
        case receiver(NMEARecording, RecordingFormat)
    }

    private var state = State.undecided([])
    private let now: (@Sendable () -> Double)?
    private let reference: Double?

    /// Creates a decoder at the beginning of a recording.
    ///
    /// - Parameters:
    ///   - now: tells the time, Unix seconds, of rows in a table without a column of times, as those of a live sensor;
    ///     without it such a table is an error.
    ///   - reference: Unix seconds within 12 hours of the first sentence of an NMEA log that does not say its date; without it
    ///     fixes begin with the first date.
    public init(now: (@Sendable () -> Double)? = nil, reference: Double? = nil) {
        self.now = now
        self.reference = reference
    }

    /// The format, once it is known.
    public var format: RecordingFormat? {
        switch state {
        case .undecided: nil
        case .csv: .csv
        case .receiver(_, let format): format
        }
    }

    /// The header of a CSV table, once it has been read.
    public var header: CSVHeader? {
        if case .csv(let recording) = state { recording.decoder?.header } else { nil }
    }

    /// What has been counted of an NMEA log so far, damaged sentences among it.
    public var counters: NMEACounters? {
        if case .receiver(let recording, _) = state { recording.counters } else { nil }
    }

    /// Takes the next bytes and hands over the messages that they complete.
    ///
    /// - Throws: what is wrong with the recording; what came before it has been handed over.
    public mutating func read(
        _ bytes: Span<UInt8>,
        _ body: (RecordedMessage) -> Void
    ) throws(RecordingError) {
        switch state {
        case .undecided(var start):
            for index in bytes.indices { start.append(bytes[index]) }
            state = .undecided(start)
            try decide(start, isAll: false, body)
        case .csv(var recording):
            defer { state = .csv(recording) }
            try recording.read(bytes, body)
        case .receiver(var recording, let format):
            state = .undecided([])
            recording.read(bytes, body)
            state = .receiver(recording, format)
        }
    }

    /// Hands over what the end of the recording completes.
    ///
    /// - Throws: what is wrong with its end.
    public mutating func finish(_ body: (RecordedMessage) -> Void) throws(RecordingError) {
        if case .undecided(let start) = state { try decide(start, isAll: true, body) }
        switch state {
        case .undecided: break
        case .csv(var recording): try recording.finish(body)
        case .receiver(var recording, let format):
            defer { state = .receiver(recording, format) }
            try recording.finish(body)
        }
    }

    private mutating func decide(
        _ start: [UInt8],
        isAll: Bool,
        _ body: (RecordedMessage) -> Void
    ) throws(RecordingError) {
        guard let format = try RecordingFormat.recognise(start, isAll: isAll) else { return }
        switch format {
        case .csv: state = .csv(CSVRecording(now: now))
        case .nmea, .ubx: state = .receiver(NMEARecording(reference: reference), format)
        }
        try read(start.span, body)
    }
}
