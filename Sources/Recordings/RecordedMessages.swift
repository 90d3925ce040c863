/// Where recorded messages come from, one after the other in the order of the recording.
public protocol RecordedMessages {
    /// The next message; `nil` at the end.
    ///
    /// - Throws: what is wrong with the recording.
    mutating func next() throws -> RecordedMessage?
}
