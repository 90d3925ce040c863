internal import Glibc
internal import Platform

/// Which serial ports a source means, looked up anew each time that one is opened.
enum SerialPorts: Equatable, Sendable {
    /// One port by its path, which may be a link by the device's own name.
    case path(String)
    /// Those that a pattern of a shell matches.
    case pattern(String)
    /// Those in a folder of devices by whose names receivers are known.
    case automatic(folder: String)

    /// Names under which the system knows receivers, in the order in which they are tried.
    private static let names = ["ttyACM*", "ttyUSB*", "ttyAMA*", "rfcomm*"]

    /// A path, or a pattern where it has one of a pattern's characters.
    init(_ text: String) {
        self = text.contains { "*?[".contains($0) } ? .pattern(text) : .path(text)
    }

    /// The paths of the ports that are there, each port once; of one path that path in any case.
    func paths() -> [String] {
        switch self {
        case .path(let path): [path]
        case .pattern(let pattern): Self.matches(pattern)
        case .automatic(let folder):
            Self.distinct(
                (["serial/by-id/*"] + Self.names).flatMap { Self.matches("\(folder)/\($0)") }
            )
        }
    }

    private static func matches(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0, let list = found.gl_pathv else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { list[$0].map { String(cString: $0) } }
    }

    /// Without a path that another one leads to as well, so that a port is known by the first of its names.
    private static func distinct(_ paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.filter { path in
            guard let real = realpath(path, nil) else { return false }
            defer { free(real) }
            return seen.insert(String(cString: real)).inserted
        }
    }
}

extension SerialPorts: CustomStringConvertible {
    var description: String {
        switch self {
        case .path(let path): path
        case .pattern(let pattern): "serial:\(pattern)"
        case .automatic: "serial:auto"
        }
    }
}
