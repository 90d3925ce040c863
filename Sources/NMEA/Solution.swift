/// How a receiver came to its position, the least trustworthy first.
enum Solution: UInt8, Comparable, Sendable {
    case unknown, simulated, deadReckoning, autonomous, differential, realTimeFloat, realTimeFixed

    static func < (left: Solution, right: Solution) -> Bool { left.rawValue < right.rawValue }

    /// From GGA's quality; `nil` for 0, no fix, and for what the standard does not know.
    init?(quality: Int) {
        switch quality {
        case 1, 3: self = .autonomous
        case 2, 9: self = .differential
        case 4: self = .realTimeFixed
        case 5: self = .realTimeFloat
        case 6: self = .deadReckoning
        case 7: self = .unknown
        case 8: self = .simulated
        default: return nil
        }
    }

    /// From the mode letter of RMC, GLL, GNS and VTG; `nil` for N, no fix, and for what the standard does not know.
    init?(mode: UInt8) {
        switch mode {
        case UInt8(ascii: "A"), UInt8(ascii: "P"): self = .autonomous
        case UInt8(ascii: "D"): self = .differential
        case UInt8(ascii: "R"): self = .realTimeFixed
        case UInt8(ascii: "F"): self = .realTimeFloat
        case UInt8(ascii: "E"): self = .deadReckoning
        case UInt8(ascii: "M"): self = .unknown
        case UInt8(ascii: "S"): self = .simulated
        default: return nil
        }
    }

    /// Whether the standard has the status V go with it even while there is a position.
    var isMarkedInvalid: Bool { self == .simulated || self == .deadReckoning || self == .unknown }
}
