internal import Platform
internal import ZMTP

/// A subscriber of this machine.
final class Reader {
    let peer: Peer
    /// Its place among the connections.
    let slot: Int
    /// What it subscribes to, last values aside.
    var prefixes: Set<[UInt8]> = []
    /// What it has asked for and has not been told to the end; until then it is not listened to.
    var question: Question?
    /// Whether its turn comes by the queue of those for whom there was no time.
    var isQueued = false
    /// How many messages were given up because it was too slow.
    private(set) var lost = 0
    private let events: EventSet
    // What is to be written straight from the buffer that it came in.
    private var run = Run()
    private var isTouched = false
    private var waitsForRoom = false
    private var isListening = true

    init(_ peer: Peer, slot: Int, events: EventSet) {
        self.peer = peer
        self.slot = slot
        self.events = events
    }

    /// Adds a run of messages to what is to be written by ``settle()``, as long as they are where they are.
    ///
    /// - Returns: whether it is the first since then.
    func add(_ next: Run) -> Bool {
        if run.end == next.start, run.frames > 0 {
            run.end = next.end
            run.frames += next.frames
        } else {
            spill()
            run = next
        }
        return touch()
    }

    /// Adds a message of one part, of which a copy waits.
    ///
    /// - Returns: whether it is the first since ``settle()``.
    func add(_ body: UnsafeRawBufferPointer) -> Bool {
        spill()
        if !peer.enqueue(body: body) { lost += 1 }
        return touch()
    }

    private func touch() -> Bool {
        defer { isTouched = true }
        return !isTouched
    }

    private func spill() {
        guard run.frames > 0 else { return }
        lost += peer.enqueue(run.bytes, frames: run.frames)
        run = Run()
    }

    /// Writes what has been added, or lets it wait.
    func settle() {
        isTouched = false
        if run.frames > 0 {
            lost += peer.write(run.bytes, frames: run.frames)
            run = Run()
            if !peer.hasUnsent, !waitsForRoom { return }
        } else {
            peer.flush()
        }
        watch()
    }

    /// Waits for room as long as something waits to be written, and listens unless an answer is not over.
    func watch() {
        let listens = question == nil
        let waits = peer.hasUnsent || !listens
        guard waits != waitsForRoom || listens != isListening else { return }
        (waitsForRoom, isListening) = (waits, listens)
        events.change(peer.descriptor, tag: slot, input: listens, output: waits)
    }
}

/// Frames one behind the other, each a message of one part.
struct Run {
    var start: UnsafeRawPointer?
    var end: UnsafeRawPointer?
    var frames = 0

    var bytes: UnsafeRawBufferPointer {
        guard let start, let end else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: start, count: end - start)
    }
}
