internal import Glibc

/// Frames that are to be written, one behind the other, and how many they are.
struct OutputBuffer: ~Copyable {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    /// What has been written ends here, and what waits begins.
    private var start = 0
    private var end = 0
    /// Where the first frame ends that has not been written whole.
    private var firstEnd = 0
    /// How many bytes of memory are kept while nothing waits.
    private let kept: Int

    /// How many frames wait, one that is written in part included.
    private(set) var frames = 0

    init(keeping kept: Int) { self.kept = kept }

    deinit { free(memory) }

    /// How many bytes wait.
    var count: Int { end - start }
    var isEmpty: Bool { start == end }

    /// Adds bytes as they are.
    ///
    /// - Parameters:
    ///   - raw: whole frames, but for the first, which may be the rest of one.
    ///   - frames: how many they are.
    ///   - first: the length of the first.
    mutating func append(_ raw: UnsafeRawBufferPointer, frames: Int, first: Int) {
        guard let source = raw.baseAddress, raw.count > 0 else { return }
        let target = room(for: raw.count)
        if self.frames == 0 { firstEnd = end + first }
        self.frames += frames
        target.copyMemory(from: source, byteCount: raw.count)
        end += raw.count
    }

    /// Adds the bytes that come before all frames.
    mutating func append(greeting: [UInt8]) {
        greeting.withUnsafeBytes { append($0, frames: 1, first: $0.count) }
    }

    /// Adds a frame.
    mutating func append(frame body: UnsafeRawBufferPointer, isCommand: Bool = false, hasMore: Bool = false) {
        let head = body.count <= 255 ? 2 : Frame.longestHead
        let length = head + body.count
        let target = room(for: length)
        if frames == 0 { firstEnd = end + length }
        frames += 1
        Frame.writeHead(to: target, size: body.count, isCommand: isCommand, hasMore: hasMore)
        if let source = body.baseAddress { (target + head).copyMemory(from: source, byteCount: body.count) }
        end += length
    }

    /// Adds the frames of a message of several parts.
    mutating func append(parts: some Collection<[UInt8]>) {
        for (place, part) in parts.enumerated() {
            part.withUnsafeBytes { append(frame: $0, hasMore: place < parts.count - 1) }
        }
    }

    /// Forgets everything.
    mutating func removeAll() {
        (start, end, firstEnd, frames) = (0, 0, 0, 0)
        guard capacity > kept else { return }
        free(memory)
        (memory, capacity) = (nil, 0)
    }

    /// Writes as much as a descriptor takes.
    ///
    /// - Returns: whether the peer is still there.
    mutating func flush(to descriptor: CInt) -> Bool {
        while !isEmpty {
            let count = send(descriptor, memory.map { $0 + start }, end - start, CInt(MSG_NOSIGNAL))
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            drop(count)
        }
        removeAll()
        return true
    }

    private mutating func drop(_ count: Int) {
        start += count
        while frames > 0, firstEnd <= start {
            frames -= 1
            if firstEnd < end, let memory { firstEnd += Frame.length(at: memory + firstEnd) }
        }
    }

    /// Where so many bytes may be written behind what waits.
    private mutating func room(for count: Int) -> UnsafeMutableRawPointer {
        if let memory, end + count <= capacity { return memory + end }
        let waiting = end - start
        let place: UnsafeMutableRawPointer
        if let memory, start >= waiting, waiting + count <= capacity {
            memory.copyMemory(from: memory + start, byteCount: waiting)
            place = memory
        } else {
            let size = max(capacity * 2, waiting + count, 4096)
            guard let larger = malloc(size) else {
                fatalError("no memory for \(size) bytes that are to be sent")
            }
            if let memory { larger.copyMemory(from: memory + start, byteCount: waiting) }
            free(memory)
            (memory, capacity, place) = (larger, size, larger)
        }
        firstEnd -= start
        (start, end) = (0, waiting)
        return place + end
    }
}
