internal import Binnacle
internal import Glibc

extension Source {
    /// Reads the parameter `source`.
    ///
    /// - Throws: what is wrong with it, and the forms there are.
    init(_ text: String) throws(UsageError) {
        if text == "-" {
            self = .standardInput
        } else if let rest = Self.remainder(of: text, behind: "tcp://") {
            let (host, port) = try Self.endpoint(rest, in: text)
            guard let host else { throw Self.error(text, "names no host") }
            self = .tcp(host: host, port: port)
        } else if let rest = Self.remainder(of: text, behind: "udp://") {
            let (host, port) = try Self.endpoint(rest, in: text)
            self = .udp(host: host, port: port)
        } else if let rest = Self.remainder(of: text, behind: "file:") {
            self = .file(try Self.path(rest, in: text))
        } else if let rest = Self.remainder(of: text, behind: "pipe:") {
            self = .pipe(try Self.path(rest, in: text))
        } else if let rest = Self.remainder(of: text, behind: "serial:") {
            self = try Self.serial(rest, in: text)
        } else if !text.hasPrefix("/"), !text.hasPrefix("."), let colon = text.firstIndex(of: ":") {
            throw Self.error(text, "begins with '\(text[...colon])'")
        } else {
            self = try Self.bare(text)
        }
    }

    private static func error(_ text: String, _ problem: String) -> UsageError {
        UsageError(
            "source '\(text)' \(problem); write file:PATH, pipe:PATH, serial:PATH[?baud=N], tcp://HOST:PORT, "
                + "udp://[HOST]:PORT, a path, or - for standard input"
        )
    }

    private static func remainder(of text: String, behind prefix: String) -> Substring? {
        text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
    }

    private static func path(_ rest: Substring, in text: String) throws(UsageError) -> String {
        guard !rest.isEmpty else { throw error(text, "names no path") }
        return String(rest)
    }

    /// A path without a scheme is what is there: a terminal, a FIFO, else a file.
    private static func bare(_ text: String) throws(UsageError) -> Source {
        let (path, baud) = try split(text[...], in: text)
        var status = stat()
        guard stat(path, &status) == 0 else {
            // A device may be plugged in later; a file that is not there is an error.
            return path.hasPrefix("/dev/") ? .serial(path, baud: baud) : .file(path)
        }
        return switch status.st_mode & S_IFMT {
        case S_IFCHR: .serial(path, baud: baud)
        case S_IFIFO: .pipe(path)
        default: .file(path)
        }
    }

    private static func serial(_ rest: Substring, in text: String) throws(UsageError) -> Source {
        let (path, baud) = try split(rest, in: text)
        guard !path.isEmpty else { throw error(text, "names no device") }
        return .serial(path, baud: baud)
    }

    /// Separates a path from its `?baud=`.
    private static func split(_ rest: Substring, in text: String) throws(UsageError) -> (String, Int?) {
        guard let mark = rest.lastIndex(of: "?") else {
            guard !rest.isEmpty else { throw error(text, "names no path") }
            return (String(rest), nil)
        }
        let option = rest[rest.index(after: mark)...]
        guard option.hasPrefix("baud="), let baud = Int(option.dropFirst("baud=".count)),
            speeds.contains(baud)
        else {
            let list = speeds.map(String.init).joined(separator: ", ")
            throw UsageError("source '\(text)': '\(option)' is no speed; write ?baud= and one of \(list)")
        }
        return (String(rest[..<mark]), baud)
    }

    private static func endpoint(
        _ rest: Substring,
        in text: String
    ) throws(UsageError) -> (host: String?, port: UInt16) {
        guard let colon = rest.lastIndex(of: ":") else { throw error(text, "names no port") }
        guard let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else {
            throw error(text, "has '\(rest[rest.index(after: colon)...])' for a port")
        }
        var host = rest[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        if host == "*" { host = "" }
        return (host.isEmpty ? nil : String(host), port)
    }
}
