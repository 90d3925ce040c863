internal import Messages

/// A satellite by its system and its number within it.
struct SatelliteNumber: Equatable, Sendable {
    /// Satellite systems by their numbers in NMEA 0183 4.11, table of GNSS system identifiers; 7 is ours.
    enum System: UInt8, Sendable {
        case gps = 1
        case glonass, galileo, beidou, qzss, navic, sbas
    }

    var system: System
    var id: UInt8

    /// Reads a number of GSA or GSV, or `nil` for one that no system has.
    ///
    /// Besides the numbers of the standard (33 to 64 are SBAS, 65 to 96 GLONASS) there are those of makers: 120 to 158 SBAS,
    /// 193 to 202 QZSS, 201 to 263 and 401 to 463 BeiDou, 301 to 336 Galileo. 201 and 202 are QZSS where the sentence is of
    /// QZSS, else BeiDou.
    /// - Parameters:
    ///   - number: as the sentence has it.
    ///   - system: the system that the sentence says, by its number; 0 when it says none.
    init?(_ number: Int, in system: Int) {
        let found: (System, Int)
        switch (system, number) {
        case (0...1, 1...32): found = (.gps, number)
        case (0...2, 33...64): found = (.sbas, number + 87)
        case (0...2, 65...96): found = (.glonass, number - 64)
        case (0...2, 120...158): found = (.sbas, number)
        case (0...1, 193...200), (4, 193...200), (5, 193...202): found = (.qzss, number - 192)
        case (0...1, 201...263), (4, 201...263): found = (.beidou, number - 200)
        case (0...1, 301...336), (3, 301...336): found = (.galileo, number - 300)
        case (0...1, 401...463), (4, 401...463): found = (.beidou, number - 400)
        case (2, 1...32): found = (.glonass, number)
        case (3, 1...36): found = (.galileo, number)
        case (4, 1...63): found = (.beidou, number)
        case (5, 1...10): found = (.qzss, number)
        case (6, 1...14): found = (.navic, number)
        default: return nil
        }
        self.system = found.0
        id = UInt8(found.1)
    }

    /// The system's name on the bus.
    var constellation: Satellite.Constellation {
        switch system {
        case .gps: .gps
        case .glonass: .glonass
        case .galileo: .galileo
        case .beidou: .beidou
        case .qzss: .qzss
        case .navic: .navic
        case .sbas: .sbas
        }
    }
}

extension SentenceFields {
    /// The satellite system of a GSA sentence: its field 18, else the talker's own.
    var satelliteSystem: Int {
        if let letter = letter(18), let system = SentenceSplitter.hexadecimal(letter), system < 7, system > 0
        {
            return Int(system)
        }
        return talkerSystem
    }

    /// The satellite system that the talker stands for, 0 when it is none in particular.
    var talkerSystem: Int {
        switch (bytes[0], bytes[1]) {
        case (UInt8(ascii: "G"), UInt8(ascii: "P")): 1
        case (UInt8(ascii: "G"), UInt8(ascii: "L")): 2
        case (UInt8(ascii: "G"), UInt8(ascii: "A")): 3
        case (UInt8(ascii: "G"), UInt8(ascii: "B")), (UInt8(ascii: "B"), UInt8(ascii: "D")): 4
        // Quectel's talker is for BeiDou and, by the number, QZSS.
        case (UInt8(ascii: "P"), UInt8(ascii: "Q")): 4
        case (UInt8(ascii: "G"), UInt8(ascii: "Q")), (UInt8(ascii: "Q"), UInt8(ascii: "Z")): 5
        case (UInt8(ascii: "G"), UInt8(ascii: "I")): 6
        default: 0
        }
    }
}
