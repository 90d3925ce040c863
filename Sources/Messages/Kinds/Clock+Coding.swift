extension Clock {
    private enum Key: String, CaseIterable {
        case time, rate, jump
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.number("rate", rate)
            json.bool("jump", jump)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var jump: Bool?
        self.init(time: 0)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .rate: rate = try json.number(.nonNegative, payload)
            case .jump: jump = try json.bool(payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let jump else { throw .missing("jump") }
        self.time = time
        self.jump = jump
    }
}
