internal import Binnacle
internal import Glibc
internal import Navigation
internal import Platform

/// What is kept of a calibration from one run to the next: a JSON object in a file of its own.
struct CalibrationRecord: Codable, Hashable, Sendable {
    /// Of the file's form; a file of another one is passed over.
    static let currentVersion = 1

    var version = currentVersion
    /// When it was found, Unix seconds by the clock of the machine.
    var time: Double
    /// The hard iron, µT in the device frame.
    var x: Double
    var y: Double
    var z: Double
    /// The standard error of an axis, µT.
    var uncertainty: Double

    var iron: Vector3 { Vector3(x: x, y: y, z: z) }

    /// The file of a node by the XDG base directory specification; `nil` where the environment does not say where.
    static func standardPath(
        for node: String,
        environment: (String) -> String? = { Environment[$0] }
    ) -> String? {
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
            return "\(state)/binnacle/\(node).calibration.json"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/binnacle/\(node).calibration.json"
    }

    /// Reads a file; `nil` where there is none.
    /// - Throws: why what is there is of no use, in words.
    static func read(_ path: String) throws(UsageError) -> CalibrationRecord? {
        guard access(path, F_OK) == 0 else { return nil }
        let bytes: [UInt8]
        do { bytes = try SmallFile.read(path, limit: 4096) } catch { throw UsageError("\(error)") }
        let record: CalibrationRecord
        do { record = try JSON.decode(CalibrationRecord.self, from: bytes) } catch {
            throw UsageError("\(path) is no calibration: \(error)")
        }
        guard record.version == currentVersion else {
            throw UsageError(
                "\(path) has the form \(record.version), and this program knows \(currentVersion)"
            )
        }
        guard record.iron.length < 2000, record.uncertainty >= 0 else {
            throw UsageError("\(path) holds a hard iron that no device has")
        }
        return record
    }

    /// Puts a record in the place of the last one, at once or not at all.
    /// - Throws: which file cannot be written, and why.
    func write(_ path: String) throws {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try Directory.create(String(path[..<slash]), mode: 0o700)
        }
        try SmallFile.replace(path, by: try JSON.encode(self) + [UInt8(ascii: "\n")])
    }
}
