/// The satellites that an epoch used, each counted once although several sentences may name it.
struct SatelliteSet: Sendable {
    private var bits = InlineArray<32, UInt64>(repeating: 0)
    private(set) var count = 0

    /// Adds a satellite.
    mutating func insert(_ satellite: SatelliteNumber) {
        let (word, bit) = Self.place(of: satellite)
        guard bits[word] & bit == 0 else { return }
        bits[word] |= bit
        count += 1
    }

    /// Adds all satellites of another set.
    mutating func insert(contentsOf other: SatelliteSet) {
        guard other.count > 0 else { return }
        var sum = 0
        for word in bits.indices {
            bits[word] |= other.bits[word]
            sum &+= bits[word].nonzeroBitCount
        }
        count = sum
    }

    /// Whether a satellite was added.
    func contains(_ satellite: SatelliteNumber) -> Bool {
        let (word, bit) = Self.place(of: satellite)
        return bits[word] & bit != 0
    }

    private static func place(of satellite: SatelliteNumber) -> (word: Int, bit: UInt64) {
        (
            Int(satellite.system.rawValue & 7) * 4 + Int(satellite.id / 64),
            1 << UInt64(satellite.id % 64)
        )
    }
}
