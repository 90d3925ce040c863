extension Direction {
    private enum Key: String, CaseIterable {
        case time, direction, accuracy, source, reference, speed, held, reason
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.number("direction", direction)
            json.number("accuracy", accuracy)
            json.name("source", source)
            json.name("reference", reference)
            json.number("speed", speed)
            json.bool("held", held)
            json.string("reason", reason)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        self.init(time: 0)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .direction: direction = try json.number(.fullTurn, payload)
            case .accuracy: accuracy = try json.number(.angularAccuracy, payload)
            case .source: source = try json.name(payload)
            case .reference: reference = try json.name(payload)
            case .speed: speed = try json.number(.nonNegative, payload)
            case .held: held = try json.bool(payload)
            case .reason: reason = try json.string(payload)
            }
        }
        guard let time else { throw .missing("time") }
        self.time = time
    }
}
