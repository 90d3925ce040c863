/// The satellites that an epoch used, each counted once although several sentences may name it.
struct SatelliteSet: Sendable {
    private var bits = InlineArray<32, UInt64>(repeating: 0)
    private(set) var count = 0

    /// Adds a satellite.
    ///
    /// - Parameters:
    ///   - identifier: its number, in [0, 255].
    ///   - system: the satellite system's number in NMEA 0183 4.1, in [0, 7]; 0 when it is not known.
    mutating func insert(_ identifier: Int, system: Int) {
        guard (0..<256).contains(identifier), (0..<8).contains(system) else { return }
        let word = system * 4 + identifier / 64
        let bit: UInt64 = 1 << UInt64(identifier % 64)
        guard bits[word] & bit == 0 else { return }
        bits[word] |= bit
        count += 1
    }
}

extension SentenceFields {
    /// The satellite system of a GSA sentence: its field 18, else the talker's own.
    var satelliteSystem: Int {
        if let letter = letter(18), let system = SentenceSplitter.hexadecimal(letter), system < 8 {
            return Int(system)
        }
        return switch (bytes[0], bytes[1]) {
        case (UInt8(ascii: "G"), UInt8(ascii: "P")): 1
        case (UInt8(ascii: "G"), UInt8(ascii: "L")): 2
        case (UInt8(ascii: "G"), UInt8(ascii: "A")): 3
        case (UInt8(ascii: "G"), UInt8(ascii: "B")), (UInt8(ascii: "B"), UInt8(ascii: "D")): 4
        case (UInt8(ascii: "G"), UInt8(ascii: "Q")), (UInt8(ascii: "Q"), UInt8(ascii: "Z")): 5
        case (UInt8(ascii: "G"), UInt8(ascii: "I")): 6
        default: 0
        }
    }
}
