internal import Binnacle
internal import Glibc
internal import Text

extension Source {
    /// The beginnings of the forms there are.
    private static let schemes = ["file", "pipe", "serial", "tcp", "tcp-listen", "udp", "gpsd"]
    /// The port that gpsd has by custom.
    private static let gpsdPort: UInt16 = 2947

    /// Reads the parameter `source`.
    ///
    /// - Parameters:
    ///   - text: as it was given.
    ///   - devices: the folder in which `serial:auto` looks for ports.
    /// - Throws: what is wrong with it, and the forms there are.
    init(_ text: String, devices: String = "/dev") throws(UsageError) {
        guard text != "-" else {
            self = .standardInput
            return
        }
        guard !text.hasPrefix("/"), !text.hasPrefix("."), let colon = text.firstIndex(of: ":") else {
            self = try Self.bare(text)
            return
        }
        let scheme = String(text[..<colon])
        let rest = text[text.index(after: colon)...]
        switch scheme {
        case "file": self = .file(try Self.path(rest, in: text))
        case "pipe": self = .pipe(try Self.path(rest, in: text))
        case "serial": self = try Self.serial(rest, devices: devices, in: text)
        case "tcp", "tcp-listen", "udp", "gpsd":
            guard rest.hasPrefix("//") || scheme == "gpsd" && rest.isEmpty else {
                throw Self.error(text, "has no // behind '\(scheme):'")
            }
            self = try Self.network(scheme, rest.dropFirst(2), in: text)
        default:
            let advice =
                Suggestion.nearest(to: scheme, among: Self.schemes).map { ": did you mean '\($0):'?" } ?? ""
            throw Self.error(text, "begins with '\(scheme):'\(advice)")
        }
    }

    private static func error(_ text: String, _ problem: String) -> UsageError {
        UsageError(
            "source '\(text)' \(problem); write serial:PATH[?baud=N&framing=8N1], serial:PATTERN, serial:auto, "
                + "gpsd://HOST[:PORT][/DEVICE], tcp://HOST:PORT, tcp-listen://[HOST]:PORT, "
                + "udp://[HOST or GROUP]:PORT[?interface=NAME], file:PATH, pipe:PATH, a path, or - for standard input"
        )
    }

    private static func path(_ rest: Substring, in text: String) throws(UsageError) -> String {
        guard !rest.isEmpty else { throw error(text, "names no path") }
        return String(rest)
    }

    /// A path without a scheme is what is there: a terminal, a FIFO, else a file.
    private static func bare(_ text: String) throws(UsageError) -> Source {
        let (path, options) = try split(text[...], ["baud", "framing"], in: text)
        guard !path.isEmpty else { throw error(text, "names no path") }
        let serial = try serial(path, options, in: text)
        var status = stat()
        guard stat(path, &status) == 0 else {
            // A device may be plugged in later; a file that is not there is an error.
            return path.hasPrefix("/dev/") ? serial : .file(path)
        }
        return switch status.st_mode & S_IFMT {
        case S_IFCHR: serial
        case S_IFIFO: .pipe(path)
        default: .file(path)
        }
    }

    private static func serial(_ rest: Substring, devices: String, in text: String) throws(UsageError)
        -> Source
    {
        let (path, options) = try split(rest, ["baud", "framing"], in: text)
        guard !path.isEmpty else { throw error(text, "names no device") }
        guard path == "auto" else { return try serial(path, options, in: text) }
        guard case .serial(_, let speed, let framing) = try serial("/", options, in: text) else {
            throw error(text, "names no device")
        }
        return .serial(.automatic(folder: devices), speed: speed, framing: framing)
    }

    private static func serial(
        _ path: String,
        _ options: [String: String],
        in text: String
    ) throws(UsageError) -> Source {
        var speed: Int?
        var framing: SerialSetting.Framing?
        if let word = options["baud"], word != "auto" {
            guard let number = Int(word), SerialSetting.speeds.contains(number) else {
                let list = SerialSetting.speeds.map(String.init).joined(separator: ", ")
                throw UsageError(
                    "source '\(text)': '\(word)' is no speed; write baud=auto, or one of \(list)"
                )
            }
            speed = number
        }
        if let word = options["framing"] {
            guard let known = SerialSetting.Framing(rawValue: word.uppercased()) else {
                let list = SerialSetting.Framing.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("source '\(text)': '\(word)' is no framing; write one of \(list)")
            }
            framing = known
        }
        return .serial(SerialPorts(path), speed: speed, framing: framing)
    }

    /// Separates what is named from its options, `?key=value&key=value`.
    private static func split(
        _ rest: Substring,
        _ known: [String],
        in text: String
    ) throws(UsageError) -> (String, [String: String]) {
        // A pattern may have question marks too: options have an equals sign.
        guard let mark = rest.lastIndex(of: "?"), rest[mark...].contains("=") else {
            return (String(rest), [:])
        }
        var options: [String: String] = [:]
        for option in rest[rest.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, known.contains(String(parts[0])) else {
                let word = String(parts.first ?? "")
                throw UsageError(
                    "source '\(text)': there is no option '\(option)'; \(Suggestion.advice(for: word, among: known, "write"))"
                )
            }
            options[String(parts[0])] = String(parts[1])
        }
        return (String(rest[..<mark]), options)
    }

    private static func network(_ scheme: String, _ rest: Substring, in text: String) throws(UsageError)
        -> Source
    {
        switch scheme {
        case "tcp":
            let (host, port) = try endpoint(rest, in: text)
            guard let host else { throw error(text, "names no host") }
            return .tcp(host: host, port: port)
        case "tcp-listen":
            let (host, port) = try endpoint(rest, in: text)
            return .listener(host: host, port: port)
        case "udp":
            let (place, options) = try split(rest, ["interface"], in: text)
            let (host, port) = try endpoint(place[...], in: text)
            return .udp(host: host, port: port, interface: options["interface"])
        default:
            let slash = rest.firstIndex(of: "/")
            let device = slash.map { String(rest[$0...]) }
            let place = slash.map { rest[..<$0] } ?? rest
            guard device != "/" else { throw error(text, "names no device behind the last /") }
            let (host, port) = try endpoint(place, default: gpsdPort, in: text)
            return .gpsd(host: host ?? "localhost", port: port, device: device)
        }
    }

    private static func endpoint(
        _ rest: Substring,
        default standard: UInt16? = nil,
        in text: String
    ) throws(UsageError) -> (host: String?, port: UInt16) {
        // The colons of IPv6 are in brackets.
        let behind = rest.lastIndex(of: "]").map { rest.index(after: $0) } ?? rest.startIndex
        var (host, port) = (rest, standard)
        if let colon = rest[behind...].lastIndex(of: ":") {
            let word = rest[rest.index(after: colon)...]
            guard let number = UInt16(word), number > 0 else { throw error(text, "has '\(word)' for a port") }
            host = rest[..<colon]
            port = number
        }
        guard let port else { throw error(text, "names no port") }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw error(text, "has colons in its host: write a number of IPv6 in brackets, [\(host)]")
        }
        if host == "*" { host = "" }
        return (host.isEmpty ? nil : String(host), port)
    }
}
