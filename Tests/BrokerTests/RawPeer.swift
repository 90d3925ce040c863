import Glibc
import Messages
import Platform

/// A client of a bus that puts its bytes together by itself.
struct RawPeer {
    let connection: OwnedDescriptor

    /// Connects, and greets as a socket of some kind where one is given.
    init(to path: String?, as type: String? = nil) throws {
        let path = path ?? ""
        // Senders are let in a moment after readers.
        while access(path, F_OK) != 0 { usleep(5000) }
        connection = try LocalSocket.connect(to: path)
        guard let type else { return }
        try write(Self.greeting + Self.ready(type))
        // Its greeting, and its introduction: a socket of four or five letters.
        _ = try read(until: { $0.count > 64 && $0.count >= 66 + Int($0[65]) })
    }

    static let greeting: [UInt8] =
        [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)

    static func ready(_ type: String) -> [UInt8] {
        frame(
            Array("\u{5}READY\u{B}Socket-Type".utf8) + [0, 0, 0, UInt8(type.utf8.count)] + Array(type.utf8),
            4
        )
    }

    static func frame(_ body: [UInt8], _ flags: UInt8 = 0) -> [UInt8] {
        if body.count <= 255 { return [flags, UInt8(body.count)] + body }
        return [flags | 2] + withUnsafeBytes(of: UInt64(body.count).bigEndian) { Array($0) } + body
    }

    static func frame(_ text: String, _ flags: UInt8 = 0) -> [UInt8] { frame(Array(text.utf8), flags) }

    /// Writes all of some bytes.
    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                rest = rest.dropFirst(try connection.write(Array(rest)))
            } catch {
                guard error.code == EAGAIN else { throw error }
                wait(for: POLLOUT)
            }
        }
    }

    /// Reads until some condition holds, or the bus hangs up, or nothing has come for ten seconds.
    func read(until isEnough: ([UInt8]) -> Bool) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while !isEnough(bytes) {
            if let more = try connection.read(atMost: 1 << 16) {
                if more.isEmpty { break }
                bytes += more
            } else if !wait(for: POLLIN) {
                break
            }
        }
        return bytes
    }

    /// Whether the bus hangs up.
    func isHungUpOn() -> Bool {
        while wait(for: POLLIN) {
            guard let more = try? connection.read(atMost: 1 << 16) else { return true }
            if more.isEmpty { return true }
        }
        return false
    }

    /// Whether the bus has not hung up.
    func isOpen() -> Bool {
        guard let more = try? connection.read(atMost: 1) else { return true }
        return !more.isEmpty
    }

    /// The messages that come, until one is of a topic.
    func messages(until topic: String) throws -> [[UInt8]] {
        let end = Array("\(topic)|".utf8)
        return try messages { $0.last?.starts(with: end) == true }
    }

    /// The frames that come, until some condition holds.
    func messages(until isEnough: ([[UInt8]]) -> Bool) throws -> [[UInt8]] {
        let bytes = try read { bytes in isEnough(Self.messages(in: bytes)) }
        return Self.messages(in: bytes)
    }

    /// The bodies of the whole frames among some bytes.
    static func messages(in bytes: [UInt8]) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var place = 0
        while place + 1 < bytes.count {
            let isLong = bytes[place] & 2 != 0
            guard !isLong || place + 9 <= bytes.count else { break }
            let size =
                isLong ? bytes[place + 1..<place + 9].reduce(0) { $0 << 8 | Int($1) } : Int(bytes[place + 1])
            let start = place + (isLong ? 9 : 2)
            guard start + size <= bytes.count else { break }
            messages.append(Array(bytes[start..<start + size]))
            place = start + size
        }
        return messages
    }

    @discardableResult
    private func wait(for events: Int32) -> Bool {
        var item = pollfd(fd: connection.number, events: Int16(events), revents: 0)
        return poll(&item, 1, 10_000) > 0
    }
}
