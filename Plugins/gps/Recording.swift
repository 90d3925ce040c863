internal import Binnacle
internal import NMEA
internal import Platform

/// Publishes a file as fast as its readers confirm.
struct Recording {
    /// How many messages are published before they are confirmed; the node's queue holds more.
    private static let window = 250
    private static let chunk = 262_144

    let path: String
    let node: Node
    let fixes: Publisher<Fix>
    let headings: Publisher<Heading>

    /// Reads the file to its end.
    ///
    /// - Throws: `CancellationError`, or that the file cannot be read.
    func play(_ connection: consuming Connection) async throws {
        let file = RecordingFile(connection, path: path)
        var decoder: NMEADecoder?
        var pending = 0
        while true {
            try Task.checkCancellation()
            let bytes = try await file.next(Self.chunk)
            if bytes.isEmpty { break }
            var current = decoder ?? Self.decoder(for: bytes)
            for event in current.push(bytes) { try await send(event, &pending) }
            decoder = current
        }
        if let event = decoder?.flush() { try await send(event, &pending) }
        try await node.settle([fixes, headings])
        let counters = decoder?.counters ?? NMEACounters()
        node.log(.info, "\(path) has ended: \(counters.summary)")
        if counters.sentences == 0 { node.fail(.locationUnknown, "\(path) has no NMEA sentences") }
    }

    private static func decoder(for beginning: [UInt8]) -> NMEADecoder {
        let reference = NMEADecoder.reference(ofRecording: beginning.span)
        return NMEADecoder(reference: reference ?? WallClock.seconds, publishing: .atNextEpoch)
    }

    private func send(_ event: NMEADecoder.Event, _ pending: inout Int) async throws {
        switch event {
        case .fix(let fix): fixes.publish(fix)
        case .heading(let heading): headings.publish(heading)
        }
        pending += 1
        guard pending >= Self.window else { return }
        pending = 0
        try await node.confirm([fixes, headings])
    }
}
