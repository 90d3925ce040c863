/// Where a bus is: one address that stands for its three sockets.
///
/// `ipc:///FOLDER` is a folder of this machine, whose path has at most 97 bytes; `tcp://HOST:PORT` are three ports in a row.
public struct BusAddress: Hashable, Sendable, CustomStringConvertible {
    private enum Place: Hashable {
        case folder(String)
        case host(String, port: UInt16?)
    }

    /// The port that is meant where none is given.
    public static let defaultPort: UInt16 = 7750
    // A socket's path has room for 107 bytes; the longest of the three names takes 10 of them.
    private static let longestFolder = 107 - "/subscribe".utf8.count

    private let place: Place

    /// Reads an address.
    ///
    /// - Throws: what is wrong with it and what an address looks like.
    public init(_ text: String) throws(MessageError) {
        // libzmq takes a C string, which a zero byte would end early.
        guard text.utf8.allSatisfy({ $0 >= .space && $0 != 0x7F }) else {
            throw Self.malformed(text, "it has a control character")
        }
        if let folder = text.dropping("ipc://") {
            place = .folder(try Self.folder(folder, of: text))
        } else if let rest = text.dropping("tcp://") {
            place = try Self.host(rest, of: text)
        } else {
            throw Self.malformed(text, "it begins with neither ipc:// nor tcp://")
        }
    }

    /// The address as it is written.
    public var description: String {
        switch place {
        case .folder(let folder): "ipc://\(folder)"
        case .host(let host, let port): "tcp://\(host):\(port.map(String.init) ?? "*")"
        }
    }

    /// The folder of the sockets, for a bus of this machine.
    public var folder: String? {
        if case .folder(let folder) = place { folder } else { nil }
    }

    /// The host without brackets, a name or a number, for a bus that is reached by TCP.
    public var host: String? {
        guard case .host(let host, _) = place else { return nil }
        return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }

    /// The first of its three ports; `nil` for a folder, and where any will do.
    public var port: UInt16? {
        if case .host(_, let port) = place { port } else { nil }
    }

    /// Whether nobody from another machine can come to it.
    ///
    /// Of hosts' names, `localhost` alone is known to mean this machine.
    public var isLocal: Bool {
        switch place {
        case .folder: true
        case .host(let host, _):
            host == "localhost" || host == "[::1]"
                || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 0x2E || 0x30...0x39 ~= $0 }
        }
    }

    /// Whether any three free ports in a row will do.
    public var hasWildcardPort: Bool {
        if case .host(_, port: nil) = place { true } else { false }
    }

    /// The same host with a port.
    public func with(port: UInt16) -> BusAddress {
        if case .host(let host, _) = place { BusAddress(place: .host(host, port: port)) } else { self }
    }

    /// The same port at another host; an IPv6 address stands in brackets.
    public func with(host: String) -> BusAddress {
        if case .host(_, let port) = place { BusAddress(place: .host(host, port: port)) } else { self }
    }

    /// Where messages go in.
    public var publishEndpoint: String { endpoint("publish", offset: 0) }
    /// Where messages come out.
    public var subscribeEndpoint: String { endpoint("subscribe", offset: 1) }
    /// Where requests go.
    public var requestEndpoint: String { endpoint("request", offset: 2) }

    /// The file of the socket that messages go in by, for a bus of this machine.
    public var publishPath: String? { path("publish") }
    /// The file of the socket that messages come out by, for a bus of this machine.
    public var subscribePath: String? { path("subscribe") }
    /// The file of the socket that requests go to, for a bus of this machine.
    public var requestPath: String? { path("request") }

    private func path(_ name: String) -> String? { folder.map { "\($0)/\(name)" } }

    private init(place: Place) {
        self.place = place
    }

    private func endpoint(_ name: String, offset: UInt16) -> String {
        switch place {
        case .folder(let folder): "ipc://\(folder)/\(name)"
        case .host(let host, let port?): "tcp://\(host):\(port + offset)"
        case .host(let host, nil): "tcp://\(host):*"
        }
    }

    private static func folder(_ path: Substring, of text: String) throws(MessageError) -> String {
        var bytes = path.utf8
        while bytes.last == .slash { bytes.removeLast() }
        guard bytes.first == .slash else { throw malformed(text, "the folder is not an absolute path") }
        guard bytes.count <= longestFolder else {
            throw malformed(
                text,
                "the folder's path has \(bytes.count) bytes and may have \(longestFolder)"
            )
        }
        return String(Substring(bytes))
    }

    private static func host(_ rest: Substring, of text: String) throws(MessageError) -> Place {
        // An IPv6 address stands in brackets: [::1]:7750.
        let hostEnd = rest.first == "[" ? rest.firstIndex(of: "]").map { rest.index(after: $0) } : nil
        let colon = rest[(hostEnd ?? rest.startIndex)...].lastIndex(of: ":")
        let host = rest[..<(colon ?? rest.endIndex)]
        guard !host.isEmpty, !host.contains("/"), hostEnd != nil || !host.contains(":") else {
            throw malformed(text, "'\(host)' is not a host")
        }
        if rest.first == "[" {
            guard host.endIndex == hostEnd, isBracketed(host.dropFirst().dropLast()) else {
                throw malformed(text, "'\(host)' is not an IPv6 address in brackets, as [::1] is")
            }
        }
        guard let colon else { return .host(String(host), port: defaultPort) }
        let digits = rest[rest.index(after: colon)...]
        if digits == "*" { return .host(String(host), port: nil) }
        // Two more ports follow the first.
        guard let port = UInt16(digits), port >= 1, port <= UInt16.max - 2 else {
            throw malformed(text, "the port '\(digits)' is not a number from 1 to \(UInt16.max - 2)")
        }
        return .host(String(host), port: port)
    }

    /// Whether some text may stand in brackets: hexadecimal digits, colons and points, and what may follow a percent sign.
    private static func isBracketed(_ text: Substring) -> Bool {
        let address = text.prefix { $0 != "%" }
        return address.contains(":")
            && address.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x3A, 0x2E: true
                default: false
                }
            }
    }

    private static func malformed(_ text: String, _ why: String) -> MessageError {
        MessageError(
            problem: "'\(text)' is not the address of a bus: \(why); it is ipc:///FOLDER or tcp://HOST:PORT"
        )
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
