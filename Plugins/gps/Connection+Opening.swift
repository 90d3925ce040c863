internal import Binnacle
internal import Glibc
internal import Platform

extension Connection {
    /// Opens a source.
    ///
    /// - Throws: why not, and what to do.
    static func open(_ source: Source, or bell: Wakeup) throws(SourceFailure) -> Connection {
        if case .pipe(let path) = source { try checkPipe(path) }
        do throws(SystemError) {
            switch source {
            case .file(let path):
                let connection = Connection(owning: try SystemFile.open(path, O_RDONLY))
                // A folder can be opened like a file, and only reading from it fails.
                var status = stat()
                try SystemError.check("fstat \(path)") { fstat(connection.descriptor, &status) }
                if status.st_mode & S_IFMT == S_IFDIR {
                    throw SystemError(call: "open \(path)", code: EISDIR)
                }
                return connection
            case .pipe(let path):
                return Connection(owning: try SystemFile.open(path, O_RDONLY | O_NONBLOCK))
            case .standardInput:
                return Connection(borrowing: STDIN_FILENO)
            case .serial(let path, let baud):
                return try openSerial(path, baud: baud)
            case .udp(let host, let port):
                return try listen(host: host, port: port, for: source)
            case .tcp(let host, let port):
                return try connect(host: host, port: port, for: source, or: bell)
            }
        } catch {
            throw SourceFailure(error, of: source)
        }
    }

    /// Refuses a path for a FIFO at which something else is; it may appear later.
    ///
    /// - Throws: what is there, and how to name that.
    static func checkPipe(_ path: String) throws(SourceFailure) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFIFO: return
        case S_IFREG: throw SourceFailure(.deviceLost, "\(path) is no pipe but a file; write file:\(path)")
        case S_IFCHR:
            throw SourceFailure(.deviceLost, "\(path) is no pipe but a device; write serial:\(path)")
        case S_IFDIR: throw SourceFailure(.deviceLost, "\(path) is no pipe but a folder; name a pipe in it")
        default: throw SourceFailure(.deviceLost, "\(path) is no pipe; make one: mkfifo PATH")
        }
    }

    private static func openSerial(_ path: String, baud: Int?) throws(SystemError) -> Connection {
        let connection = Connection(owning: try SystemFile.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK))
        var settings = termios()
        try SystemError.check("tcgetattr \(path)") { tcgetattr(connection.descriptor, &settings) }
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        if let speed = baud ?? (isPseudoTerminal(connection.descriptor) ? nil : 9600) {
            cfsetspeed(&settings, constant(of: speed))
        }
        try SystemError.check("tcsetattr \(path)") { tcsetattr(connection.descriptor, TCSANOW, &settings) }
        return connection
    }

    /// A pseudo-terminal passes bytes at any speed.
    private static func isPseudoTerminal(_ descriptor: CInt) -> Bool {
        var name = [CChar](repeating: 0, count: 256)
        guard ttyname_r(descriptor, &name, name.count) == 0 else { return false }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .hasPrefix("/dev/pts/")
    }

    private static func constant(of speed: Int) -> speed_t {
        let constants = [
            1200: B1200, 2400: B2400, 4800: B4800, 9600: B9600, 19_200: B19200, 38_400: B38400,
            57_600: B57600,
            115_200: B115200, 230_400: B230400, 460_800: B460800, 921_600: B921600,
        ]
        return speed_t(constants[speed] ?? B9600)
    }
}
