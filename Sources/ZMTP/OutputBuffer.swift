internal import Glibc

/// Frames that are to be written, one behind the other.
struct OutputBuffer {
    private var bytes: [UInt8] = []
    private var written = 0
    /// Where the first frame begins.
    private var frames = 0

    /// How many bytes wait.
    var count: Int { bytes.count - written }
    var isEmpty: Bool { count == 0 }

    /// Adds bytes as they are.
    mutating func append(_ raw: [UInt8]) {
        bytes.append(contentsOf: raw)
        frames = bytes.count
    }

    /// How many messages have not been written whole.
    var unwrittenMessages: Int {
        var (count, place) = (0, frames)
        while let frame = frame(at: place) {
            place = frame.body.upperBound
            if place > written, !frame.isCommand { count += 1 }
        }
        return count
    }

    private func frame(at place: Int) -> Frame? {
        var missing = 0
        // What is read here has been written here, and so is whole.
        return try? bytes.withUnsafeBytes { bytes throws(ZMTPError) in
            try Frame.read(bytes, at: place, longest: .max, missing: &missing)
        }
    }

    /// Drops the frames that have been written whole, where they take much room.
    private mutating func dropWritten() {
        guard written > Self.kept, written > bytes.count / 2 else { return }
        var place = frames
        while let end = frame(at: place)?.body.upperBound, end <= written { place = end }
        bytes.removeFirst(place)
        written -= place
        frames = 0
    }

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
        frames = 0
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
                guard errno == EAGAIN else { return false }
                dropWritten()
                return true
            }
            written += count
        }
        removeAll()
        return true
    }
}
