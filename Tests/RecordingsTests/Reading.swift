import Recordings

/// The messages of a text, read in chunks of so many bytes.
func messages(
    _ text: String,
    chunk: Int = .max,
    now: (@Sendable () -> Double)? = nil
) throws -> [RecordedMessage] {
    try messages(Array(text.utf8), chunk: chunk, now: now)
}

/// The messages of a file's bytes, read in chunks of so many.
func messages(
    _ bytes: [UInt8],
    chunk: Int = .max,
    now: (@Sendable () -> Double)? = nil
) throws -> [RecordedMessage] {
    var rest = bytes[...]
    var recording = Recording(now: now) {
        defer { rest = rest.dropFirst(chunk) }
        return Array(rest.prefix(chunk))
    }
    var messages: [RecordedMessage] = []
    while let message = try recording.next() { messages.append(message) }
    return messages
}

/// What is wrong with a text, as it is shown; `nil` if nothing is.
func problem(_ text: String, now: (@Sendable () -> Double)? = nil) -> String? {
    do {
        _ = try messages(text, now: now)
        return nil
    } catch {
        return "\(error)"
    }
}
