internal import Glibc

/// Frames that are to be written, one behind the other.
struct OutputBuffer {
    private var bytes: [UInt8] = []
    private var written = 0

    /// How many bytes wait.
    var count: Int { bytes.count - written }
    var isEmpty: Bool { count == 0 }

    /// Adds bytes as they are.
    mutating func append(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }

    /// Adds a frame.
    mutating func append(frame body: UnsafeRawBufferPointer, isCommand: Bool = false) {
        let flags = isCommand ? Frame.Flag.command : 0
        if body.count <= 255 {
            bytes.append(flags)
            bytes.append(UInt8(truncatingIfNeeded: body.count))
        } else {
            bytes.append(flags | Frame.Flag.long)
            withUnsafeBytes(of: UInt64(body.count).bigEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: body)
    }

    /// Forgets everything.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.kept)
        written = 0
    }

    private static let kept = 256 << 10

    /// Writes as much as a descriptor takes.
    ///
    /// - Returns: whether the peer is still there.
    mutating func flush(to descriptor: CInt) -> Bool {
        while !isEmpty {
            let count = bytes.withUnsafeBytes { bytes in
                send(
                    descriptor,
                    bytes.baseAddress.map { $0 + written },
                    bytes.count - written,
                    CInt(MSG_NOSIGNAL)
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            written += count
        }
        removeAll()
        return true
    }
}
