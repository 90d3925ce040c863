internal import Glibc
internal import Platform

extension Connection {
    /// Whether a terminal may be opened by others too (TIOCGEXCL), which Swift's Glibc lacks.
    private static let exclusivity: UInt = 0x8004_5440

    /// More than a terminal holds, bytes.
    private static let longestInput = 131_072
    /// How long dropping it may take, seconds.
    private static let patienceWithInput = 0.3

    /// Opens a serial port for this program alone, as it is set.
    ///
    /// - Throws: `EBUSY` where another program has it, `ENOTTY` where it is no port, and what else the system says.
    static func openSerial(_ path: String) throws(SystemError) -> Connection {
        let connection = Connection(owning: try SystemFile.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK))
        _ = try connection.settings(path)
        // A program of root's is let in although another one has asked for the port alone.
        var isTaken: CInt = 0
        if ioctl(connection.descriptor, exclusivity, &isTaken) == 0, isTaken != 0 {
            throw SystemError(call: "open \(path)", code: EBUSY)
        }
        guard flock(connection.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw SystemError(call: "open \(path)", code: errno == EWOULDBLOCK ? EBUSY : errno)
        }
        // Of a pseudo-terminal it would outlast us for as long as the other end is open.
        if !connection.isPseudoTerminal { _ = ioctl(connection.descriptor, UInt(TIOCEXCL)) }
        return connection
    }

    /// How the port is set, where it is set to what receivers have.
    func setting(_ path: String) throws(SystemError) -> SerialSetting? { SerialSetting(try settings(path)) }

    /// Sets the port, and drops what has come at the setting before.
    ///
    /// - Throws: what the system says.
    func apply(_ setting: SerialSetting, dropping: Bool, _ path: String) throws(SystemError) {
        var settings = try settings(path)
        setting.apply(to: &settings)
        try SystemError.check("tcsetattr \(path)") { tcsetattr(descriptor, TCSANOW, &settings) }
        if dropping { tcflush(descriptor, TCIFLUSH) }
    }

    /// Drops what had come before the port was opened, which of a pseudo-terminal is all that nobody has read.
    ///
    /// One that is full hands on what its writer was held up with, so that it takes as many reads as there are pieces; a
    /// receiver that goes on sending is not waited for.
    func dropInput() {
        tcflush(descriptor, TCIFLUSH)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var dropped = 0
        let deadline = MonotonicClock.seconds + Self.patienceWithInput
        while dropped < Self.longestInput, MonotonicClock.seconds < deadline {
            var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // The next piece needs a moment to come up.
            guard poll(&item, 1, dropped == 0 ? 0 : 10) > 0, item.revents == Int16(POLLIN) else { return }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            dropped += count
        }
    }

    private func settings(_ path: String) throws(SystemError) -> termios {
        var settings = termios()
        try SystemError.check("tcgetattr \(path)") { tcgetattr(descriptor, &settings) }
        return settings
    }

    private var isPseudoTerminal: Bool {
        var name = [CChar](repeating: 0, count: 256)
        guard ttyname_r(descriptor, &name, name.count) == 0 else { return false }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .hasPrefix("/dev/pts/")
    }
}
