extension WireMessage {
    /// Appends what comes before the payload, so that a message may be encoded behind it at once.
    public static func appendHead(_ topic: Topic, _ stamp: Stamp, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: topic.description.utf8)
        buffer.append(.bar)
        stamp.encode(into: &buffer)
    }

    /// Appends what comes before the payload of a topic given by its bytes.
    ///
    /// With a nonce, the topic is the one under which that answer of last values is published.
    public static func appendHead(
        _ topic: Span<UInt8>,
        nonce: Span<UInt8>? = nil,
        _ stamp: Stamp,
        to buffer: inout [UInt8]
    ) {
        if let nonce {
            buffer.append(.tilde)
            buffer.append(nonce)
            buffer.append(.slash)
        }
        buffer.append(topic)
        buffer.append(.bar)
        stamp.encode(into: &buffer)
    }

    /// Appends a whole message.
    public static func append(_ topic: Topic, _ stamp: Stamp, payload: Span<UInt8>, to buffer: inout [UInt8])
    {

        appendHead(topic, stamp, to: &buffer)
        buffer.append(payload)
    }

    /// Appends a whole message of a kind.
    /// - Throws: what cannot be encoded; the buffer is then as it was before.
    public static func append(
        _ topic: Topic,
        _ stamp: Stamp,
        _ message: some Message,
        to buffer: inout [UInt8]
    ) throws(MessageError) {
        let count = buffer.count
        appendHead(topic, stamp, to: &buffer)
        do {
            try message.encode(into: &buffer)
        } catch {
            buffer.removeSubrange(count...)
            throw error
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(_ bytes: Span<UInt8>) {
        // Sound: the bytes are only read, while the span is alive.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
