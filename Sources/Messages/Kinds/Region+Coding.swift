extension Region {
    private enum Key: String, CaseIterable {
        case time, region, state
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.string("region", region)
            json.name("state", state)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var region: String?
        var state: State?
        self.init(time: 0, region: "", state: .unknown)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .region: region = try json.string(payload)
            case .state: state = try json.name(payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let region else { throw .missing("region") }
        guard let state else { throw .missing("state") }
        self.time = time
        self.region = region
        self.state = state
    }
}
