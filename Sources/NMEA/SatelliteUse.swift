/// What GSA sentences say: which satellites are used, and how well they are placed.
struct SatelliteUse: Sendable {
    /// The greatest of the modes (1, 2, 3) of the satellite systems.
    var mode = 1
    var used = SatelliteSet()
    /// A sentence was full, so that there may be more than it could name.
    var isCutOff = false
    var pdop: Double?
    var hdop: Double?
    var vdop: Double?

    /// Adds what a sentence says, and returns whether it says anything.
    mutating func add(_ sentence: borrowing SentenceFields) -> Bool {
        guard let mode = sentence.whole(2), (1...3).contains(mode) else { return false }
        self.mode = max(self.mode, mode)
        let system = sentence.satelliteSystem
        var count = 0
        for field in 3...14 {
            guard let number = sentence.whole(field), number > 0 else { continue }
            count += 1
            if let satellite = SatelliteNumber(number, in: system) { used.insert(satellite) }
        }
        if count == 12 { isCutOff = true }
        if let value = Self.dilution(sentence.decimal(15)) { pdop = value }
        if let value = Self.dilution(sentence.decimal(16)) { hdop = value }
        if let value = Self.dilution(sentence.decimal(17)) { vdop = value }
        return true
    }

    /// A dilution of precision; 0 and 99.99 stand for unknown.
    static func dilution(_ value: Double?) -> Double? {
        guard let value, value > 0, value < 99 else { return nil }
        return value
    }
}
