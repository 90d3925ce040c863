extension Sky {
    private enum Key: String, CaseIterable {
        case time, satellites
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.array("satellites", of: satellites) { satellite, json in satellite.write(to: &json) }
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var satellites: [Satellite]?
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .satellites:
                var read: [Satellite] = []
                let found = try json.array(payload) { (json, payload) throws(MessageError) in
                    read.append(try Satellite(from: &json, payload))
                }
                satellites = found ? read : nil
            }
        }
        guard let time else { throw .missing("time") }
        guard let satellites else { throw .missing("satellites") }
        self.init(time: time, satellites: satellites)
    }
}
