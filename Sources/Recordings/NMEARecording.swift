internal import NMEA
internal import Text

/// An NMEA 0183 log as its bytes come: sentences, and comments after a `#`.
///
/// A comment `# Date: 2014-12-31` ahead of the first sentence says on which day the log begins.
struct NMEARecording: Sendable {
    /// The longest line that is kept together; sentences have 82 bytes by the standard, and some hundred in practice.
    private static let longestLine = 4096
    /// The most bytes of comments that are searched for the date.
    private static let longestHead = 65536

    private let reference: Double?
    private var decoder: NMEADecoder?
    private var head: [UInt8] = []
    private var line: [UInt8] = []

    /// Creates a recording.
    ///
    /// - Parameter reference: Unix seconds within 12 hours of the first sentence, for a log that does not say its date.
    init(reference: Double?) {
        self.reference = reference
    }

    /// What has been counted so far.
    var counters: NMEACounters { decoder?.counters ?? NMEACounters() }

    mutating func read(_ bytes: Span<UInt8>, _ body: (RecordedMessage) -> Void) {
        for index in bytes.indices {
            line.append(bytes[index])
            if bytes[index] == UInt8(ascii: "\n") || line.count >= Self.longestLine { endLine(body) }
        }
    }

    mutating func finish(_ body: (RecordedMessage) -> Void) throws(RecordingError) {
        if !line.isEmpty { endLine(body) }
        if let event = decoder?.flush() { body(RecordedMessage(event)) }
        guard counters.sentences > 0 else {
            throw RecordingError(problem: "none of its NMEA sentences can be read: their checksums are wrong")
        }
    }

    private mutating func endLine(_ body: (RecordedMessage) -> Void) {
        var line: [UInt8] = []
        swap(&line, &self.line)
        defer {
            line.removeAll(keepingCapacity: true)
            swap(&line, &self.line)
        }
        if line.first == UInt8(ascii: "#") {
            if decoder == nil && head.count < Self.longestHead { head += line }
            return
        }
        if decoder == nil {
            guard let first = line.first, isSentenceStart(first) else { return }
            decoder = NMEADecoder(
                reference: CalendarDay(logHeader: head.span)?.noon ?? reference,
                publishing: .atNextEpoch
            )
            head = []
        }
        decoder?.push(line.span) { body(RecordedMessage($0)) }
    }
}

/// Whether a line that begins with a byte is an NMEA sentence: `$`, `!` (encapsulated) or `\` (tag block, 4.10).
func isSentenceStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "\\")
}

extension RecordedMessage {
    fileprivate init(_ event: NMEADecoder.Event) {
        self =
            switch event {
            case .fix(let fix): .fix(fix)
            case .heading(let heading): .heading(heading)
            }
    }
}
