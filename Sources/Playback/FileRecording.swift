public import Platform
public import Recordings

/// A recording in a file, or one that comes through a pipe.
public struct FileRecording: RecordedMessages {
    /// Whether it comes through a pipe.
    public let isLive: Bool

    /// Ordinary files of at most this many bytes are checked as a whole before they are played.
    static let longestShort = 16 << 20

    private let source: ByteSource
    private let count: Count
    private var recording: Recording

    /// The bytes read so far.
    private final class Count {
        var bytes = 0
    }

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: of the file; `-` is standard input.
    ///   - now: tells the time of rows without one, where the recording is live.
    ///   - interruption: ends the wait for bytes.
    /// - Throws: the path and what the system says.
    public init(
        _ path: String,
        now: (@Sendable () -> Double)? = nil,
        interruption: Interruption
    ) throws(SystemError) {
        let source = try ByteSource(path, interruption: interruption)
        let count = Count()
        isLive = source.size == nil
        self.source = source
        self.count = count
        // A log that does not say its day is as old as its file, or is being written now.
        recording = Recording(now: isLive ? now : nil, reference: source.modified ?? now?()) {
            let bytes = try source.read()
            count.bytes += bytes.count
            return bytes
        }
    }

    /// The format, once the first message has been read.
    public var format: RecordingFormat? { recording.format }

    /// Whether it is checked as a whole before it is played.
    public var isShort: Bool { source.size.map { $0 <= Self.longestShort } ?? false }

    /// How much of the file has been read, from 0 to 1; `nil` for a pipe.
    public var progress: Double? {
        guard let size = source.size, size > 0 else { return nil }
        return min(Double(count.bytes) / Double(size), 1)
    }

    /// What the recording has to say of its columns.
    public var remarks: [String] { recording.remarks }

    /// What the recording has to say of its sentences.
    public var losses: String? { recording.losses }

    /// The next message; `nil` at the end.
    ///
    /// - Throws: what is wrong with the recording, or what the system says.
    public mutating func next() throws -> RecordedMessage? { try recording.next() }

    /// The messages in the next chunk of bytes, which may be none; `nil` at the end.
    ///
    /// - Throws: what is wrong with the recording, or what the system says.
    public mutating func nextBatch() throws -> [RecordedMessage]? { try recording.nextBatch() }
}
