internal import Messages

/// Some JSON as it was typed, for a topic of whatever kind.
protocol PlainPayload: Message {
    /// The JSON.
    var bytes: [UInt8] { get }

    init(_ bytes: [UInt8])
}

extension PlainPayload {
    static var kind: String { "" }

    init(decoding payload: Span<UInt8>) { self.init(Bytes(decoding: payload).bytes) }

    func encode(into buffer: inout [UInt8]) { buffer.append(contentsOf: bytes) }
}

/// What is kept as a last value.
struct StatePayload: PlainPayload {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// What is handed on and not kept.
struct EventPayload: PlainPayload {
    static let isEvent = true

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
}
