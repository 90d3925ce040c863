internal import Binnacle
internal import GPSD
internal import Glibc
internal import Platform

extension Connection {
    /// Opens a source that is no serial port, for which see ``openSerial(_:)``.
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
            case .serial(let ports, _, _):
                throw SystemError(call: "open \(ports)", code: ENOENT)
            case .udp(let host, let port, let interface):
                return try receive(host: host, port: port, interface: interface, or: bell)
            case .tcp(let host, let port):
                return try connect(host: host, port: port, or: bell)
            case .listener(let host, let port):
                return try listen(host: host, port: port, or: bell)
            case .gpsd(let host, let port, let device):
                let connection = try connect(host: host, port: port, or: bell)
                let request = GPSDDecoder.request(device: device)
                // A new connection has room for a line.
                try SystemError.check("write") { write(connection.descriptor, request, request.count) }
                return connection
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
}
