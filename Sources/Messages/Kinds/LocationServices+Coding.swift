extension LocationServices {
    private enum Key: String, CaseIterable {
        case time, enabled
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.bool("enabled", enabled)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var enabled: Bool?
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .enabled: enabled = try json.bool(payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let enabled else { throw .missing("enabled") }
        self.init(time: time, enabled: enabled)
    }
}
