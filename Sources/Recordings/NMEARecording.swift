internal import NMEA
internal import Receivers
internal import Text

/// A receiver's log as its bytes come: sentences of NMEA 0183, frames of UBX, and comments after a `#`.
///
/// A comment `# Date: 2014-12-31` ahead of the first sentence says on which day the log begins.
struct NMEARecording: Sendable {
    /// The most bytes of comments that are searched for the date.
    private static let longestHead = 65536

    private let reference: Double?
    private var decoder: ReceiverDecoder?
    private var head: [UInt8] = []
    private var isInComment = false

    /// Creates a recording.
    ///
    /// - Parameter reference: Unix seconds within 12 hours of the first sentence, for a log that does not say its date.
    init(reference: Double?) {
        self.reference = reference
    }

    /// What has been counted so far.
    var counters: NMEACounters { decoder?.counters.nmea ?? NMEACounters() }

    mutating func read(_ bytes: Span<UInt8>, _ body: (RecordedMessage) -> Void) {
        let start = decoder == nil ? readHead(bytes, body) : 0
        guard start < bytes.count else { return }
        decoder?.push(bytes.extracting(start..<bytes.count)) { Self.tell($0, body) }
    }

    mutating func finish(_ body: (RecordedMessage) -> Void) throws(RecordingError) {
        decoder?.flush { Self.tell($0, body) }
        guard let decoder, !decoder.counters.isEmpty else {
            throw RecordingError(problem: "none of its NMEA sentences can be read: their checksums are wrong")
        }
    }

    /// Collects the comments ahead of everything else, and returns where that begins.
    private mutating func readHead(_ bytes: Span<UInt8>, _ body: (RecordedMessage) -> Void) -> Int {
        for index in bytes.indices {
            let byte = bytes[index]
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            if byte == UInt8(ascii: "#") { isInComment = true }
            guard isInComment || isLineEnd else {
                var decoder = ReceiverDecoder(
                    reference: CalendarDay(logHeader: head.span)?.noon ?? reference,
                    publishing: .atNextEpoch
                )
                // There may be a sentence in it, behind a stray '#'.
                decoder.push(head.span) { Self.tell($0, body) }
                self.decoder = decoder
                head = []
                return index
            }
            if head.count < Self.longestHead { head.append(byte) }
            if isLineEnd { isInComment = false }
        }
        return bytes.count
    }

    /// Hands on what is measured; the sky is no part of a recording yet.
    private static func tell(_ event: ReceiverDecoder.Event, _ body: (RecordedMessage) -> Void) {
        switch event {
        case .fix(let fix): body(.fix(fix))
        case .heading(let heading): body(.heading(heading))
        case .sky: break
        }
    }
}

/// Whether a line that begins with a byte is an NMEA sentence: `$`, `!` (encapsulated) or `\` (tag block, 4.10).
func isSentenceStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "\\")
}
