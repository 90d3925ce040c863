internal import Binnacle
internal import NMEA
internal import Platform
internal import Receivers

/// Publishes a file as fast as its readers confirm.
struct Recording {
    /// How many messages are published before they are confirmed; the node's queue holds more.
    private static let window = 250
    private static let chunk = 262_144

    let path: String
    let node: Node
    let fixes: Publisher<Fix>
    let headings: Publisher<Heading>
    let skies: Publisher<Sky>
    /// Says which fixes go out, and how they are marked.
    let choose: @Sendable (Fix) -> Fix?
    /// Takes what has been counted, after each chunk.
    let count: @Sendable (ReceiverCounters) -> Void

    /// Reads the file to its end.
    ///
    /// - Throws: `CancellationError`, or that the file cannot be read.
    func play(_ connection: consuming Connection) async throws {
        let file = RecordingFile(connection, path: path)
        var decoder: ReceiverDecoder?
        var pending = 0
        var pace = SkyPace()
        while true {
            try Task.checkCancellation()
            let bytes = try await file.next(Self.chunk)
            if bytes.isEmpty { break }
            var current = decoder ?? Self.decoder(for: bytes)
            for event in current.push(bytes) { try await send(event, &pending, &pace) }
            count(current.counters)
            decoder = current
        }
        var last: [ReceiverDecoder.Event] = []
        decoder?.flush { last.append($0) }
        for event in last { try await send(event, &pending, &pace) }
        try await node.settle([fixes, headings, skies])
        let counters = decoder?.counters ?? ReceiverCounters()
        count(counters)
        node.log(.info, "\(path) has ended: \(counters.summary)")
        if counters.isEmpty {
            node.fail(.locationUnknown, "\(path) has neither NMEA sentences nor UBX frames")
        }
    }

    private static func decoder(for beginning: [UInt8]) -> ReceiverDecoder {
        let reference = ReceiverDecoder.reference(ofRecording: beginning.span)
        return ReceiverDecoder(reference: reference ?? WallClock.seconds, publishing: .atNextEpoch)
    }

    private func send(
        _ event: ReceiverDecoder.Event,
        _ pending: inout Int,
        _ pace: inout SkyPace
    ) async throws {
        switch event {
        case .fix(let fix):
            guard let chosen = choose(fix) else { return }
            fixes.publish(chosen)
        case .heading(let heading): headings.publish(heading)
        case .sky(let sky):
            guard pace.lets(sky) else { return }
            skies.publish(sky)
        }
        pending += 1
        guard pending >= Self.window else { return }
        pending = 0
        try await node.confirm([fixes, headings, skies])
    }
}
