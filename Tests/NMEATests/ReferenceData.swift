import Foundation
import NMEA

/// Recordings of real receivers, which are not part of the repository.
enum ReferenceData {
    static let folder: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path =
            ProcessInfo.processInfo.environment["BINNACLE_TEST_DATA"]
            ?? root.appendingPathComponent("../shared/data").standardized.path
        let nmea = path + "/nmea"
        return FileManager.default.fileExists(atPath: nmea) ? nmea : nil
    }()

    static let isThere = folder != nil
    static let missing = "no reference data: set BINNACLE_TEST_DATA to its folder"

    /// The names of the logs, without their extension.
    static var logs: [String] {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            return []
        }
        return names.filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }.sorted()
    }

    static func log(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: (folder ?? "") + "/\(name).log")))
    }

    /// What gpsd reported, as one JSON object a line.
    static func expected(_ name: String) throws -> [[String: Any]] {
        let text = try String(contentsOfFile: (folder ?? "") + "/\(name).expected.jsonl", encoding: .utf8)
        return try text.split(separator: "\n").compactMap { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
    }

    /// A case's input lines, by its name in the collection of small inputs.
    static func input(_ name: String) throws -> [String] {
        let url = URL(fileURLWithPath: (folder ?? "") + "/../../cases/nmea.json").standardized
        let cases = try JSONSerialization.jsonObject(with: try Data(contentsOf: url)) as? [[String: Any]]
        return cases?.first { $0["case"] as? String == name }?["input"] as? [String] ?? []
    }

    static var hasCases: Bool {
        guard let folder else { return false }
        let url = URL(fileURLWithPath: folder + "/../../cases/nmea.json").standardized
        return FileManager.default.fileExists(atPath: url.path)
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
        if let last = decoder.flush() { events.append(last) }
        return (events, decoder.counters)
    }
}
