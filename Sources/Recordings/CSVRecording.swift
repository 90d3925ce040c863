/// A CSV recording as its bytes come.
struct CSVRecording: Sendable {
    private var reader = CSVReader()
    private(set) var decoder: CSVDecoder?
    private let now: (@Sendable () -> Double)?

    init(now: (@Sendable () -> Double)?) {
        self.now = now
    }

    mutating func read(_ bytes: Span<UInt8>, _ body: (RecordedMessage) -> Void) throws(RecordingError) {
        var decoder = decoder
        defer { self.decoder = decoder }
        let now = now
        try reader.read(bytes) { (row) throws(RecordingError) in
            try Self.take(row, &decoder, now, body)
        }
    }

    mutating func finish(_ body: (RecordedMessage) -> Void) throws(RecordingError) {
        var decoder = decoder
        defer { self.decoder = decoder }
        let now = now
        try reader.finish { (row) throws(RecordingError) in
            try Self.take(row, &decoder, now, body)
        }
        if decoder == nil { throw RecordingError(problem: "there is nothing in it") }
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
