internal import Messages
internal import NMEA
internal import Recordings

/// Receivers and recordings: any cut of a stream gives the same, and what comes out can be published and read.
enum Streams {
    static func sentences(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let stream = Array(input.dropFirst())
        let publishing: NMEADecoder.Publishing = first & 1 == 0 ? .whenComplete : .atNextEpoch
        let reference = first & 2 == 0 ? 1_700_000_000 : NMEADecoder.reference(ofRecording: stream.span)
        func decode(_ chunks: [[UInt8]]) -> (events: [NMEADecoder.Event], counters: NMEACounters) {
            var decoder = NMEADecoder(reference: reference, publishing: publishing)
            var events = chunks.flatMap { decoder.push($0) }
            if let last = decoder.flush() { events.append(last) }
            return (events, decoder.counters)
        }
        let whole = decode([stream])
        let cut = decode(chunks(of: stream, first))
        try BrokenProperty.unless(
            whole.events == cut.events,
            "\(cut.events) in pieces, whole \(whole.events)"
        )
        try BrokenProperty.unless(
            whole.counters == cut.counters,
            "\(cut.counters) in pieces, whole \(whole.counters)"
        )
        for event in whole.events {
            switch event {
            case .fix(let fix): try Payloads.roundTrip(fix)
            case .heading(let heading): try Payloads.roundTrip(heading)
            }
        }
    }

    static func recording(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let stream = Array(input.dropFirst())
        func decode(_ chunks: [[UInt8]]) -> (messages: [RecordedMessage], error: RecordingError?) {
            var decoder = RecordingDecoder(
                now: first & 1 == 0 ? nil : noon,
                reference: first & 2 == 0 ? nil : 1e9
            )
            var messages: [RecordedMessage] = []
            do throws(RecordingError) {
                for chunk in chunks { try decoder.read(chunk.span) { messages.append($0) } }
                try decoder.finish { messages.append($0) }
                return (messages, nil)
            } catch {
                return (messages, error)
            }
        }
        let whole = decode([stream])
        let cut = decode(chunks(of: stream, first))
        try BrokenProperty.unless(
            whole.messages == cut.messages,
            "\(cut.messages) in pieces, whole \(whole.messages)"
        )
        try BrokenProperty.unless(
            whole.error == cut.error,
            "\(cut.error.map(\.description) ?? "fine") in pieces, whole \(whole.error.map(\.description) ?? "fine")"
        )
        for message in whole.messages {
            switch message {
            case .fix(let fix): try Payloads.roundTrip(fix)
            case .field(let field): try Payloads.roundTrip(field)
            case .imu(let imu): try Payloads.roundTrip(imu)
            case .heading(let heading): try Payloads.roundTrip(heading)
            }
        }
    }

    @Sendable private static func noon() -> Double { 1_700_049_600 }

    /// Cuts a stream into pieces of 1 to 64 bytes, by the upper bits of the choice; 0 cuts pieces of all lengths.
    private static func chunks(of stream: [UInt8], _ choice: UInt8) -> [[UInt8]] {
        var (chunks, start, length) = ([[UInt8]](), 0, Int(choice >> 2))
        while start < stream.count {
            let end = min(stream.count, start + max(length, 1))
            chunks.append(Array(stream[start..<end]))
            start = end
            if choice >> 2 == 0 { length = (length * 5 + 3) % 17 }
        }
        return chunks
    }
}
