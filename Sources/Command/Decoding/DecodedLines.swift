internal import Messages
internal import NMEA
internal import Receivers

/// Recorded bytes of a receiver as lines of JSON, a message each.
struct DecodedLines {
    private let source: String
    private let date: Double?
    private var decoder: ReceiverDecoder?
    /// Lines that are complete and have not been taken yet.
    private(set) var text: [UInt8] = []

    /// Creates the lines of a recording.
    ///
    /// - Parameters:
    ///   - source: the second segment of the topics.
    ///   - date: Unix seconds within 12 hours of the beginning, for a recording that does not say its date.
    init(source: String, date: Double?) {
        self.source = source
        self.date = date
    }

    /// What has been counted so far.
    var counters: ReceiverCounters { decoder?.counters ?? ReceiverCounters() }

    /// Takes the next bytes; the first ones are searched for the date.
    mutating func take(_ bytes: Span<UInt8>) {
        var decoder =
            decoder
            ?? ReceiverDecoder(
                reference: ReceiverDecoder.reference(ofRecording: bytes) ?? date,
                publishing: .atNextEpoch
            )
        self.decoder = nil
        var text = text
        self.text = []
        decoder.push(bytes) { write($0, to: &text) }
        self.text = text
        self.decoder = decoder
    }

    /// Takes the end of the recording.
    mutating func finish() {
        var text = text
        var decoder = decoder
        decoder?.flush { write($0, to: &text) }
        self.decoder = decoder
        self.text = text
    }

    /// Takes the complete lines out.
    mutating func drain() -> [UInt8] {
        defer { text.removeAll(keepingCapacity: true) }
        return text
    }

    /// The counts as a line of their own.
    var countersLine: String {
        var counts = JSONObject()
        for (name, count) in counters.all { counts.add(name, count) }
        var object = JSONObject()
        object["counters"] = .object(counts)
        return object.line
    }

    private func write(_ event: ReceiverDecoder.Event, to text: inout [UInt8]) {
        switch event {
        case .fix(let fix): write(Fix.kind, to: &text) { fix.encode(into: &$0) }
        case .heading(let heading): write(Heading.kind, to: &text) { heading.encode(into: &$0) }
        case .sky(let sky): write(Sky.kind, to: &text) { sky.encode(into: &$0) }
        }
    }

    /// The characters of a topic need no escapes.
    private func write(_ kind: String, to text: inout [UInt8], _ encode: (inout [UInt8]) -> Void) {
        text += "{\"topic\":\"\(kind)/\(source)\",\"message\":".utf8
        encode(&text)
        text += "}\n".utf8
    }
}
