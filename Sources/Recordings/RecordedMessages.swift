/// Where recorded messages come from, one after the other in the order of the recording.
public protocol RecordedMessages {
    /// The next message; `nil` at the end.
    ///
    /// - Throws: what is wrong with the recording.
    mutating func next() throws -> RecordedMessage?

    /// The next messages, as many as there are without waiting for more, or none at all; `nil` at the end.
    ///
    /// - Throws: what is wrong with the recording.
    mutating func nextBatch() throws -> [RecordedMessage]?

    /// How much of it has been given out, from 0 to 1, where that can be told.
    var progress: Double? { get }

    /// Whether it comes as it is made, through a pipe, and cannot be read again.
    var isLive: Bool { get }

    /// Whether it is short enough to be read to its end before any of it is used, so that what is wrong with it shows at once.
    var isShort: Bool { get }

    /// What its owner should know about how it is read, one line each, as far as that is seen by now.
    var remarks: [String] { get }

    /// What was wrong with it but no reason to end, in one line; `nil` if nothing was.
    var losses: String? { get }
}

extension RecordedMessages {
    /// Up to 64 messages.
    public mutating func nextBatch() throws -> [RecordedMessage]? {
        var batch: [RecordedMessage] = []
        while batch.count < 64, let message = try next() { batch.append(message) }
        return batch.isEmpty ? nil : batch
    }

    /// It is all there.
    public var isLive: Bool { false }

    /// There is nothing that could be wrong with it.
    public var isShort: Bool { false }

    /// Nothing to say.
    public var remarks: [String] { [] }

    /// Nothing was wrong.
    public var losses: String? { nil }
}
