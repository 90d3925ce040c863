/// What both ends of a connection send before the first message.
///
/// Source: https://rfc.zeromq.org/spec/23, sections "Greeting" and "The NULL Security Mechanism".
enum Handshake {
    /// The length of a greeting, bytes.
    static let greetingSize = 64

    /// Our greeting: version 3.0, no security.
    static var greeting: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: greetingSize)
        bytes[0] = 0xFF
        bytes[8] = 1
        bytes[9] = 0x7F
        bytes[10] = 3
        bytes.replaceSubrange(12..<16, with: "NULL".utf8)
        return bytes
    }

    /// Checks a peer's greeting of ``greetingSize`` bytes.
    ///
    /// - Throws: why no conversation is possible.
    static func check(_ greeting: UnsafeRawBufferPointer) throws(ZMTPError) {
        guard greeting.count == greetingSize, greeting[0] == 0xFF, greeting[9] & 1 == 1 else {
            throw .notZMTP
        }
        guard greeting[10] >= 3 else { throw .version(greeting[10]) }
        let name = greeting[12..<32].prefix { $0 != 0 }
        guard name.elementsEqual("NULL".utf8) else { throw .mechanism(printable(name)) }
    }

    /// What a peer says of itself, as it can be shown: a terminal could take bytes of its choice for commands.
    private static func printable(_ bytes: some Collection<UInt8>) -> String {
        let shown = bytes.prefix(64).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
        return String(decoding: shown, as: UTF8.self) + (bytes.count > 64 ? "…" : "")
    }

    /// The command that ends our part: what kind of socket we are.
    static func ready(_ role: Role) -> [UInt8] {
        let (key, value) = ("Socket-Type", role.rawValue)
        let length = UInt32(value.utf8.count).bigEndian
        return Array("\u{5}READY".utf8) + [UInt8(key.utf8.count)] + Array(key.utf8)
            + withUnsafeBytes(of: length) { [UInt8]($0) } + Array(value.utf8)
    }

    /// Reads a peer's first command.
    ///
    /// - Throws: its refusal, that it is a socket of another kind, or that the command does not belong here.
    static func checkReady(_ command: UnsafeRawBufferPointer, for role: Role) throws(ZMTPError) {
        if command.starts(with: "\u{5}READY".utf8) {
            let type = socketType(Array(command.dropFirst(6)))
            if let type, role.peers.contains(where: { type.elementsEqual($0.utf8) }) { return }
            throw .socket(type.map(printable) ?? "unknown")
        }
        guard command.starts(with: "\u{5}ERROR".utf8) else { throw .unexpected }
        // The reason is a text behind its length of one byte.
        throw .refused(printable(command.dropFirst(7)))
    }

    /// Finds the property of that name: a name behind its length of one byte, a value behind its length of four.
    private static func socketType(_ properties: [UInt8]) -> ArraySlice<UInt8>? {
        var rest = properties[...]
        while let length = rest.first {
            let name = rest.dropFirst().prefix(Int(length))
            rest = rest.dropFirst(1 + Int(length))
            guard name.count == Int(length), rest.count >= 4 else { return nil }
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let value = rest.dropFirst(4).prefix(size)
            if name.elementsEqual("Socket-Type".utf8) { return value }
            rest = rest.dropFirst(4 + size)
        }
        return nil
    }

    /// The answer to a command that asks for a sign of life; `nil` for another command.
    static func pong(to command: UnsafeRawBufferPointer) -> [UInt8]? {
        guard command.starts(with: "\u{4}PING".utf8) else { return nil }
        // Behind the name come two bytes of time to live, then what is to be sent back.
        return Array("\u{4}PONG".utf8) + command.dropFirst(7).prefix(16)
    }
}
