internal import Platform
internal import Recordings

/// Reads a recording on a thread of its own, for a player that must not wait for files.
actor RecordingReader {
    /// Some messages and what is to be known about the recording by then.
    struct Batch: Sendable {
        var messages: [RecordedMessage]
        var progress: Double?
        var isLive: Bool
        var remarks: [String]
    }

    nonisolated let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let open: @Sendable (Interruption) throws -> any RecordedMessages
    private let interruption: Interruption
    private var recording: (any RecordedMessages)?

    /// Creates a reader; the recording is opened with the first batch.
    init(_ open: @escaping @Sendable (Interruption) throws -> any RecordedMessages) throws(SystemError) {
        executor = try ThreadExecutor(named: "recording")
        interruption = try Interruption()
        self.open = open
    }

    /// The next messages, which may be none yet, or `nil` at the end.
    ///
    /// A cancelled task does not wait.
    nonisolated func nextBatch() async throws -> Batch? {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await read()
        } onCancel: {
            interruption.interrupt()
        }
    }

    /// Reads a short recording to its end and tells which kinds of messages it has; `nil` for a longer one.
    nonisolated func check() async throws -> Set<RecordedMessage.Kind>? {
        try await withTaskCancellationHandler {
            try await readAll()
        } onCancel: {
            interruption.interrupt()
        }
    }

    private func readAll() throws -> Set<RecordedMessage.Kind>? {
        var recording = try open(interruption)
        guard recording.isShort else { return nil }
        var kinds: Set<RecordedMessage.Kind> = []
        while let messages = try recording.nextBatch() { kinds.formUnion(messages.map(\.kind)) }
        return kinds
    }

    /// What was wrong with the recording but no reason to end.
    func losses() -> String? { recording?.losses }

    /// Goes back to the beginning.
    func rewind() { recording = nil }

    private func read() throws -> Batch? {
        var recording = try self.recording ?? open(interruption)
        defer { self.recording = recording }
        self.recording = nil
        guard let messages = try recording.nextBatch() else { return nil }
        return Batch(
            messages: messages,
            progress: recording.progress,
            isLive: recording.isLive,
            remarks: recording.remarks
        )
    }
}
