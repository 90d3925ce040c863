/// A CSV recording as its bytes come.
struct CSVRecording: Sendable {
    private var reader = CSVReader()
    private(set) var decoder: CSVDecoder?
    /// Whether there was a row below the header.
    private var hasRow = false
    private let now: (@Sendable () -> Double)?

    init(now: (@Sendable () -> Double)?) {
        self.now = now
    }

    mutating func read(_ bytes: Span<UInt8>, _ body: (RecordedMessage) -> Void) throws(RecordingError) {
        var (decoder, hasRow) = (decoder, hasRow)
        defer { (self.decoder, self.hasRow) = (decoder, hasRow) }
        let now = now
        try reader.read(bytes) { (row) throws(RecordingError) in
            hasRow = decoder != nil
            try Self.take(row, &decoder, now, body)
        }
    }

    mutating func finish(_ body: (RecordedMessage) -> Void) throws(RecordingError) {
        var (decoder, hasRow) = (decoder, hasRow)
        defer { (self.decoder, self.hasRow) = (decoder, hasRow) }
        let now = now
        try reader.finish { (row) throws(RecordingError) in
            hasRow = decoder != nil
            try Self.take(row, &decoder, now, body)
        }
        guard hasRow else { throw .nothing }
    }

    private static func take(
        _ row: CSVRow,
        _ decoder: inout CSVDecoder?,
        _ now: (@Sendable () -> Double)?,
        _ body: (RecordedMessage) -> Void
    ) throws(RecordingError) {
        if let decoder {
            try decoder.decode(row, body)
        } else {
            decoder = CSVDecoder(try CSVHeader(row, needsTime: now == nil), now: now)
        }
    }
}
