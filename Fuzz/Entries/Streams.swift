internal import GPSD
internal import Messages
internal import NMEA
internal import Receivers
internal import Recordings
internal import UBX

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
            decoder.flush { events.append($0) }
            return (events, decoder.counters)
        }
        for event in try events(of: stream, cutBy: first, decode) {
            try roundTrip(event)
        }
    }

    /// What a decoder makes of a stream, which is the same, and counted alike, whole and in pieces.
    private static func events<Event: Equatable, Counters: Equatable>(
        of stream: [UInt8],
        cutBy choice: UInt8,
        _ decode: ([[UInt8]]) -> (events: [Event], counters: Counters)
    ) throws -> [Event] {
        let whole = decode([stream])
        let cut = decode(chunks(of: stream, choice))
        try BrokenProperty.unless(
            whole.events == cut.events,
            "\(cut.events) in pieces, whole \(whole.events)"
        )
        try BrokenProperty.unless(
            whole.counters == cut.counters,
            "\(cut.counters) in pieces, whole \(whole.counters)"
        )
        return whole.events
    }

    /// UBX alone: any bytes as the payload of each message, whose values have to be ones that can be published.
    static func ubx(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let payload = Array(input.dropFirst().prefix(4000))
        let identifiers: [UInt8] = [0x03, 0x04, 0x07, 0x35, 0x36, 0x61]
        var stream: [UInt8] = []
        for identifier in first & 0x80 == 0 ? identifiers : [identifiers[Int(first) % identifiers.count]] {
            stream += frame(0x01, identifier, payload)
        }
        try receiver([first] + stream)
    }

    /// A frame with the right checksum.
    static func frame(_ messageClass: UInt8, _ identifier: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [
            0xB5, 0x62, messageClass, identifier,
            UInt8(truncatingIfNeeded: payload.count), UInt8(truncatingIfNeeded: payload.count >> 8),
        ]
        frame += payload
        let sum = Fletcher.checksum(frame.span, in: 2..<frame.count)
        return frame + [sum.a, sum.b]
    }

    /// Sentences, UBX and RTCM 3 mixed; the first byte says how the stream is cut.
    static func receiver(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let stream = Array(input.dropFirst())
        let publishing: NMEADecoder.Publishing = first & 1 == 0 ? .whenComplete : .atNextEpoch
        let reference = first & 2 == 0 ? 1_700_000_000 : ReceiverDecoder.reference(ofRecording: stream.span)
        func decode(_ chunks: [[UInt8]]) -> (events: [ReceiverDecoder.Event], counters: ReceiverCounters) {
            var decoder = ReceiverDecoder(reference: reference, publishing: publishing)
            var events = chunks.flatMap { decoder.push($0) }
            decoder.flush { events.append($0) }
            return (events, decoder.counters)
        }
        for event in try events(of: stream, cutBy: first, decode) { try roundTrip(event) }
    }

    /// gpsd's JSON; the first byte says how the stream is cut, and whether one device is asked for.
    static func gpsd(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let stream = Array(input.dropFirst())
        func decode(_ chunks: [[UInt8]]) -> (events: [GPSDDecoder.Event], counters: ReceiverCounters) {
            var decoder = GPSDDecoder(device: first & 1 == 0 ? nil : "/dev/a")
            var events: [GPSDDecoder.Event] = []
            for chunk in chunks { decoder.push(chunk.span, receivedAt: 1_774_267_200) { events.append($0) } }
            decoder.flush { events.append($0) }
            return (events, decoder.counters)
        }
        for event in try events(of: stream, cutBy: first, decode) {
            switch event {
            case .fix(let fix): try Payloads.roundTrip(fix)
            case .heading(let heading): try Payloads.roundTrip(heading)
            case .sky(let sky): try Payloads.roundTrip(sky)
            case .remark: break
            }
        }
    }

    /// A tag block: the first line is its content, sealed and put before the rest.
    static func tag(_ input: [UInt8]) throws {
        let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let content = Array(parts.first ?? [])
        let sum = content.reduce(0 as UInt8, ^)
        let digits = Array("0123456789ABCDEF".utf8)
        let sealed = content + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)]]
        let rest = Array(parts.count > 1 ? parts[1] : [])
        for block in [content, sealed] { try sentences([0] + [0x5C] + block + [0x5C] + rest) }
    }

    private static func roundTrip(_ event: ReceiverDecoder.Event) throws {
        switch event {
        case .fix(let fix): try Payloads.roundTrip(fix)
        case .heading(let heading): try Payloads.roundTrip(heading)
        case .sky(let sky): try Payloads.roundTrip(sky)
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
