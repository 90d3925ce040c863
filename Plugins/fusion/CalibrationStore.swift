internal import Binnacle
internal import Glibc
internal import Navigation
internal import Platform

/// What is kept of calibrations from one run to the next: a JSON object in a file of its own.
///
/// Each magnetometer has a record of its own: the iron of one says nothing about another.
struct CalibrationStore: Codable, Hashable, Sendable {
    /// Of the file's form; form 1 was of one magnetometer, and did not say of which, and form 2 had no soft iron.
    static let currentVersion = 3
    private static let oldestVersion = 2
    /// More magnetometers than a rig has; the oldest calibration gives way.
    static let capacity = 16
    /// Bytes: as many as that many records with the longest names have.
    private static let largest = 16_384

    var version = currentVersion
    private(set) var calibrations: [CalibrationRecord] = []

    subscript(magnetometer: String) -> CalibrationRecord? {
        calibrations.first { $0.magnetometer == magnetometer }
    }

    mutating func remove(_ magnetometer: String) {
        calibrations.removeAll { $0.magnetometer == magnetometer }
    }

    /// Puts a record in the place of the last one of its magnetometer.
    mutating func keep(_ record: CalibrationRecord) {
        remove(record.magnetometer)
        calibrations.append(record)
        if calibrations.count > Self.capacity { calibrations.removeFirst() }
    }

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
    static func read(_ path: String) throws(UsageError) -> CalibrationStore? {
        guard access(path, F_OK) == 0 else { return nil }
        let bytes: [UInt8]
        do { bytes = try SmallFile.read(path, limit: largest) } catch { throw UsageError("\(error)") }
        var store: CalibrationStore
        do {
            let version = try JSON.decode(Form.self, from: bytes).version
            guard (oldestVersion...currentVersion).contains(version) else {
                throw UsageError(problem(ofVersion: version))
            }
            store = try JSON.decode(CalibrationStore.self, from: bytes)
            store.version = currentVersion
        } catch { throw UsageError("\(path) is no calibration: \(error)") }
        let isSound = store.calibrations.allSatisfy { $0.iron.length < 2000 && $0.uncertainty >= 0 }
        guard isSound else { throw UsageError("\(path) holds a hard iron that no device has") }
        let isStraight = store.calibrations.allSatisfy { $0.softIron?.iron.isPlausible ?? true }
        guard isStraight else { throw UsageError("\(path) holds a soft iron that no device has") }
        return store
    }

    private static func problem(ofVersion version: Int) -> String {
        version == 1
            ? "it has the form 1, which does not say of which magnetometer it is"
            : "it has the form \(version), and this program knows \(currentVersion)"
    }

    /// Puts the file in the place of the last one, at once or not at all.
    /// - Throws: which file cannot be written, and why.
    func write(_ path: String) throws {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try Directory.create(String(path[..<slash]), mode: 0o700)
        }
        try SmallFile.replace(path, by: try JSON.encode(self) + [UInt8(ascii: "\n")])
    }

    /// What files of all forms have.
    private struct Form: Decodable {
        var version: Int
    }
}
