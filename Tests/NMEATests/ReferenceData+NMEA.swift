import Foundation
import NMEA
import TestSupport

/// Recordings of real receivers.
extension ReferenceData {
    static let isThere = has("nmea")

    /// The names of the logs, without their extension.
    static var logs: [String] { names(in: "nmea", endingIn: ".log") }

    static func log(_ name: String) throws -> [UInt8] { try bytes("nmea/\(name).log") }

    /// What gpsd reported, as one JSON object a line.
    static func expected(_ name: String) throws -> [[String: Any]] {
        try lines("nmea/\(name).expected.jsonl").compactMap { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
    }

    private static let cases = "../cases/nmea.json"

    static var hasCases: Bool { has(cases) }

    /// A case's input lines, by its name in the collection of small inputs.
    static func input(_ name: String) throws -> [String] {
        let cases = try JSONSerialization.jsonObject(with: Data(try bytes(cases))) as? [[String: Any]]
        return cases?.first { $0["case"] as? String == name }?["input"] as? [String] ?? []
    }

    /// Decodes a log as a recording.
    static func decode(_ bytes: [UInt8], chunk: Int = .max) -> (
        events: [NMEADecoder.Event], counters: NMEACounters
    ) {
        let reference = NMEADecoder.reference(ofRecording: bytes.span)
        var decoder = NMEADecoder(reference: reference, publishing: .atNextEpoch)
        var events: [NMEADecoder.Event] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, chunk == .max ? bytes.count : start + chunk)
            decoder.push(bytes.span.extracting(start..<end)) { events.append($0) }
            start = end
        }
        decoder.flush { events.append($0) }
        return (events, decoder.counters)
    }
}
