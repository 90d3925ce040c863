internal import Glibc
internal import Platform

/// How a serial port is set: bits a second, and what a character is made of.
struct SerialSetting: Equatable, Sendable, CustomStringConvertible {
    /// Data bits, parity and stop bits.
    enum Framing: String, CaseIterable, Sendable {
        case eightNone = "8N1"
        case sevenEven = "7E1"
        case sevenOdd = "7O1"
        case eightEven = "8E1"
        case eightOdd = "8O1"
        case eightNoneTwo = "8N2"

        /// The bits of `c_cflag` that say so.
        var flags: tcflag_t {
            switch self {
            case .eightNone: tcflag_t(CS8)
            case .sevenEven: tcflag_t(CS7 | PARENB)
            case .sevenOdd: tcflag_t(CS7 | PARENB | PARODD)
            case .eightEven: tcflag_t(CS8 | PARENB)
            case .eightOdd: tcflag_t(CS8 | PARENB | PARODD)
            case .eightNoneTwo: tcflag_t(CS8 | CSTOPB)
            }
        }
    }

    var speed: Int
    var framing = Framing.eightNone

    var description: String { "\(speed) baud \(framing.rawValue)" }

    /// Speeds that a port can be set to, with the system's names for them.
    private static let constants: [(speed: Int, constant: CInt)] = [
        (1200, B1200), (2400, B2400), (4800, B4800), (9600, B9600), (19_200, B19200), (38_400, B38400),
        (57_600, B57600), (115_200, B115200), (230_400, B230400), (460_800, B460800), (921_600, B921600),
    ]

    /// Speeds that a port can be set to.
    static var speeds: [Int] { constants.map(\.speed) }

    /// The setting that a port has; `nil` where its speed is none that receivers have.
    init?(_ settings: termios) {
        var settings = settings
        let constant = cfgetospeed(&settings)
        guard let known = Self.constants.first(where: { speed_t($0.constant) == constant }) else {
            return nil
        }
        speed = known.speed
        let flags = settings.c_cflag & tcflag_t(CSIZE | PARENB | PARODD | CSTOPB)
        framing = Framing.allCases.first { $0.flags == flags } ?? .eightNone
    }

    init(speed: Int, framing: Framing = .eightNone) {
        self.speed = speed
        self.framing = framing
    }

    /// Makes a port's settings those of raw bytes at this speed and framing, without any flow control.
    func apply(to settings: inout termios) {
        cfmakeraw(&settings)
        // The last is CRTSCTS, which is too large a number for the compiler's importer.
        settings.c_cflag &= ~(tcflag_t(CSIZE | PARENB | PARODD | CSTOPB) | 0x8000_0000)
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD) | framing.flags
        if let known = Self.constants.first(where: { $0.speed == speed }) {
            cfsetspeed(&settings, speed_t(known.constant))
        }
    }
}
