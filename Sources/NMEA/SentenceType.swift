/// The sentences that are understood, by the last three letters of their address.
public enum SentenceType: UInt8, Sendable, CaseIterable {
    /// Recommended minimum: time, date, position, speed, course.
    case rmc
    /// Fix data: position, quality, altitude.
    case gga
    /// Fix data of several satellite systems.
    case gns
    /// Position and time.
    case gll
    /// Course and speed over ground.
    case vtg
    /// Satellites used and dilution of precision.
    case gsa
    /// Standard deviations of the position.
    case gst
    /// Time and date.
    case zda
    /// Compass heading, deviation and variation.
    case hdg
    /// Magnetic heading.
    case hdm
    /// True heading.
    case hdt
    /// True heading and its status.
    case ths
    /// Heading, and speed through the water.
    case vhw
    /// Heading, roll and pitch of an inertial or two-antenna receiver, with their accuracies.
    case pashr
    /// Satellites in view.
    case gsv
    /// Expected errors of the position, from a receiver's check of its own integrity.
    case gbs
    /// The datum of the positions that follow.
    case dtm
    /// Rate of turn.
    case rot
}

extension SentenceFields {
    /// The sentence's type, or `nil` for a proprietary, encapsulated or unknown one.
    ///
    /// Any two letters are a talker, but for those that begin with P, which belong to makers (`PGRMC` is Garmin's and
    /// no RMC). The exceptions are `PQ`, which Quectel uses as a talker for GSA and GSV, and `PASHR`, which many makers send.
    public var type: SentenceType? {
        guard !isEncapsulated, range(0).count == 5 else { return nil }
        if bytes[0] == UInt8(ascii: "P"), bytes[1] != UInt8(ascii: "Q") { return isPASHR ? .pashr : nil }
        let formatter = UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 8 | UInt32(bytes[4])
        return switch formatter {
        case 0x52_4D_43: .rmc
        case 0x47_47_41: .gga
        case 0x47_4E_53: .gns
        case 0x47_4C_4C: .gll
        case 0x56_54_47: .vtg
        case 0x47_53_41: .gsa
        case 0x47_53_54: .gst
        case 0x5A_44_41: .zda
        case 0x48_44_47: .hdg
        case 0x48_44_4D: .hdm
        case 0x48_44_54: .hdt
        case 0x54_48_53: .ths
        case 0x56_48_57: .vhw
        case 0x47_53_56: .gsv
        case 0x47_42_53: .gbs
        case 0x44_54_4D: .dtm
        case 0x52_4F_54: .rot
        default: nil
        }
    }

    private var isPASHR: Bool {
        bytes[1] == UInt8(ascii: "A") && bytes[2] == UInt8(ascii: "S") && bytes[3] == UInt8(ascii: "H")
            && bytes[4] == UInt8(ascii: "R")
    }
}
