extension MagneticField {
    private enum Key: String, CaseIterable {
        case time, x, y, z
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            Vector.write(field, to: &json)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var x: Double?
        var y: Double?
        var z: Double?
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .x: x = try json.number(.finite, payload)
            case .y: y = try json.number(.finite, payload)
            case .z: z = try json.number(.finite, payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let field = try Vector(x, y, z) else { throw .missing("x") }
        self.init(time: time, field: field)
    }
}
