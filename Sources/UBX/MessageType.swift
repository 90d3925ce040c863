/// The messages of UBX that are understood.
public enum MessageType: UInt8, Sendable, CaseIterable {
    /// Receiver navigation status.
    case navStatus
    /// Dilution of precision.
    case navDOP
    /// Position, velocity and time.
    case navPVT
    /// Satellites in view.
    case navSAT
    /// Covariances of position and velocity.
    case navCOV
    /// End of an epoch.
    case navEOE

    /// The type of a class and an identifier, or `nil` for any other.
    public init?(_ messageClass: UInt8, _ identifier: UInt8) {
        guard messageClass == 0x01 else { return nil }
        switch identifier {
        case 0x03: self = .navStatus
        case 0x04: self = .navDOP
        case 0x07: self = .navPVT
        case 0x35: self = .navSAT
        case 0x36: self = .navCOV
        case 0x61: self = .navEOE
        default: return nil
        }
    }

    /// Whether a payload of the message may have so many bytes.
    ///
    /// NAV-PVT had 84 before protocol version 14.
    public func allows(_ length: Int) -> Bool {
        switch self {
        case .navStatus: length == 16
        case .navDOP: length == 18
        case .navPVT: length == 92 || length == 84
        case .navSAT: length >= 8 && (length - 8) % 12 == 0 && (length - 8) / 12 <= 255
        case .navCOV: length == 64
        case .navEOE: length == 4
        }
    }
}
