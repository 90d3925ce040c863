internal import Glibc

/// Bytes that have come and are not read yet, in memory that is used again and again.
public struct InputBuffer: ~Copyable {
    /// What came of reading.
    public enum Outcome: Sendable {
        /// Something came, and more may be there.
        case some
        /// All that was there has come.
        case all
        /// The peer has gone.
        case ended
    }

    private static let usualSize = 128 << 10

    private var memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    /// Creates an empty buffer, of which nothing is in memory before something comes.
    public init() { memory = .allocate(byteCount: Self.usualSize, alignment: 16) }

    deinit { memory.deallocate() }

    /// What has come and is not read yet.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    /// Whether all that has come has been read.
    var isEmpty: Bool { start == end }

    /// Adds what has come elsewhere.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(for: bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
        end += bytes.count
    }

    /// Passes over bytes that have been read.
    mutating func drop(_ count: Int) {
        start += count
        if start == end { (start, end) = (0, 0) }
    }

    /// Forgets everything, and gives back what one long message has taken.
    mutating func reset() {
        (start, end) = (0, 0)
        shrink()
    }

    /// Reads what a descriptor has, into room for `missing` bytes at least.
    mutating func fill(from descriptor: CInt, missing: Int) -> Outcome {
        makeRoom(for: missing)
        let room = memory.count - end
        while true {
            let count = recv(descriptor, memory.baseAddress.map { $0 + end }, room, 0)
            if count > 0 {
                end += count
                return count == room ? .some : .all
            }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .all : .ended
        }
    }

    private mutating func makeRoom(for missing: Int) {
        if start == end { reset() }
        // Reads into a sliver would be many.
        if memory.count - end >= max(missing, memory.count / 4) { return }
        let count = end - start
        if memory.count < count + missing || count > memory.count / 2 {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(memory.count * 2, count + missing),
                alignment: 16
            )
            larger.copyMemory(from: bytes)
            memory.deallocate()
            memory = larger
        } else {
            memory.baseAddress.map { $0.copyMemory(from: $0 + start, byteCount: count) }
        }
        (start, end) = (0, count)
    }

    private mutating func shrink() {
        guard memory.count > Self.usualSize else { return }
        memory.deallocate()
        memory = .allocate(byteCount: Self.usualSize, alignment: 16)
    }
}
