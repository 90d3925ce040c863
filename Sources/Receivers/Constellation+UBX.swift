public import Messages

extension Satellite.Constellation {
    /// The system of a number as UBX has it (`gnssId`), and gpsd after it; `nil` for one that is not known.
    public init?(ubx system: UInt8) {
        switch system {
        case 0: self = .gps
        case 1: self = .sbas
        case 2: self = .galileo
        case 3: self = .beidou
        case 5: self = .qzss
        case 6: self = .glonass
        case 7: self = .navic
        default: return nil
        }
    }
}
