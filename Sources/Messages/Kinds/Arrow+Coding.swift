extension Arrow {
    private enum Key: String, CaseIterable {
        case time, pin, distance, bearing, relative, visible
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.string("pin", pin)
            json.number("distance", distance)
            json.number("bearing", bearing)
            json.number("relative", relative)
            json.bool("visible", visible)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var pin: String?
        var distance: Double?
        var visible: Bool?
        self.init(time: 0, pin: "", distance: 0, visible: false)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .pin: pin = try json.string(payload)
            case .distance: distance = try json.number(.nonNegative, payload)
            case .bearing: bearing = try json.number(.fullTurn, payload)
            case .relative: relative = try json.number(.signedTurn, payload)
            case .visible: visible = try json.bool(payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let pin else { throw .missing("pin") }
        guard let distance else { throw .missing("distance") }
        guard let visible else { throw .missing("visible") }
        self.time = time
        self.pin = pin
        self.distance = distance
        self.visible = visible
    }
}
